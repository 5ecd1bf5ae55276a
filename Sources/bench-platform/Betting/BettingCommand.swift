import ArgumentParser
import Foundation
import OddsClient
import OddsExperiments
import OddsLauncher
import OddsLive
import OddsMeasurement
import OddsOptions
import OddsPlatformLoad
import OddsReconstruction
import OddsReport
import OddsResults
import OddsSimulator
import ServicesProvider

struct BettingCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = BettingCommandOptions.configuration

    @OptionGroup
    var options: BettingCommandOptions

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
            below: options.results.results, command: "betting", start: start)
        let (runs, failure) = try await LiveOutputs.following(
            view: options.live.isDrawn ? LiveView.draw : nil,
            metricsPort: options.live.metricsPort
        ) { try await measure(ExperimentProgress(command: "betting", outputs: $0)) }
        var result = await ResultEnvelope(
            command: options.words, seed: options.seed.value, arrival: Arrival("poisson"),
            environment: .current(since: start, processorTime: processorTime),
            BettingResult(
                players: options.players.value, policy: options.policy.rawValue,
                sync: options.sync.rawValue, runs: runs))
        result.cutShort = cutShort(runs)
        let seconds = Date().timeIntervalSince(start)
        try outputs.write { main in
            switch options.output.format {
            case .table:
                try main.write(
                    lines: options.details.details
                        ? BettingTable.details(result, title: options.title)
                        : BettingTable.summary(result, title: options.title))
            case .json: try main.write(result.json())
            case .csv: try main.write(result.csv.data)
            }
        } markdown: {
            BettingMarkdown.text(result)
        } junit: {
            try JUnitReport.data(result, conditions: options.conditions(), seconds: seconds)
        }
        try folder.keep(result, notice: StandardError.print)
        if let failure = failure ?? ExperimentFailure(cutShort: result.cutShort) { throw failure }
        try check(runs)
    }

    /// The runs: each repetition has all strategies, and begins with another one.
    private var schedule: [(strategy: StrategyName, repetition: Int)] {
        let names = [options.strategy].names
        return (1...options.repeatCount.value).flatMap { repetition in
            names.indices.map { (names[($0 + repetition - 1) % names.count], repetition) }
        }
    }

    /// Runs as often as planned, until a signal.
    ///
    /// - Returns: The runs, and what was wrong with a simulator's end.
    private func measure(
        _ progress: ExperimentProgress
    ) async throws -> ([BettingRun], ExperimentFailure?) {
        defer { progress.clear() }
        var runs: [BettingRun] = []
        let schedule = schedule
        for (index, (strategy, repetition)) in schedule.enumerated() {
            progress.begin(step(index, strategy, repetition, of: schedule.count))
            do {
                let (run, failure) = try await measure(strategy, repetition, progress)
                runs.append(run)
                if let failure { return (runs, failure) }
                progress.end(figure: "\(strategy.text) \(run.status.rawValue)")
            } catch where Interruption.current.isRequested && !runs.isEmpty {
                break
            }
            if Interruption.current.isRequested { break }
        }
        return (runs, nil)
    }

    private func measure(
        _ strategy: StrategyName, _ repetition: Int, _ progress: ExperimentProgress
    ) async throws -> (BettingRun, ExperimentFailure?) {
        let transport = AsyncHTTPTransport()
        defer { Task { await transport.shutDown() } }
        let folder = URL(filePath: options.stateFolder, directoryHint: .isDirectory)
            .appending(path: "bench-betting-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw ExperimentFailure(
                .cannotWrite, "--state-folder \(options.stateFolder): cannot be written to")
        }
        defer { try? FileManager.default.removeItem(at: folder) }
        let state = folder.appending(path: "state").path
        return try await Simulator.run(
            options.simulatorWords(state: state) + ["--log-level", "error"]
        ) { addresses, process in
            let service = HTTPPlatformService(
                playerURL: addresses.player ?? "", oddsURL: addresses.odds,
                control: addresses.control, process: process, transport: transport)
            return try await BettingLoad(
                plan: plan(strategy), service: service,
                feed: .socket(ClientConfiguration(url: addresses.ws)),
                server: ServerControl(addresses.control), progress: progress
            ).run(repetition: repetition)
        }
    }

    private func plan(_ strategy: StrategyName) -> BettingPlan {
        var plan = BettingPlan()
        plan.players = options.players.value
        plan.rate = options.rate.value
        plan.strategy = strategy
        plan.delays = options.delays.nanoseconds.map { .nanoseconds(Int64(clamping: $0)) }
        plan.policy = options.policy
        plan.seed = options.seed.value
        plan.warmup = .nanoseconds(Int64(clamping: options.warmup.nanoseconds))
        plan.duration = .nanoseconds(Int64(clamping: options.duration.nanoseconds))
        plan.hasFaults = options.faults != nil
        plan.connections = options.connections.value
        plan.ticketsMax = options.ticketsMax.value
        plan.isFollowed = options.live.isWanted
        return plan
    }

    private func step(
        _ index: Int, _ strategy: StrategyName, _ repetition: Int, of count: Int
    ) -> ExperimentProgress.Step {
        let seconds = 2 * Double(options.warmup.nanoseconds + options.duration.nanoseconds) / 1e9
        var step = ExperimentProgress.Step(
            position: count > 1 ? "run \(index + 1) of \(count)" : "betting",
            strategy: strategy.text, scheduledSeconds: seconds)
        step.repetition = repetition
        step.later = .init(count: count - index - 1, seconds: Double(count - index - 1) * seconds)
        step.offeredRate = Double(options.rate.value)
        return step
    }

    private func cutShort(_ runs: [BettingRun]) -> String? {
        guard let signal = Interruption.current.signal else { return nil }
        if let measured = runs.last?.cutShortNanoseconds {
            return """
                \(SignalName.text(signal)) after \
                \(ClockText.text(seconds: Double(measured) / 1e9)) of \
                \(options.duration.defaultValueDescription)
                """
        }
        return runs.count < schedule.count
            ? "\(SignalName.text(signal)) after \(FigureFormat.counted(runs.count, "run"))" : nil
    }

    /// Called when the results are kept: what was measured is not lost with what is wrong.
    private func check(_ runs: [BettingRun]) throws {
        if let wrong = runs.lazy.compactMap(\.failedCheck).first {
            throw ExperimentFailure(.checkFailed, "\(wrong.name): \(wrong.detail)")
        }
        if let invalid = runs.first(where: { $0.status == .invalid }) {
            throw ExperimentFailure(
                .invalid,
                """
                run \(invalid.repetition) of \(invalid.strategy) is INVALID: \
                \(invalid.reason ?? "")
                """)
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
}
