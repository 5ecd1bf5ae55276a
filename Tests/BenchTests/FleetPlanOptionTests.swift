import ArgumentParser
import OddsFixtures
import OddsFleetPlan
import OddsOptions
import OddsReport
import OddsResults
import Testing

@Suite struct FleetPlanOptionTests {
    private func options(_ words: String...) throws -> FleetPlanOptions {
        try FleetPlanOptions.parse(words)
    }

    @Test("Without options, a plan is for what the plan's input has")
    func defaults() throws {
        let input = try options("--calibrate").input
        #expect(input == FleetPlanInput())
    }

    @Test("The words of a command read back as the same plan")
    func words() throws {
        let given = try options(
            "--connections", "250k", "--frames", "0.5", "--bytes", "400", "--regions", "2",
            "--topics", "7", "--costs", "costs.json", "--cores", "64", "--speed", "1.5",
            "--utilization", "55%", "--memory", "128GiB", "--memory-share", "70%", "--network",
            "25G", "--network-share", "60%", "--descriptors", "1M", "--ports", "64511", "--spare",
            "2", "--nats-servers", "5", "--replicas", "1", "--burst-limit", "20ms", "--dump-bytes",
            "5000", "--connection-cpu", "700us", "--detection", "30s", "--segment", "8900",
            "--record", "0", "--socket-memory", "8KiB")
        let input = given.input
        #expect(input.burst == 7)
        #expect(input.networkBits == 25e9)
        #expect(input.detectionNanoseconds == 30e9)
        #expect(input.connectionNanoseconds == 700_000)
        let again = try FleetPlanOptions.parse(Array(given.words.dropFirst(3)))
        #expect(again.input == input)
        #expect(again.words == given.words)
        let plain = try options("--calibrate")
        #expect(try FleetPlanOptions.parse(Array(plain.words.dropFirst(3))).words == plain.words)
    }

    @Test(
        "A wrong value is refused, with its option",
        arguments: [
            (["--connections", "0"], "--connections 0: must be between 1 and 1000000000"),
            (["--bytes", "0"], "--bytes 0: must be between 1 and 67108864"),
            (["--burst", "101"], "--burst 101: must be between 1 and the number of topics, 100"),
            (["--frames", "0"], "--frames 0: must be between 0.001 and 100000"),
            (
                ["--connections", "2"],
                "--regions 3: must be at most the number of connections, 2"
            ),
            (["--utilization", "100%"], "--utilization 100%: must be between 1% and 99%"),
            (["--network", "0"], "--network 0: must be between 1M and 10000G"),
            (["--ports", "70000"], "--ports 70000: must be between 1 and 64511"),
            (["--memory", "1kB"], "--memory 1kB: must be at least 1MiB"),
            (["--speed", "0"], "--speed 0: must be between 0.01 and 100"),
            (["--burst-limit", "0s"], "--burst-limit must be more than 0"),
            (["--segment", "1"], "--segment 1: must be between 100 and 9000"),
            (
                ["--connection-cpu", "0s"],
                "--connection-cpu 0ms: must be more than 0 and at most 10s"
            ),
            (["--detection", "2h"], "--detection 2h: must be at most 1h"),
            (["--costs", "x.json"], "--calibrate measures the costs and excludes --costs"),
        ])
    func refusals(words: [String], message: String) throws {
        let error = #expect(throws: (any Error).self) {
            try FleetPlanOptions.parse(words + ["--calibrate"])
        }
        #expect(error.map { FleetPlanOptions.message(for: $0) } == message)
    }

    @Test("Without costs, there is nothing to compute from")
    func costs() {
        let error = #expect(throws: (any Error).self) { try options() }
        #expect(
            error.map { FleetPlanOptions.message(for: $0) }
                == """
                    give --costs, a result of --calibrate such as \
                    Results/published/fleet-plan.json of the project, or --calibrate to measure here
                    """)
    }

    @Test("Every option that an assumption names changes what is printed for it")
    func assumptions() throws {
        let values = [
            "--cores": "17", "--speed": "3", "--utilization": "33%", "--memory": "33GiB",
            "--memory-share": "33%", "--network": "33G", "--network-share": "33%",
            "--descriptors": "333333", "--ports": "333", "--topics": "33", "--burst": "3",
            "--burst-limit": "333ms", "--spare": "3", "--nats-servers": "4", "--replicas": "1",
            "--connection-cpu": "333us", "--dump-bytes": "333", "--detection": "3s",
            "--segment": "333", "--record": "33", "--socket-memory": "33KiB",
        ]
        var costs = FleetFixtures.costs
        costs.edgeNanosecondsPerConnection = nil
        func lines(_ words: [String]) throws -> [FleetPlanAssumptions.Line] {
            let input = try FleetPlanOptions.parse(["--calibrate"] + words).input
            return FleetPlanAssumptions.lines(
                try FleetPlanner.result(
                    for: input, costs, measuredOn: GateRuns.environment.machine))
        }
        let standard = try lines([])
        #expect(Set(standard.compactMap(\.option)) == Set(values.keys))
        for (option, value) in values {
            let changed = try lines([option, value])
            let different = zip(standard, changed).filter { $0 != $1 }.map(\.0.option)
            #expect(different == [option])
        }
    }
}
