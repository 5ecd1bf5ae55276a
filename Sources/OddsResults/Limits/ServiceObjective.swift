/// A service-level objective, in the syntax of `--slo`: `responseTime.p99<1ms`.
/// It has the grammar of `FailCondition`, but a run has to meet it.
package struct ServiceObjective: Equatable, Sendable {
    private let condition: FailCondition

    /// The objective as the user wrote it.
    package var text: String { condition.text }

    package init(_ text: String) throws(FailCondition.ParsingError) {
        condition = try FailCondition(text)
    }

    /// Whether a run meets the objective; `nil` if it lacks the figure.
    package func isMet(by run: RunResult) -> Bool? {
        switch condition.outcome(for: run[condition.metric]) {
        // The condition is true for the run.
        case .fails: true
        case .holds: false
        case .unknown: nil
        }
    }
}
