import ArgumentParser
import Foundation
import NIOPosix
import OddsClient
import OddsExperiments
import OddsLauncher
import OddsLive
import OddsMeasurement
import OddsOptions
import OddsReconstruction
import OddsReport
import OddsResults
import OddsWebSocket

struct LiveCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Measures the client library end to end, over sockets.",
        discussion: """
            Clients follow a server: the simulator as a child process, or the one named by \
            --connect. Every frame that the server schedules within the window counts, for each \
            channel, connected or not: from the time at which it was due until a reader of the \
            store has the change or a later state, on one machine's clock. The parts wire, \
            decode, apply and deliver are of the frames that came. At the end the server pauses, \
            and each channel is compared with the server's own state; a difference makes the run \
            INVALID and ends with status 1. It is also INVALID, with status 4, if the server's \
            generator was late or its schedule is not known.

            Example: bench live --clients 10 --rate 20000 --duration 30s --faults chaos
            """)

    @Option(help: ArgumentHelp("Server to use instead of the simulator.", valueName: "ws://…"))
    var connect: String?

    @Option(
        help: ArgumentHelp(
            "Control interface of that server, if it has one.", valueName: "http://…"))
    var control: String?

    @Option(
        help: ArgumentHelp(
            "Token that this control interface requires. Results do not keep it.",
            valueName: "token"))
    var controlToken: String?

    @OptionGroup(title: "Access to that server")
    var access: ServerAccess

    @Option(help: "\(StrategyHelp.one).")
    var strategy = StrategyName.graph

    @Option(
        help: "Number of connections.",
        transform: CountText.option)
    var clients = 1

    @Option(
        help: "Topics per connection.",
        transform: CountText.option)
    var channels = 1

    @Option(
        help: "Threads of the clients, without those of the readers.",
        transform: CountText.option)
    var threads = 1

    @OptionGroup(title: "Traffic of the simulator")
    var traffic: TrafficOptions

    @Option(
        help: ArgumentHelp(
            """
            Faults that the simulator injects: the file of a plan, or a preset of emsim such as \
            chaos. There are none in the last \(LivePlan.quiet).
            """, valueName: "plan"))
    var faults: String?

    @Option(help: "Measured time; a bare number is seconds, or use ms, s, m, h.")
    var duration = DurationOption(seconds: 10)

    @Option(help: "Unmeasured time before that, with all clients connected.")
    var warmup = DurationOption(seconds: 2)

    @Option(
        help: """
            Number of reconnect storms, each dropping all connections at once, evenly over the \
            measured time; the response times include them.
            """,
        transform: CountText.option)
    var storms = 0

    @Option(
        name: .customLong("backoff-max"),
        help: "Longest pause between connection attempts, also in storms.")
    var backoffMax = DurationOption(seconds: 1)

    @Option(
        help: """
            Compression that the clients offer, and that the simulator accepts: takeover, where \
            messages refer to earlier ones, or no-takeover (default: off).
            """)
    var compression: WebSocketCompression?

    @Flag(
        help: """
            Generate the same traffic on the thread of a single client, without sockets and \
            without a server. The difference is the cost of the sockets.
            """)
    var inProcess = false

    @OptionGroup(title: "Saturation")
    var saturation: LiveSaturationOptions

    @OptionGroup
    var live: LiveOptions

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var results: ResultOptions

    func validate() throws {
        try traffic.requireGeneratedArrival()
        for (name, value, range) in [
            ("clients", clients, 1...100_000), ("channels", channels, 1...500),
            ("threads", threads, 1...64), ("storms", storms, 0...100_000),
        ] where !range.contains(value) {
            throw ValidationError(
                "--\(name) \(value): must be between \(range.lowerBound) and \(range.upperBound)")
        }
        guard duration.nanoseconds >= 1_000_000_000 else {
            throw ValidationError("--duration must be at least a second")
        }
        if inProcess {
            guard connect == nil, clients == 1, storms == 0, faults == nil, compression == nil
            else {
                throw ValidationError(
                    "--in-process allows one client, and none of --connect, --storms, --faults "
                        + "and --compression")
            }
        }
        let isOther = inProcess || connect != nil || storms > 0 || faults != nil
        if saturation.isWanted, isOther {
            throw ValidationError(
                "--saturate excludes --in-process, --connect, --storms and --faults")
        }
        guard backoffMax.nanoseconds > 0 else {
            throw ValidationError("--backoff-max must be longer than 0")
        }
        guard control == nil || connect != nil else {
            throw ValidationError("--control requires --connect")
        }
        guard controlToken == nil || control != nil else {
            throw ValidationError("--control-token requires --control")
        }
        if connect == nil, let option = access.givenOptions.first {
            throw ValidationError("\(option) requires --connect")
        }
        let given = traffic.givenOptions + (faults == nil ? [] : ["--faults"])
        if connect != nil, let option = given.first {
            throw ValidationError("\(option) applies to the simulator and excludes --connect")
        }
        let quietNanoseconds = UInt64(LivePlan.quiet / .nanoseconds(1))
        if faults != nil, duration.nanoseconds <= quietNanoseconds {
            throw ValidationError(
                "--duration must be longer than the \(LivePlan.quiet) without faults at its end")
        }
    }

    func run() async throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let output = try ResultOutput(path: self.output.path, isColored: self.output.isColored)
        let folder = try ResultFolder(below: results.results, command: "live", start: start)
        let environment = { () async -> EnvironmentDescription in
            await .current(since: start, processorTime: processorTime)
        }
        if saturation.isWanted {
            let curve = try await follow { try await self.curve(progress($0)) }
            if curve.points.isEmpty { try Interruption.current.check() }
            var result = await ResultEnvelope(
                command: words, seed: traffic.seed.value, arrival: arrival,
                environment: environment(),
                SaturationResult(
                    objective: saturation.slo, rateUnit: "records/s", curves: [curve]))
            result.cutShort = Interruption.current.signal.map {
                "\(SignalName.text($0)) after \(curve.points.count) steps"
            }
            try write(result, SaturationTable.lines(result), to: output)
            try folder.keep(result, notice: StandardError.print)
            if let failure = ExperimentFailure(cutShort: result.cutShort) { throw failure }
            try checkTruth(curve.points.map(\.run))
            try checkBuild()
            try result.result.checkConclusions()
        } else {
            let (run, failure) = try await follow { outputs in
                let progress = progress(outputs)
                progress.begin(step(traffic, position: "live"))
                return try await measure(traffic, progress)
            }
            var result = await ResultEnvelope(
                command: words, seed: traffic.seed.value, arrival: arrival,
                environment: environment(),
                RunResults(runs: [run]))
            result.cutShort = cutShort(run)
            try write(result, run.live.map { LiveTable.lines(run, $0) } ?? [], to: output)
            try folder.keep(result, notice: StandardError.print)
            try folder.keepHistograms(of: [run], arguments: words)
            try folder.keepIntervals(of: [run])
            if let failure = failure ?? ExperimentFailure(cutShort: result.cutShort) {
                throw failure
            }
            try checkTruth([run])
            try checkBuild()
            try checkValidity(run)
        }
    }

    /// That of the simulator; another server's is not known.
    private var arrival: Arrival? { connect == nil ? traffic.generatedArrival : nil }

    /// A debug build shows that all works, and measures nothing.
    private func checkBuild() throws {
        guard Launcher.isOptimized else {
            throw ExperimentFailure(
                .invalid, "this is a debug build, whose timings are meaningless: start 'bench'")
        }
    }

    private func write(
        _ result: ResultEnvelope<some CSVContent>, _ lines: [String], to output: ResultOutput
    ) throws {
        switch self.output.format {
        case .table: try output.write(lines: head(result.environment) + lines)
        case .json: try output.write(result.json())
        case .csv: try output.write(result.csv.data)
        }
    }

    private func progress(_ outputs: LiveOutputs) -> ExperimentProgress {
        ExperimentProgress(
            command: saturation.isWanted ? "saturate" : "live", outputs: outputs)
    }

    private func step(_ traffic: TrafficOptions, position: String) -> ExperimentProgress.Step {
        let seconds = Double(warmup.nanoseconds + duration.nanoseconds) / 1e9
        var step = ExperimentProgress.Step(
            position: position, strategy: strategy.text, scheduledSeconds: seconds)
        step.offeredRate = connect == nil ? Double(traffic.rate.value) : nil
        return step
    }

    private func cutShort(_ run: RunResult) -> String? {
        guard let measured = run.cutShortNanoseconds, let signal = Interruption.current.signal
        else { return nil }
        return """
            \(SignalName.text(signal)) after \(ClockText.text(seconds: Double(measured) / 1e9)) of \
            \(duration.defaultValueDescription)
            """
    }

    /// Searches the highest sustained rate.
    private func curve(_ progress: ExperimentProgress) async throws -> SaturationCurve {
        try await saturation.sweep(from: traffic.rate.value) { rateStep in
            guard !Interruption.current.isRequested else { throw RunSession.CutShort() }
            var traffic = traffic
            traffic.rate = Defaulted(rateStep.rate)
            let rate = FigureFormat.count(Double(rateStep.rate))
            let count = rateStep.number + rateStep.laterCount
            var step = step(
                traffic, position: "step \(rateStep.number) of about \(count), \(rate)/s")
            step.later = .init(
                count: rateStep.laterCount,
                seconds: Double(rateStep.laterCount) * step.scheduledSeconds)
            progress.begin(step)
            let (run, failure) = try await measure(traffic, progress)
            if let failure { throw failure }
            guard run.cutShortNanoseconds == nil else { throw RunSession.CutShort() }
            progress.end(figure: RunFigure.text(run))
            return run
        }.curve(of: strategy.text)
    }

    /// - Returns: The run, and what was wrong with the simulator's end.
    private func measure(
        _ traffic: TrafficOptions, _ progress: ExperimentProgress
    ) async throws -> (RunResult, ExperimentFailure?) {
        defer { progress.clear() }
        if inProcess {
            let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
            let feed = try LocalFeed(traffic.configuration, on: loop)
            return (try await measure(.local(feed), feed, progress), nil)
        }
        if let connect {
            let run = try await measure(
                .socket(access.configuration(connect)),
                control.map { try ServerControl($0, token: controlToken) }, progress)
            return (run, nil)
        }
        return try await Simulator.run(
            simulatorWords(traffic) + compressionWords + ["--log-level", "error"]
        ) { addresses in
            try await measure(
                .socket(ClientConfiguration(url: addresses.ws)),
                ServerControl(addresses.control), progress)
        }
    }

    private func measure(
        _ feed: LiveFeed, _ server: (any LiveServer)?, _ progress: ExperimentProgress
    ) async throws -> RunResult {
        try await LiveRun(plan: try plan(), feed: feed, server: server, progress: progress).run()
    }

    private func plan() throws -> LivePlan {
        var plan = LivePlan()
        plan.strategy = strategy
        plan.clients = clients
        plan.channels = channels
        plan.threads = threads
        plan.duration = .nanoseconds(Int64(clamping: duration.nanoseconds))
        plan.warmup = .nanoseconds(Int64(clamping: warmup.nanoseconds))
        plan.storms = storms
        plan.backoffMax = .nanoseconds(Int64(clamping: backoffMax.nanoseconds))
        plan.compression = compression
        plan.hasFaults = faults != nil
        plan.isFollowed = live.isWanted
        plan.delayNanosecondsMax = try saturation.delayNanosecondsMax()
        return plan
    }

    private func head(_ environment: EnvironmentDescription) -> [String] {
        let machine = environment.machine
        let place = """
            \(machine.processorTitle); \(environment.allocator); \(environment.buildMode) build
            """
        return [words.joined(separator: " "), place, ""]
    }

    private func checkValidity(_ run: RunResult) throws {
        guard run.status == .invalid else { return }
        // Another machine would change nothing about a server that lacks something.
        let isOfServer = run.live?.account == nil || run.serviceTime.count == 0
        let advice = ". End other programs on this machine, or lower --rate, and run it again"
        throw ExperimentFailure(
            .invalid,
            "the run is INVALID: \(run.reason ?? "no reason is known")\(isOfServer ? "" : advice)")
    }

    /// Called when the results are kept: what was measured is not lost with
    /// what is wrong.
    private func checkTruth(_ runs: [RunResult]) throws {
        guard let failure = runs.compactMap(\.live?.truth?.failure).first else { return }
        throw ExperimentFailure(.checkFailed, failure)
    }

    private func follow<Value: Sendable>(
        _ experiment: (LiveOutputs) async throws -> Value
    ) async throws -> Value {
        try await LiveOutputs.following(
            view: live.isDrawn ? LiveView.draw : nil, metricsPort: live.metricsPort, experiment)
    }

    /// The command with all defaults.
    private var words: [String] {
        let server =
            connect.map { ["--connect", $0] + (control.map { ["--control", $0] } ?? []) }
            ?? simulatorWords(traffic)
        return ["bench", "live", "--strategy", strategy.text, "--clients", "\(clients)",
            "--channels", "\(channels)", "--threads", "\(threads)"] + server + [
            "--duration", duration.defaultValueDescription,
            "--warmup", warmup.defaultValueDescription, "--storms", "\(storms)",
            "--backoff-max", backoffMax.defaultValueDescription,
        ] + compressionWords + saturation.words + (inProcess ? ["--in-process"] : [])
    }

    private var compressionWords: [String] {
        compression.map { ["--compression", $0.rawValue] } ?? []
    }

    /// The options of the simulator.
    private func simulatorWords(_ traffic: TrafficOptions) -> [String] {
        traffic.words + (faults.map { ["--faults", $0] } ?? [])
    }
}

extension WebSocketCompression: ExpressibleByArgument {}
