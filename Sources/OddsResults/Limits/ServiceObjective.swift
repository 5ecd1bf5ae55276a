/// What a rate has to hold, as `--slo` takes it: `responseTime.p99<1ms`. The
/// same grammar as `FailCondition`, the other way round.
public struct ServiceObjective: Equatable, Sendable {
    private let condition: FailCondition

    /// As it was written.
    public var text: String { condition.text }

    public init(_ text: String) throws(FailCondition.ParsingError) {
        condition = try FailCondition(text)
    }

    /// Whether a run holds the objective; `nil` if it has no such figure.
    public func isMet(by run: RunResult) throws -> Bool? {
        switch condition.outcome(for: try Metrics(run)[condition.metric]) {
        // The condition is true of the run.
        case .fails: true
        case .holds: false
        case .unknown: nil
        }
    }
}
