import ArgumentParser
import Foundation
import OddsExperiments
import OddsLauncher
import OddsLive
import OddsMeasurement
import OddsOptions
import OddsPlatformLoad
import OddsReport
import OddsResults
import OddsSimulator
import ServicesProvider

struct PlatformCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = PlatformCommandOptions.configuration

    @OptionGroup
    var options: PlatformCommandOptions

    func run() async throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        try options.faults.map {
            try FileOrPreset.check(
                $0, option: "--faults", presets: FaultPresets.all.map(\.name))
        }
        let outputs = try ReportOutputs(
            main: ResultOutput(path: options.output.path, isColored: options.output.isColored),
            markdown: options.markdown, junit: options.junit)
        let folder = try ResultFolder(
            below: options.results.results, command: "platform", start: start)
        let hashing = try await PasswordHashRate.measure()
        let (runs, failure) = try await follow { try await measure(ExperimentProgress($0)) }
        var result = await ResultEnvelope(
            command: options.words, seed: options.seed.value,
            arrival: Arrival(options.arrival.rawValue),
            environment: .current(since: start, processorTime: processorTime),
            PlatformResult(
                players: options.players.value,
                passwordCost: options.connect == nil ? options.passwordCost.value : nil,
                hashing: hashing, runs: runs))
        result.cutShort = cutShort(runs)
        let seconds = Date().timeIntervalSince(start)
        try outputs.write { main in
            switch options.output.format {
            case .table:
                try main.write(
                    lines: options.details.details
                        ? PlatformTable.details(result, title: options.title)
                        : PlatformTable.summary(result, title: options.title))
            case .json: try main.write(result.json())
            case .csv: try main.write(result.csv.data)
            }
        } markdown: {
            PlatformMarkdown.text(result)
        } junit: {
            try JUnitReport.data(result, conditions: options.conditions(), seconds: seconds)
        }
        try folder.keep(result, notice: StandardError.print)
        if let failure = failure ?? ExperimentFailure(cutShort: result.cutShort) { throw failure }
        try check(runs)
    }

    /// Runs as often as planned, until a signal.
    ///
    /// - Returns: The runs, and what was wrong with a simulator's end.
    private func measure(
        _ progress: ExperimentProgress
    ) async throws -> ([PlatformRun], ExperimentFailure?) {
        defer { progress.clear() }
        var runs: [PlatformRun] = []
        let count = options.repeatCount.value
        for number in 1...count {
            progress.begin(step(number))
            let run: PlatformRun
            do {
                let (measured, failure) = try await measure(number, progress)
                if let failure { return (runs + [measured], failure) }
                run = measured
            } catch where Interruption.current.isRequested && !runs.isEmpty {
                break
            }
            runs.append(run)
            progress.end(figure: "run \(number) \(run.status.rawValue)")
            if Interruption.current.isRequested { break }
        }
        return (runs, nil)
    }

    private func measure(
        _ number: Int, _ progress: ExperimentProgress
    ) async throws -> (PlatformRun, ExperimentFailure?) {
        let transport = AsyncHTTPTransport()
        defer { Task { await transport.shutDown() } }
        if let connect = options.connect, let control = options.control {
            let service = HTTPPlatformService(
                playerURL: connect, control: control, token: options.controlToken,
                transport: transport)
            return (try await load(service, progress).run(repetition: number), nil)
        }
        return try await Simulator.run(
            options.simulatorWords + ["--log-level", "error"]
        ) { addresses, process in
            let service = HTTPPlatformService(
                playerURL: addresses.player ?? "", control: addresses.control, process: process,
                transport: transport)
            return try await load(service, progress).run(repetition: number)
        }
    }

    private func load(
        _ service: some PlatformService, _ progress: ExperimentProgress
    ) -> PlatformLoad {
        var plan = PlatformPlan()
        plan.players = options.players.value
        plan.rate = options.rate.value
        plan.mix = options.mix.mix
        plan.arrival =
            switch options.arrival {
            case .poisson: .poisson
            case .constant: .constant
            }
        plan.seed = options.seed.value
        plan.warmup = .nanoseconds(Int64(clamping: options.warmup.nanoseconds))
        plan.duration = .nanoseconds(Int64(clamping: options.duration.nanoseconds))
        plan.storms = options.storms
        plan.stormRequests = options.stormRequests
        plan.hasFaults = options.faults != nil
        plan.connections = options.connections.value
        plan.requestsMax = options.requestsMax.value
        plan.isFollowed = options.live.isWanted
        return PlatformLoad(plan: plan, service: service, progress: progress)
    }

    private func step(_ number: Int) -> ExperimentProgress.Step {
        let seconds = Double(options.warmup.nanoseconds + options.duration.nanoseconds) / 1e9
        let count = options.repeatCount.value
        var step = ExperimentProgress.Step(
            position: count > 1 ? "run \(number) of \(count)" : "platform", strategy: "platform",
            scheduledSeconds: seconds)
        step.repetition = number
        step.later = .init(count: count - number, seconds: Double(count - number) * seconds)
        step.offeredRate = Double(options.rate.value)
        return step
    }

    private func cutShort(_ runs: [PlatformRun]) -> String? {
        guard let signal = Interruption.current.signal else { return nil }
        if let measured = runs.last?.cutShortNanoseconds {
            return """
                \(SignalName.text(signal)) after \
                \(ClockText.text(seconds: Double(measured) / 1e9)) of \
                \(options.duration.defaultValueDescription)
                """
        }
        return runs.count < options.repeatCount.value
            ? "\(SignalName.text(signal)) after \(FigureFormat.counted(runs.count, "run"))" : nil
    }

    /// Called when the results are kept: what was measured is not lost with what is wrong.
    private func check(_ runs: [PlatformRun]) throws {
        if let wrong = runs.lazy.compactMap(\.failedCheck).first {
            throw ExperimentFailure(.checkFailed, "\(wrong.name): \(wrong.detail)")
        }
        if let invalid = runs.first(where: { $0.status == .invalid }) {
            throw ExperimentFailure(
                .invalid, "run \(invalid.repetition) is INVALID: \(invalid.reason ?? "")")
        }
        var open: String?
        for condition in try options.conditions() {
            for run in runs {
                let figure = "\(condition.text): it is \(condition.figure(of: run))"
                switch condition.outcome(for: run) {
                case .fails: throw ExperimentFailure(.checkFailed, figure)
                case .unknown: open = figure
                case .holds: break
                }
            }
        }
        if let open { throw ExperimentFailure(.inconclusive, open) }
    }

    private func follow<Value: Sendable>(
        _ experiment: (LiveOutputs) async throws -> Value
    ) async throws -> Value {
        try await LiveOutputs.following(
            view: options.live.isDrawn ? LiveView.draw : nil,
            metricsPort: options.live.metricsPort, experiment)
    }
}

extension ExperimentProgress {
    fileprivate convenience init(_ outputs: LiveOutputs) {
        self.init(command: "platform", outputs: outputs)
    }
}
