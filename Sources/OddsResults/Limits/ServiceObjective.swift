/// A service-level objective, in the syntax of `--slo`: `responseTime.p99<1ms`.
/// It has the grammar of `FailCondition`, but a run has to meet it.
package struct ServiceObjective: Equatable, Sendable {
    private let condition: FailCondition

    /// The objective as the user wrote it.
    package var text: String { condition.text }

    /// - Throws: `FailCondition.ParsingError`, also for an objective that good runs miss,
    ///   such as `responseTime.p99>1ms`.
    package init(_ text: String) throws(FailCondition.ParsingError) {
        condition = try FailCondition(text)
        let metric = MetricRegistry[condition.metric]
        guard condition.comparison.asksForMore == (metric?.isHigherBetter ?? false) else {
            throw .wrongWay(condition)
        }
    }

    /// The path of the metric.
    package var metric: String { condition.metric }

    /// The bound, in the unit of the metric.
    package var bound: Double { condition.bound }

    /// The bound that response times must not exceed, in nanoseconds; `nil` for any
    /// other objective.
    package var responseTimeMax: UInt64? {
        guard metric.hasPrefix("responseTime."),
            condition.comparison == .below || condition.comparison == .atMost
        else { return nil }
        return UInt64(exactly: condition.bound.rounded())
    }

    /// Whether a run meets the objective; `nil` if it lacks the figure, or if that is
    /// a bound which leaves it open.
    package func isMet(by run: RunResult) -> Bool? {
        let figure = MetricRegistry[condition.metric].flatMap { FigureRange($0, of: [run]) }
        return switch condition.outcome(for: figure) {
        // The condition is true for the run.
        case .fails: true
        case .holds: false
        case .unknown: nil
        }
    }
}
