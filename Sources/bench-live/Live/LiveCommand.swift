import ArgumentParser
import Foundation
import NIOPosix
import OddsExperiments
import OddsLauncher
import OddsLive
import OddsMeasurement
import OddsOptions
import OddsReconstruction
import OddsReport
import OddsResults

struct LiveCommand: ParsableCommand {
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

    @Option(help: "\(StrategyHelp.one).")
    var strategy = StrategyName.graph

    @Option(help: "Connections.")
    var clients = 1

    @Option(help: "Topics of each connection.")
    var channels = 1

    @Option(help: "Threads of the clients, beside those that read.")
    var threads = 1

    @OptionGroup(title: "Traffic of the own server")
    var traffic: TrafficOptions

    @Option(
        help: ArgumentHelp(
            """
            What goes wrong in the own server: a plan's file or a preset of emsim, such as chaos; \
            it rests for the last \(LivePlan.quiet).
            """, valueName: "plan"))
    var faults: String?

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

    @OptionGroup(title: "Saturation")
    var saturation: LiveSaturationOptions

    @Option(help: "table or json.")
    var format = OutputFormat.table

    @Option(help: "Write to this file instead of standard output.")
    var output: String?

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
            guard connect == nil, clients == 1, storms == 0, faults == nil else {
                throw ValidationError(
                    "--in-process has one client, and neither --connect, --storms nor --faults")
            }
        }
        let isOther = inProcess || connect != nil || storms > 0 || faults != nil
        if saturation.isWanted, isOther {
            throw ValidationError(
                "--saturate goes with none of --in-process, --connect, --storms and --faults")
        }
        guard backoffMax.nanoseconds > 0 else {
            throw ValidationError("--backoff-max must be longer than 0")
        }
        guard control == nil || connect != nil else {
            throw ValidationError("--control is of a server named by --connect")
        }
        let given = traffic.givenOptions + (faults == nil ? [] : ["--faults"])
        if connect != nil, let option = given.first {
            throw ValidationError("\(option) is of the own server and cannot go with --connect")
        }
        let quietNanoseconds = UInt64(LivePlan.quiet / .nanoseconds(1))
        if faults != nil, duration.nanoseconds <= quietNanoseconds {
            throw ValidationError(
                "--duration must be more than the \(LivePlan.quiet) in which faults rest")
        }
    }

    func run() throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let output = try ResultOutput(path: self.output)
        let environment = { () -> EnvironmentDescription in
            .current(since: start, processorTime: processorTime)
        }
        if saturation.isWanted {
            let curve = try curve()
            let result = ResultEnvelope(
                command: words, seed: traffic.seed.value, environment: environment(),
                SaturationResult(
                    objective: saturation.slo, rateUnit: "records/s", curves: [curve]))
            try write(result, SaturationTable.lines(result), to: output)
        } else {
            let run = try measure(traffic)
            let result = ResultEnvelope(
                command: words, seed: traffic.seed.value, environment: environment(),
                RunResults(runs: [run]))
            try write(result, run.live.map { LiveTable.lines(run, $0) } ?? [], to: output)
            try checkTruth(run)
            try RunChecks(conditions: []).check([run])
        }
    }

    private func write(
        _ result: ResultEnvelope<some ResultContent>, _ lines: [String], to output: ResultOutput
    ) throws {
        switch format {
        case .table: try output.write(lines: head(result.environment) + lines)
        case .json: try output.write(result.json())
        }
    }

    /// The search for the highest rate.
    private func curve() throws -> SaturationCurve {
        try saturation.sweep(from: traffic.rate.value) { rate in
            var traffic = traffic
            traffic.rate = Defaulted(rate)
            let title = "live at \(FigureFormat.count(Double(rate)))/s"
            var run = try measure(traffic, title: title)
            try checkTruth(run)
            run.removeDetail()
            return run
        }.curve(of: strategy.text)
    }

    private func measure(
        _ traffic: TrafficOptions, title: String = "live"
    ) throws -> RunResult {
        let progress = ProgressLine(title: title)
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
        let simulator = try Simulator(
            ownServerWords(traffic) + ["--stamp", "--log-level", "error"])
        defer { simulator.stop() }
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
        plan.hasFaults = faults != nil
        return plan
    }

    private func head(_ environment: EnvironmentDescription) -> [String] {
        let machine = environment.machine
        let place = """
            \(machine.coreCount) × \(machine.processor ?? machine.architecture); \
            \(environment.allocator); \(environment.buildMode) build
            """
        return [words.joined(separator: " "), place, ""]
    }

    private func checkTruth(_ run: RunResult) throws {
        if let truth = run.live?.truth, truth.differing > 0 {
            throw ExperimentFailure(
                .checkFailed,
                "\(truth.differing) of \(truth.channels) channels differ from the server's truth")
        }
    }

    private func ownServerWords(_ traffic: TrafficOptions) -> [String] {
        traffic.words + (faults.map { ["--faults", $0] } ?? [])
    }

    /// The command with all defaults filled in.
    private var words: [String] {
        let server =
            connect.map { ["--connect", $0] + (control.map { ["--control", $0] } ?? []) }
            ?? ownServerWords(traffic)
        return ["bench", "live", "--strategy", strategy.text, "--clients", "\(clients)",
            "--channels", "\(channels)", "--threads", "\(threads)"] + server + [
            "--duration", duration.defaultValueDescription,
            "--warmup", warmup.defaultValueDescription, "--storms", "\(storms)",
            "--backoff-max", backoffMax.defaultValueDescription,
        ] + saturation.words + (inProcess ? ["--in-process"] : [])
    }
}
