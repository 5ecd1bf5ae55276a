/// A condition that fails a run of `bench betting`, in the syntax of `--fail-if`:
/// `tickets.responseTime.p99>50ms`.
package struct BettingCondition: Equatable, Sendable {
    /// Why a text is no condition.
    package struct Refusal: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// The condition as the user wrote it.
    package let text: String
    package let subject: BettingSubject
    private let condition: FailCondition

    package init(_ text: String) throws(Refusal) {
        let parts = text.split(separator: ".", maxSplits: 1)
        let names = BettingSubject.allCases.map(\.rawValue)
        guard parts.count == 2, let subject = BettingSubject(rawValue: String(parts[0])) else {
            throw Refusal(
                description: "write SUBJECT.METRIC>VALUE, such as tickets.responseTime.p99>50ms; "
                    + "subjects are \(names.joined(separator: ", "))")
        }
        do throws(FailCondition.ParsingError) {
            condition = try FailCondition(String(parts[1]))
        } catch {
            throw Refusal(description: error.description)
        }
        guard subject.metricPaths.contains(condition.metric) else {
            throw Refusal(
                description: "\(subject.rawValue) has no \(condition.metric)"
                    + NearestName.ending(condition.metric, among: subject.metricPaths))
        }
        self.text = text
        self.subject = subject
    }

    /// Whether a run meets the condition, and so fails.
    package func outcome(for run: BettingRun) -> FailCondition.Outcome {
        guard run.status != .invalid, let value = run[subject, condition.metric] else {
            return .unknown
        }
        let isBound = run.isLowerBound(subject, condition.metric)
        return condition.outcome(
            for: FigureRange(low: value, high: isBound ? .infinity : value))
    }

    /// What the run has, for a message.
    package func figure(of run: BettingRun) -> String {
        guard let metric = MetricRegistry[condition.metric],
            let value = run[subject, condition.metric]
        else { return FigureFormat.missing }
        return metric.unit.text(value)
    }
}
