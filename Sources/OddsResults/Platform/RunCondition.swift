/// What a condition of `--fail-if` is about, where a run has several of them.
package protocol ConditionSubject: RawRepresentable, CaseIterable, Equatable, Sendable
where RawValue == String {
    associatedtype Run: LoadRun

    /// What the subjects are called, in the singular.
    static var kind: String { get }
    /// A condition, for a message.
    static var example: String { get }
    /// The metrics that it has.
    var metricPaths: [String] { get }
    /// The unit of one of them; `nil` for any other.
    func unit(of metric: String) -> Metric.Unit?
    /// What a run has; `nil` if it has nothing.
    func value(of metric: String, in run: Run) -> Double?
    /// Whether the true value may be higher.
    func isLowerBound(_ metric: String, in run: Run) -> Bool
}

extension ConditionSubject {
    /// The unit of a metric of runs.
    package func unit(of metric: String) -> Metric.Unit? {
        metricPaths.contains(metric) ? MetricRegistry[metric]?.unit : nil
    }
}

/// A condition that fails a run, in the syntax of `--fail-if`:
/// `tickets.responseTime.p99>50ms`.
package struct RunCondition<Subject: ConditionSubject>: Equatable, Sendable {
    /// Why a text is no condition.
    package struct Refusal: Error, Equatable, CustomStringConvertible {
        package let description: String
    }

    /// The condition as the user wrote it.
    package let text: String
    package let subject: Subject
    private let condition: FailCondition

    package init(_ text: String) throws(Refusal) {
        let parts = text.split(separator: ".", maxSplits: 1)
        guard parts.count == 2, let subject = Subject(rawValue: String(parts[0])) else {
            let names = Subject.allCases.map(\.rawValue)
            throw Refusal(
                description: "write \(Subject.kind.uppercased()).METRIC>VALUE, such as "
                    + "\(Subject.example); \(Subject.kind)s are \(names.joined(separator: ", "))")
        }
        do throws(FailCondition.ParsingError) {
            condition = try FailCondition(String(parts[1])) { subject.unit(of: $0) }
        } catch {
            throw Refusal(description: Self.reason(error, of: subject))
        }
        self.text = text
        self.subject = subject
    }

    private static func reason(_ error: FailCondition.ParsingError, of subject: Subject) -> String {
        guard case .unknownMetric(let metric) = error else { return error.description }
        return "\(subject.rawValue) has no \(metric.name)"
            + NearestName.ending(metric.name, among: subject.metricPaths)
    }

    /// Whether a run meets the condition, and so fails.
    package func outcome(for run: Subject.Run) -> FailCondition.Outcome {
        guard run.isValid, let value = subject.value(of: condition.metric, in: run)
        else { return .unknown }
        let isBound = subject.isLowerBound(condition.metric, in: run)
        return condition.outcome(
            for: FigureRange(low: value, high: isBound ? .infinity : value))
    }

    /// What the run has, for a message.
    package func figure(of run: Subject.Run) -> String {
        guard let unit = subject.unit(of: condition.metric),
            let value = subject.value(of: condition.metric, in: run)
        else { return FigureFormat.missing }
        return unit.text(value)
    }
}
