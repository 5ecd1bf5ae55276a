import ArgumentParser
import Foundation
import OddsClient
import OddsConsole
import OddsExperiments
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
        let outputs = try options.output.opened()
        let folder = try ResultFolder(
            below: options.output.results.results, command: "betting", start: start)
        let (runs, failure) = try await options.output.following("betting", measure)
        var result = await ResultEnvelope(
            command: options.words, seed: options.seed.value, arrival: Arrival("poisson"),
            environment: .current(since: start, processorTime: processorTime),
            BettingResult(
                players: options.players.value, policy: options.policy.rawValue, runs: runs))
        result.cutShort = LoadEnd.cutShort(
            runs, of: schedule.count, options.duration.defaultValueDescription,
            failure)
        let seconds = Date().timeIntervalSince(start)
        try outputs.write { main in
            try options.output.write(result, to: main) {
                BettingTable.summary(result, title: options.title)
            } details: {
                BettingTable.details(result, title: options.title)
            }
        } markdown: {
            try BettingMarkdown.text(result, conditions: options.conditions())
        } junit: {
            try JUnitReport.data(result, conditions: options.conditions(), seconds: seconds)
        }
        try folder.keep(result, notice: StandardError.print)
        if let failure = failure ?? ExperimentFailure(cutShort: result.cutShort) { throw failure }
        try LoadEnd.check(runs, options.conditions())
    }

    private struct PlannedRun {
        let strategy: StrategyName
        let sync: BettingSync
        let repetition: Int
    }

    /// The runs: each repetition has all strategies and syncs, and begins with another one.
    private var schedule: [PlannedRun] {
        let kinds = [options.strategy].names.flatMap { strategy in
            options.sync.syncs.map { (strategy: strategy, sync: $0) }
        }
        return (1...options.repeatCount.value).flatMap { repetition in
            kinds.indices.map { index in
                let kind = kinds[(index + repetition - 1) % kinds.count]
                return PlannedRun(
                    strategy: kind.strategy, sync: kind.sync, repetition: repetition)
            }
        }
    }

    /// Runs as often as planned, until a signal or a run that fails.
    ///
    /// - Returns: The runs, and what was wrong with the last one or with a simulator's end.
    private func measure(
        _ progress: ExperimentProgress
    ) async throws -> ([BettingRun], ExperimentFailure?) {
        defer { progress.clear() }
        var runs: [BettingRun] = []
        let schedule = schedule
        for (index, planned) in schedule.enumerated() {
            progress.begin(step(index, planned, of: schedule.count))
            do {
                let (run, failure) = try await measure(planned, progress)
                runs.append(run)
                if let failure { return (runs, failure) }
                progress.end(figure: "\(run.strategy) \(run.status.rawValue)")
            } catch where !runs.isEmpty {
                return (runs, try LoadEnd.failure(after: error))
            }
            if Interruption.current.isRequested { break }
        }
        return (runs, nil)
    }

    private func measure(
        _ planned: PlannedRun, _ progress: ExperimentProgress
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
            options.simulatorWords(state: state, sync: planned.sync) + ["--log-level", "error"]
        ) { addresses, process in
            let service = HTTPPlatformService(
                playerURL: addresses.player ?? "", oddsURL: addresses.odds,
                control: addresses.control, process: process, transport: transport)
            return try await BettingLoad(
                plan: plan(planned), service: service,
                feed: .socket(ClientConfiguration(url: addresses.ws)),
                server: ServerControl(addresses.control), progress: progress
            ).run(repetition: planned.repetition)
        }
    }

    private func plan(_ planned: PlannedRun) -> BettingPlan {
        var plan = BettingPlan()
        plan.players = options.players.value
        plan.rate = options.rate.value
        plan.strategy = planned.strategy
        plan.sync = planned.sync
        plan.delays = options.delays.nanoseconds.map { .nanoseconds(Int64(clamping: $0)) }
        plan.policy = options.policy
        plan.seed = options.seed.value
        plan.warmup = .nanoseconds(Int64(clamping: options.warmup.nanoseconds))
        plan.duration = .nanoseconds(Int64(clamping: options.duration.nanoseconds))
        plan.hasFaults = options.faults != nil
        plan.connections = options.connections.value
        plan.ticketsMax = options.ticketsMax.value
        plan.isFollowed = options.output.live.isWanted
        return plan
    }

    private func step(
        _ index: Int, _ planned: PlannedRun, of count: Int
    ) -> ExperimentProgress.Step {
        let seconds = 2 * Double(options.warmup.nanoseconds + options.duration.nanoseconds) / 1e9
        var step = ExperimentProgress.Step(
            position: count > 1 ? "run \(index + 1) of \(count)" : "betting",
            strategy: planned.strategy.text, scheduledSeconds: seconds)
        step.repetition = planned.repetition
        step.later = .init(count: count - index - 1, seconds: Double(count - index - 1) * seconds)
        step.offeredRate = Double(options.rate.value)
        return step
    }
}
