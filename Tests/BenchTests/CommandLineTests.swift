import ArgumentParser
import OddsExperiments
import OddsFixtures
import OddsHarness
import OddsOptions
import OddsResults
import Testing

@testable import bench_core

@Suite struct CommandLineTests {
    private func run(_ words: String...) throws -> RunCommand {
        try #require(try Bench.parseAsRoot(words) as? RunCommand)
    }

    /// The exit status and the line that wrong options give.
    private func refusal(_ words: [String]) -> (status: Int32, message: String)? {
        do {
            _ = try Bench.parseAsRoot(words)
            return nil
        } catch {
            return (Bench.exitCode(for: error).rawValue, Bench.message(for: error))
        }
    }

    @Test func runIsTheDefaultAndHasItsDefaults() throws {
        let command = try run()
        #expect(command.strategy.text == "all")
        #expect(command.consumer == .page)
        #expect(command.duration == DurationOption(seconds: 10))
        #expect(command.warmup == DurationOption(seconds: 2))
        #expect(command.repeatCount.value == 1)
        #expect(command.traffic.rate.value == 10_000)
        #expect(command.traffic.seed.value == 42)
        #expect(command.traffic.events.value == 100)
        #expect(command.traffic.markets.value == 50)
        #expect(command.traffic.outcomes.value == 3)
    }

    @Test func optionsAreRead() throws {
        let command = try run(
            "--strategy", "delta", "--duration", "500ms", "--consumer", "changes",
            "--fail-if", "responseTime.p99>2ms", "--fail-if", "unserved.frames>0")
        #expect(command.strategy.names.map(\.text) == ["delta"])
        #expect(command.duration.nanoseconds == 500_000_000)
        #expect(command.conditions.map(\.text) == ["responseTime.p99>2ms", "unserved.frames>0"])
    }

    /// The command in a result repeats the run.
    @Test func wordsReadBackAsTheSameCommand() throws {
        let command = try run(
            "--strategy", "graph", "--rate", "123", "--arrival", "bursts", "--popularity",
            "zipf:1.5", "--scenario", "goal", "--seed", "\(UInt64.max)", "--warmup", "1500ms",
            "--repeat", "3", "--intervals", "500ms", "--fail-if", "lateness.max>1s")
        let words = command.words
        #expect(words.prefix(2) == ["bench", "run"])
        let again = try #require(
            try Bench.parseAsRoot(Array(words.dropFirst())) as? RunCommand)
        #expect(again.words == words)
        #expect(again.traffic.configuration == command.traffic.configuration)
    }

    /// Those of the other measuring commands too.
    @Test(arguments: [
        ["saturate", "--slo", "responseTime.p999<5ms", "--max-rate", "50000", "--repeat", "2"],
        ["saturate", "--scale", "markets", "--steps", "4", "--consumer", "changes"],
        ["soak", "--rate", "100000", "--duration", "90s", "--heap-rise-max", "2.5", "--leak"],
        ["soak", "--duration", "1h", "--intervals", "10s"],
        ["memory", "--allocator", "system", "--heap-profile", "folder", "--idle", "5s"],
        [
            "gate", "--against", "main", "--rounds", "7", "--time", "90s", "--fail-on-inconclusive",
            "--inject-tail-slowdown", "30%", "--layout-seed", "3",
        ],
        ["count", "--strategy", "all", "--repeat", "2", "--counter", "callgrind"],
        ["gate", "--baseline-program", "a", "--candidate-program", "b", "--cache", "c"],
        [
            "gate", "--baseline", "x.json", "--max-regression", "serviceTime.p50=5%",
            "--inject-slowdown", "2.5%", "--frame-mapping", "16",
        ],
        ["calibrate", "--rounds", "5", "--gate-time", "90s", "--rate", "5000"],
        ["baseline", "--name", "x", "--runs", "12", "--strategy", "all"],
        ["gate-proof", "--gates", "3", "--output-folder", "f", "--warmup", "30ms"],
        ["platform", "--mix", "login=1,balance=8", "--storms", "2", "--storm-requests", "50"],
        ["platform", "--faults", "chaos", "--fail-if", "balance.responseTime.p99>50ms"],
        ["platform", "--connect", "http://x", "--control", "http://y", "--arrival", "constant"],
        ["betting", "--strategy", "full,graph", "--sync", "normal", "--delays", "0ms,1s"],
        ["betting", "--policy", "higher", "--fail-if", "feed.responseTime.p99>50ms"],
        ["game", "--render", "every", "--rates", "10,2000", "--fail-if", "paint.p99>50ms"],
        ["game", "--soak", "10m", "--rates", "2000", "--slow", "30ms", "--browser", "b"],
        ["game", "--gate", "--repeat", "3"],
        ["game", "--pages", "1000", "--provider", "everymatrix", "--rates", "500"],
        ["game", "--pages", "10", "--connect", "http://x", "--control", "http://y"],
    ])
    func wordsOfOtherCommandsReadBack(given: [String]) throws {
        func words(_ command: any ParsableCommand) -> [String]? {
            switch command {
            case let command as SaturateCommand: command.words
            case let command as SoakCommand: command.words
            case let command as MemoryCommand: command.words
            case let command as CountCommand: command.words
            case let command as GateCommand: command.words
            case let command as CalibrateCommand: command.words
            case let command as BaselineCommand: command.words
            case let command as GateProofCommand: command.words
            case let command as PlatformCommand: command.options.words
            case let command as BettingCommand: command.options.words
            case let command as GameCommand: command.options.words
            default: nil
            }
        }
        let once = try #require(words(try Bench.parseAsRoot(given)))
        #expect(once.prefix(2) == ["bench", given[0]])
        #expect(Set(given).isSubset(of: once), "what was given is there: \(once)")
        #expect(words(try Bench.parseAsRoot(Array(once.dropFirst()))) == once)
    }

    /// What says how traffic is generated is no part of a run on a capture.
    @Test func wordsOfACaptureReadBack() throws {
        let words = try run("--capture", "c.ndjson", "--rate", "123").words
        let again = try #require(
            try Bench.parseAsRoot(Array(words.dropFirst())) as? RunCommand)
        #expect(again.capture.path == "c.ndjson")
        #expect(again.traffic.rate.value == 123)
        #expect(again.words == words)
    }

    @Test(arguments: [
        ["run", "--rate", "0"], ["run", "--rate", "-5"], ["run", "--rate", "fast"],
        ["run", "--events", "0"], ["run", "--duration", "0"], ["run", "--duration", "1d"],
        ["run", "--repeat", "0"], ["run", "--strategy", "best"], ["run", "--consumer", "all"],
        ["run", "--scenario", "none"], ["run", "--arrival", "never"], ["run", "--nonsense"],
        ["run", "--fail-if", "p99>2ms"], ["run", "--fail-if", "responseTime.p99"],
        ["run", "--events", "1000000", "--markets", "100000", "--outcomes", "1000"],
        ["run", "--events", "\(Int.max)", "--markets", "\(Int.max)"],
        ["run", "--popularity", "zipf:x"], ["replay"], ["generate"],
        ["generate", "--out", "x", "--duration", "0s"], ["nonsense"],
        ["run", "--capture", "x", "--events", "100"], ["run", "--capture", "x", "--seed", "42"],
        ["run", "--capture", "x", "--markets", "50"], ["run", "--capture", "x", "--outcomes", "3"],
        ["run", "--capture", "x", "--scenario", "steady"],
        ["run", "--capture", "x", "--arrival", "constant"],
        ["run", "--capture", "x", "--popularity", "uniform"],
        ["run", "--capture", "x", "--records-per-frame", "7"],
        ["soak", "--duration", "500ms"], ["soak", "--strategy", "all"],
        ["soak", "--heap-rise-max", "-1"], ["soak", "--strategy", "full", "--leak"],
        ["saturate", "--slo", "p99<1ms"], ["saturate", "--slo", "responseTime.p99"],
        ["saturate", "--max-rate", "0"], ["saturate", "--precision", "0"],
        ["saturate", "--repeat", "0"], ["saturate", "--steps", "2"],
        ["saturate", "--scale", "rate"], ["saturate", "--duration", "0"],
        ["memory", "--allocator", "tcmalloc"], ["memory", "--duration", "0"],
        ["selftest", "--latency-from", "guess"], ["run", "--inject-slowdown", "15x"],
        ["gate"], ["gate", "--against", "main", "--baseline", "x"],
        ["gate", "--against", "main", "--rounds", "0"],
        ["gate", "--against", "main", "--rounds", "3"],
        ["gate", "--against", "main", "--rounds", "8", "--max-rounds", "7"],
        ["gate", "--against", "main", "--max-regression", "p50=5%"],
        ["gate", "--against", "main", "--max-regression", "serviceTime.p50=5x"],
        ["gate", "--against", "main", "--time", "x"],
        ["gate", "--against", "main", "--inject-slowdown", "1%", "--inject-tail-slowdown", "1%"],
        ["gate", "--against", "main", "--capture", "x", "--events", "10"],
        ["gate", "--against", "main", "--frame-mapping", "0"],
        ["baseline"], ["baseline", "--name", "../x"], ["baseline", "--name", "x", "--runs", "1"],
        ["calibrate", "--rounds", "1"], ["gate-proof"],
        ["gate-proof", "--output-folder", "f", "--gates", "0"],
        ["run", "--intervals", "0"], ["run", "--intervals", "11s"], ["run", "--intervals", "0.5ms"],
        ["run", "--intervals", "1s", "--stages"], ["soak", "--intervals", "2h"],
        ["report"], ["report", "a.json"], ["compare", "a.json"],
        ["compare"],
    ])
    func wrongOptionsAreOneLineAndStatus64(words: [String]) throws {
        let refused = try #require(self.refusal(words), "taken")
        #expect(refused.status == ExitStatus.usage.rawValue)
        #expect(!refused.message.isEmpty)
        #expect(!refused.message.contains("\n"))
    }

    /// The size that the result names is the one that the runs have.
    @Test func frameMappingOfACount() throws {
        let command = try #require(
            try Bench.parseAsRoot(["count", "--frame-mapping", "7"]) as? CountCommand)
        #expect(try command.experiment(.perf).frameMappingBytes == 7 << 20)
        #expect(command.words.suffix(4).contains("7"))
    }

    @Test func theListOfCommandsHasThoseOfOtherPrograms() {
        let lines = Bench.helpMessage(columns: 200).split(separator: "\n")
            .map { $0.split(separator: " ").prefix(2).map(String.init) }
        #expect(lines.contains(["live", "Measures"]))
        #expect(lines.contains(["record", "Records"]))
    }

    @Test func helpHasAnExampleAndExplainsEveryOption() {
        let commands: [any ParsableCommand.Type] = [
            RunCommand.self, SaturateCommand.self, SoakCommand.self, MemoryCommand.self,
            CountCommand.self, GateCommand.self, BaselineCommand.self, CalibrateCommand.self,
            GateProofCommand.self, ReportCommand.self, CompareCommand.self, SelftestCommand.self,
            ReplayCommand.self, GenerateCommand.self, DoctorCommand.self, ExportCommand.self,
        ]
        for command in commands {
            let name = command.configuration.commandName ?? ""
            let lines = Bench.helpMessage(for: command, columns: 200).split(separator: "\n")
            #expect(lines.contains { $0.contains("Example: bench \(name)") })
            // An option's line is `  --name <value>   what it does`, or that is
            // on the next line, far to the right.
            let positions = lines.indices.filter { lines[$0].hasPrefix("  -") }
            #expect(!positions.isEmpty)
            for position in positions {
                let option = lines[position].dropFirst(2)
                let next = position + 1 < lines.count ? lines[position + 1] : ""
                let isExplained = option.contains("  ") || next.hasPrefix("          ")
                #expect(isExplained, "\(name): \(option)")
            }
        }
    }

    @Test("Recorded arrival takes the capture's times, scaled by --speed")
    func recordedArrival() throws {
        let command = try run("--capture", "c.ndjson", "--arrival", "recorded", "--speed", "2x")
        #expect(
            command.capture.source(command.traffic, command.wire)
                == .capture(path: "c.ndjson", pacing: .recorded(speed: 2)))
        #expect(
            command.capture.source(command.traffic, command.wire).arrival.description
                == "recorded ×2")
        let words = command.words
        let again = try #require(
            try Bench.parseAsRoot(Array(words.dropFirst())) as? RunCommand)
        #expect(again.words == words)
        #expect(words.contains("2.0x"))
        let once = try run("--capture", "c.ndjson", "--arrival", "recorded")
        #expect(once.capture.source(once.traffic, once.wire).arrival.description == "recorded ×1")
        let rated = try run("--capture", "c.ndjson", "--rate", "7")
        #expect(
            rated.capture.source(rated.traffic, rated.wire)
                == .capture(path: "c.ndjson", pacing: .rate(7)))
        #expect(rated.capture.source(rated.traffic, rated.wire).arrival.description == "constant")
    }

    /// Commands of older revisions, which gates start, know EM's wire alone.
    @Test("The wire is named if it is not EM's, and a capture's is its own")
    func provider() throws {
        let other = try run("--provider", "sportradar")
        #expect(other.words.contains(["--provider", "sportradar"]))
        #expect(try other.plan().feed == FeedChannels(["socket"], of: .sportRadar))
        let usual = try run("--provider", "everymatrix")
        #expect(!usual.words.contains("--provider"))
        #expect(try usual.plan().feed.provider == .everyMatrix)
        #expect(throws: (any Error).self) {
            try other.wire.check(ofCapture: "c.ndjson", .everyMatrix)
        }
        try run("--capture", "c.ndjson").wire.check(ofCapture: "c.ndjson", .sportRadar)
    }

    @Test("A count names the arrival process that says which frames are counted")
    func countNamesItsArrival() throws {
        func arrival(_ words: String...) throws -> Arrival? {
            let command = try #require(
                try Bench.parseAsRoot(["count"] + words) as? CountCommand)
            let counts = CountResult(method: .perf, vectorInstructions: "", counts: [])
            return command.envelope(
                counts, trafficDigest: "", GateRuns.environment
            ).arrival
        }
        #expect(try arrival("--arrival", "bursts") == Arrival("bursts"))
        #expect(
            try arrival("--capture", "c.ndjson", "--arrival", "recorded", "--speed", "2x")
                == .recorded(speed: 2))
    }

    @Test(
        "What makes no sense with recorded arrival is refused, and the message says what to do",
        arguments: [
            (["run", "--arrival", "recorded"], "requires --capture"),
            (["run", "--speed", "2x"], "requires --capture"),
            (["run", "--capture", "c", "--speed", "2x"], "requires --arrival recorded"),
            (["run", "--capture", "c", "--arrival", "recorded", "--rate", "9"], "--speed changes"),
            (["run", "--capture", "c", "--arrival", "poisson"], "excludes --capture"),
            (["run", "--capture", "c", "--arrival", "recorded", "--speed", "0x"], "--speed"),
            (["run", "--capture", "c", "--arrival", "recorded", "--speed", "-1"], "--speed"),
            (["run", "--capture", "c", "--arrival", "recorded", "--speed", "nan"], "--speed"),
            (["gate", "--against", "x", "--arrival", "recorded"], "requires --capture"),
            (["saturate", "--arrival", "recorded"], "requires --capture"),
            (["soak", "--arrival", "recorded"], "requires --capture"),
            (["memory", "--arrival", "recorded"], "requires --capture"),
            (["generate", "--out", "x", "--arrival", "recorded"], "requires --capture"),
        ])
    func recordedArrivalIsRefused(words: [String], message: String) throws {
        let refused = try #require(refusal(words), "taken")
        #expect(refused.status == ExitStatus.usage.rawValue)
        #expect(refused.message.contains(message), "\(refused.message)")
    }

    @Test(
        "A replay takes any speed",
        arguments: [("max", nil), ("1", 1), ("10x", 10), ("0.5x", 0.5)])
    func replaySpeeds(text: String, factor: Double?) throws {
        let speed = try #require(ReplaySpeed(argument: text))
        #expect(speed.factor == factor)
    }
}
