import ArgumentParser
import Foundation
import NIOPosix
import OddsClient
import OddsConsole
import OddsExperiments
import OddsLauncher
import OddsLive
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults
import OddsSimulator
import OddsWebSocket

struct LiveCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = LiveCommandOptions.configuration

    @OptionGroup
    var options: LiveCommandOptions

    func run() async throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        try options.faults.map {
            try FileOrPreset.check(
                $0, option: "--faults", presets: FaultPresets.all.map(\.name))
        }
        let output = try ResultOutput(
            path: options.output.path, isColored: options.output.isColored)
        let folder = try ResultFolder(below: options.results.results, command: "live", start: start)
        let environment = { () async -> EnvironmentDescription in
            await .current(since: start, processorTime: processorTime)
        }
        if options.saturation.isWanted {
            let curve = try await follow { try await self.curve(progress($0)) }
            if curve.points.isEmpty { try Interruption.current.check() }
            var result = await ResultEnvelope(
                command: options.words, provider: options.provider.rawValue,
                seed: options.traffic.seed.value, arrival: arrival,
                environment: environment(),
                SaturationResult(
                    objective: options.saturation.slo, rateUnit: "records/s", curves: [curve]))
            result.cutShort = Interruption.current.signal.map {
                "\(SignalName.text($0)) after \(curve.points.count) steps"
            }
            try write(result, to: output) {
                SaturationText.summary(result, title: "saturation over sockets")
            }
            try folder.keep(result, notice: StandardError.print)
            if let failure = ExperimentFailure(cutShort: result.cutShort) { throw failure }
            try checkTruth(curve.points.map(\.run))
            try checkBuild()
            try result.result.checkConclusions()
        } else {
            let (run, failure) = try await follow { outputs in
                let progress = progress(outputs)
                progress.begin(step(options.traffic, position: "live"))
                return try await measure(options.traffic, progress)
            }
            var result = await ResultEnvelope(
                command: options.words, provider: options.provider.rawValue,
                seed: options.traffic.seed.value, arrival: arrival,
                environment: environment(),
                RunResults(runs: [run]))
            result.cutShort = cutShort(run)
            try write(result, to: output) {
                run.live.map { LiveTable.lines(run, $0) } ?? []
            }
            try folder.keep(result, notice: StandardError.print)
            try folder.keepHistograms(of: [run], arguments: options.words)
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
    private var arrival: Arrival? {
        options.connect == nil ? options.traffic.generatedArrival : nil
    }

    /// A debug build shows that all works, and measures nothing.
    private func checkBuild() throws {
        guard Launcher.isOptimized else {
            throw ExperimentFailure(
                .invalid, "this is a debug build, whose timings are meaningless: start 'bench'")
        }
    }

    private func write(
        _ result: ResultEnvelope<some CSVContent>, to output: ResultOutput,
        lines: () -> [String]
    ) throws {
        switch options.output.format {
        case .table: try output.write(lines: head(result.environment) + lines())
        case .json: try output.write(result.json())
        case .csv: try output.write(result.csv.data)
        }
    }

    private func progress(_ outputs: LiveOutputs) -> ExperimentProgress {
        ExperimentProgress(
            command: options.saturation.isWanted ? "saturate" : "live", outputs: outputs)
    }

    private func step(_ traffic: TrafficOptions, position: String) -> ExperimentProgress.Step {
        let seconds = Double(options.warmup.nanoseconds + options.duration.nanoseconds) / 1e9
        var step = ExperimentProgress.Step(
            position: position, strategy: options.strategy.text, scheduledSeconds: seconds)
        step.offeredRate = options.connect == nil ? Double(traffic.rate.value) : nil
        return step
    }

    private func cutShort(_ run: RunResult) -> String? {
        guard let measured = run.cutShortNanoseconds, let signal = Interruption.current.signal
        else { return nil }
        return """
            \(SignalName.text(signal)) after \(ClockText.text(seconds: Double(measured) / 1e9)) of \
            \(options.duration.defaultValueDescription)
            """
    }

    /// Searches the highest sustained rate.
    private func curve(_ progress: ExperimentProgress) async throws -> SaturationCurve {
        try await options.saturation.sweep(from: options.traffic.rate.value) { rateStep in
            guard !Interruption.current.isRequested else { throw RunSession.CutShort() }
            var traffic = options.traffic
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
        }.curve(of: options.strategy.text)
    }

    /// - Returns: The run, and what was wrong with the simulator's end.
    private func measure(
        _ traffic: TrafficOptions, _ progress: ExperimentProgress
    ) async throws -> (RunResult, ExperimentFailure?) {
        defer { progress.clear() }
        if options.inProcess {
            let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
            let feed = try LocalFeed(traffic.configuration, on: loop)
            return (try await measure(.local(feed), feed, progress), nil)
        }
        if let connect = options.connect {
            let control = try options.control.map {
                try ServerControl($0, token: options.controlToken, provider: options.provider)
            }
            switch options.provider {
            case .everyMatrix:
                let feed = try LiveFeed.socket(options.access.configuration(connect))
                return (try await measure(feed, control, progress), nil)
            case .sportRadar:
                return (try await measureContents(connect, control, progress), nil)
            }
        }
        return try await Simulator.run(
            options.simulatorWords(traffic) + options.compressionWords
                + Simulator.measuringArguments + ["--log-level", "error"]
        ) { addresses, _ in
            let control = try ServerControl(addresses.control, provider: options.provider)
            guard let contents = addresses.sportradar else {
                return try await measure(
                    .socket(ClientConfiguration(url: addresses.ws)), control, progress)
            }
            return try await measureContents(contents, control, progress)
        }
    }

    private func measureContents(
        _ url: String, _ server: ServerControl?, _ progress: ExperimentProgress
    ) async throws -> RunResult {
        let endpoint = try SportRadarEndpoint(url)
        let contents = LiveContents(
            endpoint, headers: options.access.headers,
            contents: options.content.map { SportRadarContent(channel: $0.name) })
        do {
            let run = try await measure(.contents(contents), server, progress)
            await endpoint.shutDown()
            return run
        } catch {
            await endpoint.shutDown()
            throw error
        }
    }

    private func measure(
        _ feed: LiveFeed, _ server: (any LiveServer)?, _ progress: ExperimentProgress
    ) async throws -> RunResult {
        try await LiveRun(plan: try plan(), feed: feed, server: server, progress: progress).run()
    }

    private func plan() throws -> LivePlan {
        var plan = LivePlan()
        plan.strategy = options.strategy
        plan.clients = options.clients.value
        plan.channels = options.channelCount
        plan.threads = options.threads.value
        plan.duration = .nanoseconds(Int64(clamping: options.duration.nanoseconds))
        plan.warmup = .nanoseconds(Int64(clamping: options.warmup.nanoseconds))
        plan.storms = options.storms
        plan.backoffMax = .nanoseconds(Int64(clamping: options.backoffMax.nanoseconds))
        plan.compression = options.compression.map(WebSocketCompression.init)
        plan.hasFaults = options.faults != nil
        plan.quiet = LiveCommandOptions.quiet
        plan.isFollowed = options.live.isWanted
        plan.delayNanosecondsMax = try options.saturation.delayNanosecondsMax()
        return plan
    }

    private func head(_ environment: EnvironmentDescription) -> [String] {
        let machine = environment.machine
        let place = """
            \(machine.processorTitle); \(environment.allocator); \(environment.buildMode) build
            """
        return TextWrap.lines(options.title, indent: "") + [place, ""]
    }

    private func checkValidity(_ run: RunResult) throws {
        guard run.status == .invalid else { return }
        // Another machine would change nothing about a server that lacks something.
        let isOfServer = run.live?.account == nil || run.serviceTime.count == 0
        let advice = ". End other programs on this machine, or lower --rate, and run it again"
        // The table says why.
        let reason = options.output.format == .table ? nil : run.reason.map { ": \($0)" }
        throw ExperimentFailure(
            .invalid, "the run is INVALID\(reason ?? "")\(isOfServer ? "" : advice)")
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
            view: options.live.isDrawn ? LiveView.draw : nil,
            metricsPort: options.live.metricsPort, experiment)
    }
}

extension WebSocketCompression {
    init(_ option: CompressionOption) {
        self =
            switch option {
            case .takeover: .takeover
            case .noTakeover: .noTakeover
            }
    }
}
