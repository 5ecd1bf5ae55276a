import OddsHarness
import OddsLauncher
import OddsReconstruction
import OddsResults
import OddsTraffic

/// What is measured: generated traffic, or the frames of a capture.
package enum RunTraffic: Equatable, Sendable {
    case generated(TrafficConfiguration)
    /// A capture at a rate in updates per second.
    case capture(path: String, rate: Int)

    /// The traffic's seed; `nil` for a capture.
    package var seed: UInt64? {
        if case .generated(let configuration) = self { configuration.seed } else { nil }
    }

    package var plan: TrafficPlan {
        switch self {
        case .generated(let configuration): .generated(configuration)
        case .capture(let path, let rate): .capture(path: path, rate: rate)
        }
    }

    /// By number. Reads a capture, and so finds out whether it can be used.
    package func channelNames() throws -> [String] {
        switch self {
        case .generated: [TrafficGenerator.channel]
        case .capture(let path, _): try CaptureTraffic(path: path).channelNames
        }
    }
}

/// Runs of strategies side by side, on the same frames.
package struct RunExperiment {
    package var strategies: [StrategyName]
    /// But for the strategy.
    package var plan: RunPlan
    /// Runs of each strategy.
    package var repeatCount: Int

    package init(strategies: [StrategyName], plan: RunPlan, repeatCount: Int) {
        self.strategies = strategies
        self.plan = plan
        self.repeatCount = repeatCount
    }

    package struct Outcome {
        package var runs: [RunResult]
        package var trafficDigest: String
        /// Why runs were made again or left out, a line each.
        package var disturbances: [String]
    }

    /// Strategies take turns, so that a change of the machine in the meantime
    /// meets all of them. A run that the machine disturbed is made again, as
    /// often as runs of its strategy were asked for. What is invalid even then
    /// is left out, if more than half of the runs asked for are not.
    ///
    /// - Parameter retries: Whether runs are made again at all.
    package func run(retries: Bool) throws -> Outcome {
        var outcomes: [RunSession.Outcome] = []
        var disturbances: [String] = []
        var retryCounts: [StrategyName: Int] = [:]
        for repetition in 1...repeatCount {
            for strategy in strategies {
                var outcome = try session(strategy, repetition).run()
                while outcome.result.status == .invalid, retries,
                    retryCounts[strategy, default: 0] < repeatCount
                {
                    retryCounts[strategy, default: 0] += 1
                    disturbances.append(Self.line("made again", strategy, repetition, outcome))
                    outcome = try session(strategy, repetition).run()
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
