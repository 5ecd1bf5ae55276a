/// What a rate has to hold, as `--slo` takes it: `responseTime.p99<1ms`. The
/// same grammar as `FailCondition`, the other way round.
package struct ServiceObjective: Equatable, Sendable {
    private let condition: FailCondition

    /// As it was written.
    package var text: String { condition.text }

    package init(_ text: String) throws(FailCondition.ParsingError) {
        condition = try FailCondition(text)
    }

    /// Whether a run holds the objective; `nil` if it has no such figure.
    package func isMet(by run: RunResult) -> Bool? {
        switch condition.outcome(for: run[condition.metric]) {
        // The condition is true of the run.
        case .fails: true
        case .holds: false
        case .unknown: nil
        }
    }
}
