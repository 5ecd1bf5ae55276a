import Foundation

/// A condition that fails a run, in the syntax of `--fail-if`:
/// `responseTime.p99>2ms`.
///
/// The name is the path of a metric in `MetricRegistry`.
package struct FailCondition: Equatable, Sendable {
    package enum Comparison: String, CaseIterable, Sendable {
        // The longer ones first, because `>` is a prefix of `>=`.
        case atLeast = ">="
        case atMost = "<="
        case above = ">"
        case below = "<"

        /// Whether higher values make it true.
        var asksForMore: Bool { self == .above || self == .atLeast }

        /// The same the other way round.
        var reversed: Comparison {
            switch self {
            case .atLeast: .atMost
            case .atMost: .atLeast
            case .above: .below
            case .below: .above
            }
        }
    }

    package enum ParsingError: Error, Equatable, CustomStringConvertible {
        case shape
        /// A value that is none of the metric's unit.
        case value(String, metric: String, Metric.Unit)
        case unknownMetric(UnknownMetric)
        /// An objective that only bad runs meet.
        case wrongWay(FailCondition)

        package var description: String {
            switch self {
            case .shape:
                "write METRIC>VALUE, with >, >=, < or <=, such as responseTime.p99>2ms"
            case .value(let text, let metric, let unit):
                Self.question(text, unit)
                    ?? "'\(text)' is no value of \(metric), which takes \(unit.forms)"
            case .unknownMetric(let metric): metric.description
            case .wrongWay(let condition):
                """
                this asks for a bad \(condition.metric); write \(condition.metric)\
                \(condition.comparison.reversed.rawValue)\(condition.value)
                """
            }
        }

        /// `2 what? write 2ms, 2us or 2s`.
        private static func question(_ text: String, _ unit: Metric.Unit) -> String? {
            let values = CountText.decimal(text) == nil ? [] : unit.units(of: text)
            guard let last = values.last else { return nil }
            let others = values.dropLast().joined(separator: ", ")
            return "\(text) what? write \(others.isEmpty ? last : "\(others) or \(last)")"
        }
    }

    /// The outcome of a condition for a run.
    package enum Outcome: Equatable, Sendable {
        case holds
        case fails
        /// The run lacks the figure, or it is a bound that leaves this open.
        case unknown
    }

    /// The condition as the user wrote it.
    package let text: String
    package let metric: String
    package let comparison: Comparison
    /// The bound as the user wrote it.
    private let value: String
    /// In the unit of the metric: nanoseconds, bytes or a plain number.
    package let bound: Double

    package init(_ text: String) throws(ParsingError) {
        try self.init(text) { MetricRegistry[$0]?.unit }
    }

    /// - Parameter unit: That of a metric; `nil` if there is no such metric.
    init(_ text: String, unit: (String) -> Metric.Unit?) throws(ParsingError) {
        let found = Comparison.allCases.lazy.compactMap { comparison in
            text.range(of: comparison.rawValue).map { (comparison, $0) }
        }.first
        guard let (comparison, range) = found else { throw .shape }
        let metric = text[..<range.lowerBound].trimmingCharacters(in: .whitespaces)
        let value = text[range.upperBound...].trimmingCharacters(in: .whitespaces)
        guard !metric.isEmpty else { throw .shape }
        guard let unit = unit(metric) else {
            throw .unknownMetric(UnknownMetric(metric, among: MetricRegistry.paths))
        }
        guard let bound = unit.value(Self.withoutSpaceBeforeUnits(value)) else {
            throw .value(value, metric: metric, unit)
        }
        self.text = text
        self.metric = metric
        self.comparison = comparison
        self.value = value
        self.bound = bound
    }

    /// `2 ms` is `2ms`. Between digits a space stays, as `1 5` may mean anything.
    private static func withoutSpaceBeforeUnits(_ text: String) -> String {
        text.replacing(/(?<number>[0-9]) +(?=[A-Za-z%µ])/) { String($0.number) }
    }

    /// Whether a figure meets the condition, and so fails the run.
    ///
    /// - Parameter figure: Where it lies; `nil` if it is missing.
    package func outcome(for figure: FigureRange?) -> Outcome {
        guard let figure else { return .unknown }
        let ends = [isTrue(for: figure.low), isTrue(for: figure.high)]
        return ends[0] != ends[1] ? .unknown : ends[0] ? .fails : .holds
    }

    private func isTrue(for value: Double) -> Bool {
        switch comparison {
        case .above: value > bound
        case .atLeast: value >= bound
        case .below: value < bound
        case .atMost: value <= bound
        }
    }
}
