import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
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
        let outputs = try options.output.opened()
        let folder = try ResultFolder(
            below: options.output.results.results, command: "platform", start: start)
        let hashing = try await PasswordHashRate.measure()
        let (runs, failure) = try await options.output.following("platform", measure)
        var result = await ResultEnvelope(
            command: options.words, seed: options.seed.value,
            arrival: Arrival(options.arrival.rawValue),
            environment: .current(since: start, processorTime: processorTime),
            PlatformResult(
                players: options.players.value,
                passwordCost: options.connect == nil ? options.passwordCost.value : nil,
                hashing: hashing, runs: runs))
        result.cutShort = LoadEnd.cutShort(
            runs, of: options.repeatCount.value, options.duration.defaultValueDescription,
            failure)
        let seconds = Date().timeIntervalSince(start)
        try outputs.write { main in
            try options.output.write(result, to: main) {
                PlatformTable.summary(result, title: options.title)
            } details: {
                PlatformTable.details(result, title: options.title)
            }
        } markdown: {
            try PlatformMarkdown.text(result, conditions: options.conditions())
        } junit: {
            try JUnitReport.data(result, conditions: options.conditions(), seconds: seconds)
        }
        try folder.keep(result, notice: StandardError.print)
        if let failure = failure ?? ExperimentFailure(cutShort: result.cutShort) { throw failure }
        try LoadEnd.check(runs, options.conditions())
    }

    /// Runs as often as planned, until a signal or a run that fails.
    ///
    /// - Returns: The runs, and what was wrong with the last one or with a simulator's end.
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
            } catch where !runs.isEmpty {
                return (runs, try LoadEnd.failure(after: error))
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
        plan.isFollowed = options.output.live.isWanted
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
}
