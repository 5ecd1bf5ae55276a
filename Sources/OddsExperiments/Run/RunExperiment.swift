import OddsHarness
import OddsLauncher
import OddsReconstruction
import OddsResults
import OddsTraffic

/// The traffic of a run: generated, or the frames of a capture.
package enum RunTraffic: Equatable, Sendable {
    case generated(TrafficConfiguration)
    case capture(path: String, pacing: CapturePacing)

    /// The traffic's seed; `nil` for a capture.
    package var seed: UInt64? {
        if case .generated(let configuration) = self { configuration.seed } else { nil }
    }

    package var plan: TrafficPlan {
        switch self {
        case .generated(let configuration): .generated(configuration)
        case .capture(let path, let pacing): .capture(path: path, pacing: pacing)
        }
    }

    package var arrival: Arrival {
        switch self {
        case .generated(let configuration): Arrival(configuration.arrival.rawValue)
        case .capture(_, .rate): Arrival(ArrivalProcess.constant.rawValue)
        case .capture(_, .recorded(let speed)): Arrival.recorded(speed: speed)
        }
    }

    /// The names of the channels, by number. Reads a capture, which checks that
    /// it can be used.
    package func channelNames() throws -> [String] {
        switch self {
        case .generated: [TrafficGenerator.channel]
        case .capture(let path, let pacing): try Self.channelNames(of: path, pacing)
        }
    }
}

extension RunTraffic {
    private static func channelNames(
        of path: String, _ pacing: CapturePacing
    ) throws -> [String] {
        let capture = try CaptureTraffic(path: path)
        if case .recorded = pacing { try capture.checkRecordedTimes() }
        return capture.channelNames
    }
}

/// Runs of strategies side by side, on the same frames.
package struct RunExperiment {
    package var strategies: [StrategyName]
    /// The plan of each run, except for its strategy.
    package var plan: RunPlan
    /// The number of runs of each strategy.
    package var repeatCount: Int

    package init(strategies: [StrategyName], plan: RunPlan, repeatCount: Int) {
        self.strategies = strategies
        self.plan = plan
        self.repeatCount = repeatCount
    }

    package struct Outcome {
        package var runs: [RunResult]
        package var trafficDigest: String
        /// Why runs were repeated or dropped, one line each.
        package var disturbances: [String]
    }

    /// Strategies take turns, so that drift of the machine's speed affects all
    /// of them. An invalid run is repeated, at most `repeatCount` times per
    /// strategy. Runs that are still invalid are dropped if more than half of
    /// the strategy's runs are valid.
    ///
    /// - Parameter retries: Whether invalid runs are repeated at all.
    package func run(retries: Bool) async throws -> Outcome {
        try await run(retries: retries) { try await session($0, $1).run() }
    }

    /// - Parameter measure: One run of a strategy with the number of its
    ///   repetition.
    func run(
        retries: Bool, measure: (StrategyName, Int) async throws -> RunSession.Outcome
    ) async throws -> Outcome {
        var outcomes: [RunSession.Outcome] = []
        var disturbances: [String] = []
        var retryCounts: [StrategyName: Int] = [:]
        for repetition in 1...repeatCount {
            for strategy in strategies {
                var outcome = try await measure(strategy, repetition)
                while outcome.result.status == .invalid, retries,
                    retryCounts[strategy, default: 0] < repeatCount
                {
                    retryCounts[strategy, default: 0] += 1
                    disturbances.append(Self.line("made again", strategy, repetition, outcome))
                    outcome = try await measure(strategy, repetition)
                }
                outcome.result.repetition = repetition
                outcomes.append(outcome)
            }
        }
        try RunChecks.checkEquality(outcomes)
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
            disturbances: disturbances)
    }

    private static func line(
        _ what: String, _ strategy: StrategyName, _ repetition: Int,
        _ outcome: RunSession.Outcome
    ) -> String {
        "\(strategy), repeat \(repetition), \(what): \(outcome.result.reason ?? "")"
    }

    private func session(
        _ strategy: StrategyName, _ repetition: Int
    ) -> RunSession {
        var plan = plan
        plan.strategy = strategy
        return RunSession(
            plan: plan,
            progress: ProgressLine(title: "\(strategy) \(repetition)/\(repeatCount)"))
    }
}
