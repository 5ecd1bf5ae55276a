import Foundation

/// A bound that a run must not break, as `--fail-if` takes it:
/// `responseTime.p99>2ms`.
///
/// The name is a path of `MetricRegistry`.
package struct FailCondition: Equatable, Sendable {
    package enum Comparison: String, CaseIterable, Sendable {
        // The longer ones first: `>` is how `>=` begins.
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
                "'\(text)' is no value: write a number, with ns us ms s or kB MB GB or not"
            case .unknownMetric(let name, let known):
                "there is no metric '\(name)'; there are \(known.joined(separator: ", "))"
            }
        }
    }

    /// What a condition says of a value.
    package enum Outcome: Equatable, Sendable {
        case holds
        case fails
        /// The run has no figure under that name.
        case unknown
    }

    /// The condition as it was written.
    package let text: String
    package let metric: String
    package let comparison: Comparison
    /// Nanoseconds, bytes or a plain number, as the metric is.
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

    /// Whether `value` breaks the bound.
    package func outcome(for value: Double?) -> Outcome {
        guard let value else { return .unknown }
        let isBroken =
            switch comparison {
            case .above: value > bound
            case .atLeast: value >= bound
            case .below: value < bound
            case .atMost: value <= bound
            }
        return isBroken ? .fails : .holds
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
