import ArgumentParser
import Foundation
import NIOPosix
import OddsHarness
import OddsMeasurement
import OddsTraffic

struct LiveCommand: WorkingCommand {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Measures the client library end to end, over sockets.",
        discussion: """
            Clients follow a server, the simulator as a child process unless another is named. \
            Latency counts from the time at which the server meant to send a frame until a \
            reader of its store has the change, on one machine's clock, and is divided into \
            wire, decode, apply and deliver. At the end the world pauses, and each channel is \
            compared with the server's own account: a difference ends with status 1.

            Example: bench live --clients 10 --rate 20000 --duration 30s --faults chaos
            """)

    @Option(help: ArgumentHelp("A server instead of an own one.", valueName: "ws://…"))
    var connect: String?

    @Option(help: ArgumentHelp("The control of that server, if it has one.", valueName: "http://…"))
    var control: String?

    @Option(help: "full, delta or graph.")
    var strategy = StrategyKind.graph

    @Option(help: "Connections.")
    var clients = 1

    @Option(help: "Topics of each connection.")
    var channels = 1

    @Option(help: "Threads of the clients, beside those that read.")
    var threads = 1

    @OptionGroup(title: "Traffic of the own server")
    var traffic: LiveTrafficOptions

    @Option(help: "How long is measured; a bare number is seconds, or ms, s, m, h.")
    var duration = DurationOption(seconds: 10)

    @Option(help: "How long clients follow before that.")
    var warmup = DurationOption(seconds: 2)

    @Option(help: "After that, drop all connections at once, so many times.")
    var storms = 0

    @Option(
        name: .customLong("backoff-max"),
        help: "The longest pause between attempts to connect, which storms include.")
    var backoffMax = DurationOption(seconds: 1)

    @Flag(
        help: """
            Without sockets and without a server: the same world, made on the thread of the one \
            client. The measure for what sockets cost.
            """)
    var inProcess = false

    @Option(help: "table or json.")
    var format = OutputFormat.table

    @Option(help: "Write to this file instead of standard output.")
    var output: String?

    static var products: [String] { ["bench", "emsim"] }

    func validate() throws {
        guard clients > 0, (1...500).contains(channels), (1...64).contains(threads), storms >= 0
        else {
            throw ValidationError(
                "--clients must be positive, --channels 1 to 500, --threads 1 to 64")
        }
        guard duration.nanoseconds >= 1_000_000_000 else {
            throw ValidationError("--duration must be at least a second")
        }
        if inProcess {
            guard connect == nil, clients == 1, storms == 0, traffic.faults == nil else {
                throw ValidationError(
                    "--in-process has one client, and neither --connect, --storms nor --faults")
            }
        }
        guard backoffMax.nanoseconds > 0 else {
            throw ValidationError("--backoff-max must be longer than 0")
        }
        guard control == nil || connect != nil else {
            throw ValidationError("--control is of a server named by --connect")
        }
        if connect != nil, let option = traffic.givenOptions.first {
            throw ValidationError("\(option) is of the own server and cannot go with --connect")
        }
        let quietNanoseconds = UInt64(LivePlan.quiet / .nanoseconds(1))
        if traffic.faults != nil, duration.nanoseconds <= quietNanoseconds {
            throw ValidationError(
                "--duration must be more than the \(LivePlan.quiet) in which faults rest")
        }
    }

    func run() throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let report = try Report(path: output)
        let outcome = try measure()
        let result = BenchmarkResult(
            command: words, seed: traffic.seed.value, trafficDigest: "",
            environment: .current(since: start, processorTime: processorTime), runs: [outcome])
        switch format {
        case .table: try report.write(lines: lines(result))
        case .json: try report.write(result.json())
        }
        try check(outcome)
    }

    private func measure() throws -> RunResult {
        let progress = ProgressLine(title: "live")
        defer { progress.clear() }
        if inProcess {
            let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
            let feed = try LocalFeed(traffic.configuration, on: loop)
            return try measure(.local(feed), feed, progress)
        }
        if let connect {
            return try measure(
                .socket(url: connect), try control.map(ServerControl.init), progress)
        }
        let simulator = try Simulator(traffic.words)
        // Nobody else would end it.
        let ending = Interruption { [process = simulator.process] in
            process.terminate()
            _exit(ExitStatus.childDied.rawValue)
        }
        defer {
            simulator.stop()
            ending.stop()
        }
        return try measure(
            .socket(url: simulator.addresses.ws),
            try ServerControl(simulator.addresses.control), progress)
    }

    private func measure(
        _ feed: LiveFeed, _ server: (any LiveServer)?, _ progress: ProgressLine
    ) throws -> RunResult {
        let run = LiveRun(
            plan: plan, feed: feed, server: server, progress: { progress.show($0) })
        return try AsyncCommand.wait { try await run.run() }
    }

    private var plan: LivePlan {
        var plan = LivePlan()
        plan.strategy = strategy
        plan.clients = clients
        plan.channels = channels
        plan.threads = threads
        plan.duration = .nanoseconds(Int64(clamping: duration.nanoseconds))
        plan.warmup = .nanoseconds(Int64(clamping: warmup.nanoseconds))
        plan.storms = storms
        plan.backoffMax = .nanoseconds(Int64(clamping: backoffMax.nanoseconds))
        plan.hasFaults = traffic.faults != nil
        return plan
    }

    private func lines(_ result: BenchmarkResult) -> [String] {
        let run = result.runs[0]
        let machine = result.environment.machine
        let place = """
            \(machine.coreCount) × \(machine.processor ?? machine.architecture); \
            \(result.environment.allocator); \(result.environment.buildMode) build
            """
        let title = result.command.joined(separator: " ")
        return [title, place, ""] + (run.live.map { LiveText.lines(run, $0) } ?? [])
    }

    private func check(_ run: RunResult) throws {
        if let truth = run.live?.truth, truth.differing > 0 {
            throw BenchFailure(
                .checkFailed,
                "\(truth.differing) of \(truth.channels) channels differ from the server's truth")
        }
        try RunChecks(conditions: []).check([run])
    }

    /// The command with all defaults filled in.
    private var words: [String] {
        let server =
            connect.map { ["--connect", $0] + (control.map { ["--control", $0] } ?? []) }
            ?? traffic.ownWords
        return ["bench", "live", "--strategy", strategy.rawValue, "--clients", "\(clients)",
            "--channels", "\(channels)", "--threads", "\(threads)"] + server + [
            "--duration", duration.defaultValueDescription,
            "--warmup", warmup.defaultValueDescription, "--storms", "\(storms)",
            "--backoff-max", backoffMax.defaultValueDescription,
        ] + (inProcess ? ["--in-process"] : [])
    }
}

/// What the own server is told.
struct LiveTrafficOptions: ParsableArguments {
    @Option(help: "Number of events.")
    var events = Defaulted(100)

    @Option(help: "Markets of each event.")
    var markets = Defaulted(50)

    @Option(help: "Outcomes of each market; each has one betting offer.")
    var outcomes = Defaulted(3)

    @Option(help: "BETTING_OFFER updates per second of the whole world.")
    var rate = Defaulted(10_000)

    @Option(help: "What happens, as in 'bench run'.")
    var scenario = Defaulted("steady")

    @Option(help: "The world's seed.")
    var seed = Defaulted<UInt64>(42)

    @Option(help: ArgumentHelp(
        "What goes wrong: a plan's file or a preset of emsim, such as chaos; it rests for the "
            + "last \(LivePlan.quiet).", valueName: "plan"))
    var faults: String?

    private var pairs: [(name: String, text: String, isGiven: Bool)] {
        [
            ("--events", events.defaultValueDescription, events.isGiven),
            ("--markets", markets.defaultValueDescription, markets.isGiven),
            ("--outcomes", outcomes.defaultValueDescription, outcomes.isGiven),
            ("--rate", rate.defaultValueDescription, rate.isGiven),
            ("--scenario", scenario.defaultValueDescription, scenario.isGiven),
            ("--seed", seed.defaultValueDescription, seed.isGiven),
        ]
    }

    var givenOptions: [String] {
        pairs.filter(\.isGiven).map(\.name) + (faults == nil ? [] : ["--faults"])
    }

    var ownWords: [String] {
        pairs.flatMap { [$0.name, $0.text] } + (faults.map { ["--faults", $0] } ?? [])
    }

    /// The world that the simulator would make of them.
    var configuration: TrafficConfiguration {
        var configuration = TrafficConfiguration()
        configuration.events = events.value
        configuration.markets = markets.value
        configuration.outcomes = outcomes.value
        configuration.rate = rate.value
        configuration.scenario = scenario.value
        configuration.seed = seed.value
        return configuration
    }

    /// As the simulator's own.
    var words: [String] { ownWords + ["--stamp", "--log-level", "error"] }
}
