/// What a condition of `--fail-if` says of a run.
package struct ConditionOutcome: Equatable, Sendable {
    package let outcome: FailCondition.Outcome
    /// The condition, what the run has and, of several, which run it is.
    package let text: String

    /// Those of all conditions and runs, by condition.
    package static func all<Subject: ConditionSubject>(
        of conditions: [RunCondition<Subject>], in runs: [Subject.Run]
    ) -> [ConditionOutcome] {
        conditions.flatMap { condition in
            runs.map { run in
                let outcome = condition.outcome(for: run)
                let title = runs.count > 1 ? " in \(run.title)" : ""
                let open = outcome == .unknown ? ", and may be more" : ""
                return ConditionOutcome(
                    outcome: outcome,
                    text: "\(condition.text): it is \(condition.figure(of: run))\(open)\(title)")
            }
        }
    }
}
