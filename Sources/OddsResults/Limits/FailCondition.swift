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
    }

    package enum ParsingError: Error, Equatable, CustomStringConvertible {
        case shape
        case value(String)
        case unknownMetric(String, known: [String])

        package var description: String {
            switch self {
            case .shape:
                "write METRIC>VALUE, with >, >=, < or <=, such as responseTime.p99>2ms"
            case .value(let text):
                "'\(text)' is not a value: write a number, optionally with ns us ms s kB MB GB"
            case .unknownMetric(let name, let known):
                "there is no metric '\(name)'; there are \(known.joined(separator: ", "))"
            }
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
    /// In the unit of the metric: nanoseconds, bytes or a plain number.
    package let bound: Double

    package init(_ text: String) throws(ParsingError) {
        let found = Comparison.allCases.lazy.compactMap { comparison in
            text.range(of: comparison.rawValue).map { (comparison, $0) }
        }.first
        guard let (comparison, range) = found else { throw .shape }
        let metric = text[..<range.lowerBound].trimmingCharacters(in: .whitespaces)
        let value = text[range.upperBound...].trimmingCharacters(in: .whitespaces)
        guard !metric.isEmpty else { throw .shape }
        guard let bound = Self.value(value) else { throw .value(value) }
        let known = MetricRegistry.paths
        guard known.contains(metric) else { throw .unknownMetric(metric, known: known) }
        self.text = text
        self.metric = metric
        self.comparison = comparison
        self.bound = bound
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

    private static func value(_ text: String) -> Double? {
        let units: [(String, Double)] = [
            ("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9),
            ("kB", 1e3), ("MB", 1e6), ("GB", 1e9), ("", 1),
        ]
        for (unit, scale) in units where text.hasSuffix(unit) {
            let number = Double(text.dropLast(unit.count))
            guard let number, number.isFinite else { return nil }
            return number * scale
        }
        return nil
    }
}
