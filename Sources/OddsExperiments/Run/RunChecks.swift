import OddsResults

/// What must hold after a run for the exit status to be 0.
package struct RunChecks {
    let conditions: [FailCondition]

    package init(conditions: [FailCondition]) { self.conditions = conditions }

    /// Throws if runs cannot be compared, for which reason there is nothing to
    /// report: they were offered different traffic, or strategies disagree.
    static func checkEquality(_ outcomes: [RunSession.Outcome]) throws {
        if let other = outcomes.first(where: { $0.trafficDigest != outcomes[0].trafficDigest }) {
            throw ExperimentFailure(
                .checkFailed,
                """
                \(outcomes[0].result.strategy) and \(other.result.strategy) were offered \
                different traffic: \(outcomes[0].trafficDigest) against \(other.trafficDigest)
                """)
        }
        if let disagreement = Disagreement.between(outcomes.map(\.result)) {
            throw ExperimentFailure(.checkFailed, disagreement.description)
        }
    }

    /// Throws the gravest failure: runs that are invalid, then bounds that are
    /// broken, then bounds that cannot be judged.
    package func check(_ runs: [RunResult]) throws {
        if let invalid = runs.first(where: { $0.status == .invalid }) {
            throw ExperimentFailure(
                .invalid,
                """
                \(invalid.strategy) is invalid: \(invalid.reason ?? ""). End what else runs on \
                this machine and run it again, or give --repeat for more tries
                """)
        }
        let verdicts = verdicts(runs)
        if let broken = verdicts.first(where: { $0.outcome == .fails }) {
            throw ExperimentFailure(.checkFailed, broken.description)
        }
        if let unknown = verdicts.first(where: { $0.outcome == .unknown }) {
            throw ExperimentFailure(.inconclusive, unknown.description)
        }
    }

    private struct Verdict {
        let condition: FailCondition
        let strategy: String
        let value: Double?

        var outcome: FailCondition.Outcome { condition.outcome(for: value) }

        var description: String {
            guard let value else {
                return "\(condition.text) cannot be judged: \(strategy) has no such figure"
            }
            return "\(condition.text) for \(strategy): it is \(FigureFormat.number(value))"
        }
    }

    /// Each condition judged by the median of each strategy. A figure that one
    /// of the runs lacks is missing.
    private func verdicts(_ runs: [RunResult]) -> [Verdict] {
        var strategies: [String] = []
        for run in runs where !strategies.contains(run.strategy) { strategies.append(run.strategy) }
        return strategies.flatMap { strategy in
            let own = runs.filter { $0.strategy == strategy }
            return conditions.map { condition in
                let values = own.compactMap { $0[condition.metric] }
                let median = values.count == own.count ? Spread(values)?.median : nil
                return Verdict(condition: condition, strategy: strategy, value: median)
            }
        }
    }
}
