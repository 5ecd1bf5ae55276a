import OddsResults

/// The checks after a run that decide the exit status.
package struct RunChecks {
    let conditions: [FailCondition]

    package init(conditions: [FailCondition]) { self.conditions = conditions }

    /// Checks that runs are comparable; otherwise nothing may be reported.
    ///
    /// - Throws: `ExperimentFailure` if runs were offered different traffic, or
    ///   if strategies disagree.
    static func checkEquality(_ outcomes: [RunSession.Outcome]) throws {
        if let other = outcomes.first(where: { $0.trafficDigest != outcomes[0].trafficDigest }) {
            throw ExperimentFailure(
                .checkFailed,
                """
                \(outcomes[0].result.strategy) and \(other.result.strategy) were offered \
                different traffic: \(outcomes[0].trafficDigest ?? "none") against \
                \(other.trafficDigest ?? "none")
                """)
        }
        // A program that answers nothing has nothing to compare.
        let answering = outcomes.map(\.result).filter { $0.program.map { $0.level != nil } ?? true }
        if let disagreement = Disagreement.between(answering) {
            throw ExperimentFailure(.checkFailed, disagreement.description)
        }
    }

    /// Checks validity and conditions.
    ///
    /// - Parameters:
    ///   - runs: The runs.
    ///   - areReasonsShown: Whether what was printed says why a run is invalid.
    /// - Throws: `ExperimentFailure` for the most serious failure: an invalid
    ///   or incomplete run, then a condition that holds, then one that cannot be judged.
    package func check(_ runs: [RunResult], areReasonsShown: Bool = false) throws {
        if let invalid = runs.first(where: { $0.status == .invalid }) {
            let reason = areReasonsShown ? nil : invalid.reasonInShort.map { ": \($0)" }
            throw ExperimentFailure(
                .invalid,
                """
                \(invalid.strategy) is INVALID\(reason ?? ""). End other programs on this machine \
                and run it again, or use --repeat for more attempts
                """)
        }
        if let incomplete = runs.first(where: { $0.status == .incomplete }) {
            let reason = areReasonsShown ? nil : incomplete.reasonInShort.map { ": \($0)" }
            throw ExperimentFailure(
                .invalid, "\(incomplete.strategy) is INCOMPLETE\(reason ?? "")")
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
        let figure: FigureRange?

        var outcome: FailCondition.Outcome { condition.outcome(for: figure) }

        var description: String {
            guard let figure else {
                return "\(condition.text) cannot be judged: \(strategy) lacks the figure"
            }
            guard outcome == .unknown else {
                return "\(condition.text) for \(strategy): it is \(text(figure))"
            }
            return """
                \(condition.text) cannot be judged: \(strategy) only has a bound, \(text(figure)), \
                as frames were not served or the harness was late
                """
        }

        private func text(_ figure: FigureRange) -> String {
            let (low, high) = (FigureFormat.number(figure.low), FigureFormat.number(figure.high))
            if figure.low == figure.high { return low }
            if figure.high == .infinity { return "≥ \(low)" }
            return figure.low > 0 ? "\(low) to \(high)" : "≤ \(high)"
        }
    }

    /// Judges each condition by the median of each strategy. A figure that any
    /// of its runs lacks is missing.
    private func verdicts(_ runs: [RunResult]) -> [Verdict] {
        runs.map(\.strategy).uniqued().flatMap { strategy in
            let own = runs.filter { $0.strategy == strategy }
            return conditions.map { condition in
                let metric = MetricRegistry[condition.metric]
                return Verdict(
                    condition: condition, strategy: strategy,
                    figure: metric.flatMap { FigureRange($0, of: own) })
            }
        }
    }
}
