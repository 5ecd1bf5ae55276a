import OddsCapture
import OddsHarness
import OddsReconstruction
import OddsResults
import OddsTraffic

/// The traffic of a run: generated, or the frames of a capture.
package enum RunTraffic: Equatable, Sendable {
    case generated(TrafficConfiguration, on: FeedProvider)
    case capture(path: String, pacing: CapturePacing, ramp: RateRamp? = nil)

    /// The traffic's seed; `nil` for a capture.
    package var seed: UInt64? {
        if case .generated(let configuration, _) = self { configuration.seed } else { nil }
    }

    /// Whether frames are due at a rate, not at recorded times.
    package var isPaced: Bool {
        if case .capture(_, .recorded, _) = self { false } else { true }
    }

    package var plan: TrafficPlan {
        switch self {
        case .generated(let configuration, let provider): .generated(configuration, on: provider)
        case .capture(let path, let pacing, let ramp):
            .capture(path: path, pacing: pacing, ramp: ramp)
        }
    }

    package var arrival: Arrival {
        switch self {
        case .generated(let configuration, _): Arrival(configuration.arrival.rawValue)
        case .capture(_, .rate, _): Arrival(ArrivalProcess.constant.rawValue)
        case .capture(_, .recorded(let speed), _): Arrival.recorded(speed: speed)
        }
    }

    /// What the frames belong to. Reads a capture, which checks that it can be used.
    package func feed() throws -> FeedChannels {
        switch self {
        case .generated(_, let provider): FeedChannels(generatedOn: provider)
        case .capture(let path, let pacing, _): try Self.feed(of: path, pacing)
        }
    }
}

extension RunTraffic {
    private static func feed(
        of path: String, _ pacing: CapturePacing
    ) throws -> FeedChannels {
        let capture = try CaptureTraffic(path: path)
        if case .recorded = pacing { try capture.checkRecordedTimes() }
        return capture.feed
    }
}

extension FeedChannels {
    /// Those of generated traffic.
    package init(generatedOn provider: FeedProvider) {
        let channel =
            switch provider {
            case .everyMatrix: TrafficGenerator.channel
            case .sportRadar: SportRadarGenerator.channel
            }
        self.init([channel], of: provider)
    }
}

/// Runs of strategies side by side, on the same frames.
package struct RunExperiment {
    package var strategies: [RunSubject]
    /// The plan of each run, except for what it measures.
    package var plan: RunPlan
    /// The number of runs of each strategy.
    package var repeatCount: Int
    /// Updates per second, for display; `nil` for none.
    package var offeredRate: Double?
    private let progress: ExperimentProgress

    package init(
        strategies: [StrategyName], programs: [MeasuredProgram] = [], plan: RunPlan,
        repeatCount: Int, progress: ExperimentProgress = .silent
    ) {
        self.strategies = strategies.map { .strategy($0) } + programs.map { .program($0) }
        self.plan = plan
        self.repeatCount = repeatCount
        self.progress = progress
    }

    package struct Outcome: Sendable {
        package var runs: [RunResult]
        /// `nil` if no run is whole.
        package var trafficDigest: String?
        /// Why runs were repeated or dropped, one line each.
        package var disturbances: [String]
        /// Why not all runs were made, and how many were; `nil` if all were.
        package var cutShort: String?
    }

    /// Strategies take turns, so that drift of the machine's speed affects all
    /// of them. An invalid run is repeated, at most `repeatCount` times per
    /// strategy. Runs that are still invalid are dropped if more than half of
    /// the strategy's runs are valid.
    ///
    /// An interruption ends the run that goes on. Such a run is kept only if its
    /// strategy has no whole one.
    ///
    /// - Parameter retries: Whether invalid runs are repeated at all.
    /// - Throws: `ExperimentFailure` after an interruption before anything was
    ///   measured, besides what runs throw.
    package func run(retries: Bool) async throws -> Outcome {
        try await run(retries: retries) { strategy, repetition in
            progress.begin(step(strategy, repetition))
            let outcome = try await session(strategy).run()
            progress.end(figure: RunFigure.text(outcome.result))
            return outcome
        }
    }

    /// - Parameter measure: One run of a strategy with the number of its
    ///   repetition.
    func run(
        retries: Bool, measure: (RunSubject, Int) async throws -> RunSession.Outcome
    ) async throws -> Outcome {
        var outcomes: [RunSession.Outcome] = []
        var disturbances: [String] = []
        var retryCounts: [RunSubject: Int] = [:]
        var unfinishedRetry: RunSubject?
        defer { progress.clear() }
        runs: for repetition in 1...repeatCount {
            for strategy in strategies {
                guard !Interruption.current.isRequested else { break runs }
                do {
                    var outcome = try await measure(strategy, repetition)
                    while outcome.result.status == .invalid, retries,
                        retryCounts[strategy, default: 0] < repeatCount,
                        !Interruption.current.isRequested
                    {
                        retryCounts[strategy, default: 0] += 1
                        disturbances.append(
                            Self.line("made again", strategy, repetition, outcome))
                        let next = try await whole { try await measure(strategy, repetition) }
                        guard let next else {
                            unfinishedRetry = strategy
                            break
                        }
                        outcome = next
                    }
                    outcome.result.repetition = repetition
                    outcomes.append(outcome)
                } catch is RunSession.CutShort {
                    break runs
                }
            }
        }
        let cutShort = try cutShort(&outcomes, within: unfinishedRetry)
        try RunChecks.checkEquality(outcomes.filter { $0.result.cutShortNanoseconds == nil })
        for strategy in strategies {
            let own = outcomes.filter { $0.result.strategy == strategy.text }
            let invalid = own.filter { $0.result.status == .invalid }
            guard 2 * (own.count - invalid.count) > repeatCount else { continue }
            outcomes.removeAll {
                $0.result.strategy == strategy.text && $0.result.status == .invalid
            }
            disturbances += invalid.map {
                Self.line("left out", strategy, $0.result.repetition, $0)
            }
        }
        return Outcome(
            runs: outcomes.map(\.result), trafficDigest: outcomes[0].trafficDigest,
            disturbances: disturbances, cutShort: cutShort)
    }

    /// A further attempt at a run; `nil` if it was cut short, so that the one before it counts.
    private func whole(
        _ measure: () async throws -> RunSession.Outcome
    ) async throws -> RunSession.Outcome? {
        do {
            let outcome = try await measure()
            return outcome.result.cutShortNanoseconds == nil ? outcome : nil
        } catch is RunSession.CutShort {
            return nil
        }
    }

    /// Removes the run that was cut short if its strategy has a whole one.
    ///
    /// - Parameter retry: Whose further attempt was cut short; `nil` for none.
    /// - Returns: What the result says about the interruption; `nil` if all runs are
    ///   whole.
    private func cutShort(
        _ outcomes: inout [RunSession.Outcome], within retry: RunSubject?
    ) throws -> String? {
        guard let signal = Interruption.current.signal else { return nil }
        let planned = strategies.count * repeatCount
        let whole = outcomes.filter { $0.result.cutShortNanoseconds == nil }
        guard whole.count < planned || retry != nil else { return nil }
        outcomes.removeAll { outcome in
            outcome.result.cutShortNanoseconds != nil
                && whole.contains { $0.result.strategy == outcome.result.strategy }
        }
        guard !outcomes.isEmpty else { throw ExperimentFailure(interruptedBy: signal) }
        let part = outcomes.compactMap { outcome in
            outcome.result.cutShortNanoseconds.map {
                "; that of \(outcome.result.strategy) ended after "
                    + FigureFormat.duration(nanoseconds: Double($0))
            }
        }
        let again = retry.map { "; another attempt at that of \($0) was not finished" }
        return "\(SignalName.text(signal)) after \(whole.count) of \(planned) runs"
            + part.joined() + (again ?? "")
    }

    private static func line(
        _ what: String, _ strategy: RunSubject, _ repetition: Int,
        _ outcome: RunSession.Outcome
    ) -> String {
        "\(strategy), repeat \(repetition), \(what): \(outcome.result.reason ?? "")"
    }

    private func session(_ subject: RunSubject) -> RunSession {
        var plan = plan
        switch subject {
        case .strategy(let strategy): plan.strategy = strategy
        case .program(let program): plan.program = program
        }
        return RunSession(plan: plan, progress: progress)
    }

    private func step(_ strategy: RunSubject, _ repetition: Int) -> ExperimentProgress.Step {
        let seconds = Double(plan.window.endNanoseconds) / 1e9
        let index = strategies.firstIndex(of: strategy) ?? 0
        let number = (repetition - 1) * strategies.count + index + 1
        let count = strategies.count * repeatCount
        var step = ExperimentProgress.Step(
            position: "run \(number) of \(count)", strategy: strategy.text,
            scheduledSeconds: seconds)
        step.repetition = repetition
        step.later = .init(count: count - number, seconds: Double(count - number) * seconds)
        step.offeredRate = offeredRate
        return step
    }
}
