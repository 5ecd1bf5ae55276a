import OddsMeasurement
import OddsResults

/// Two results of the same kind, figure by figure.
package struct Comparison: Encodable, Sendable {
    /// The conclusion from the interval of a ratio.
    package enum Verdict: String, Encodable, Sendable {
        case better, worse
        /// The interval contains 1.
        case same
    }

    /// One figure.
    package struct Row: Encodable, Sendable {
        package var subject: String
        package var metric: String
        /// The median over the runs of the first result.
        package var first: Double
        /// The median over the runs of the second result.
        package var second: Double
        /// The second divided by the first; `nil` if the first is 0.
        package var ratio: Double?
        /// The ends of the ratio's 95% interval; `nil` if there is none.
        package var low: Double?
        package var high: Double?
        package var verdict: Verdict?
        var unit: Metric.Unit
    }

    package private(set) var schema = "oddsbench.comparison/1"
    /// Why the two may not be comparable.
    package let warnings: [String]
    package let rows: [Row]

    package enum Failure: Error, Equatable, CustomStringConvertible {
        case differentKinds(String, String)
        case nothingToCompare

        package var description: String {
            switch self {
            case .differentKinds(let first, let second):
                "the two are different kinds of results: \(first) and \(second)"
            case .nothingToCompare: "the two have no figure in common"
            }
        }
    }

    package init(_ first: ResultDocument, _ second: ResultDocument) throws(Failure) {
        guard first.kind == second.kind else {
            throw .differentKinds(first.kind, second.kind)
        }
        let others = ComparedFigure.all(of: second)
        rows = ComparedFigure.all(of: first).compactMap { figure in
            others.first { $0.subject == figure.subject && $0.metric == figure.metric }
                .flatMap { Self.row(figure, $0) }
        }
        guard !rows.isEmpty else { throw .nothingToCompare }
        warnings = ComparisonWarnings.between(first, second)
    }

    private static func row(_ first: ComparedFigure, _ second: ComparedFigure) -> Row? {
        guard let before = first.median, let after = second.median else { return nil }
        let interval = interval(first, second)
        let verdict: Verdict? = interval.map { ends in
            if ends.contains(1) { return .same }
            return (ends.lowerBound > 1) == first.isBetterHigher ? .better : .worse
        }
        return Row(
            subject: first.subject, metric: first.metric, first: before, second: after,
            ratio: before == 0 ? nil : after / before, low: interval?.lowerBound,
            high: interval?.upperBound, verdict: verdict, unit: first.unit)
    }

    /// The interval of the ratio: Welch's for repeats. For single runs it is
    /// the ratio of the percentiles' own intervals, with a confidence above
    /// 95%.
    private static func interval(
        _ first: ComparedFigure, _ second: ComparedFigure
    ) -> ClosedRange<Double>? {
        if let ratio = Estimate.ratio(of: second.values, to: first.values) {
            return ratio.low...ratio.high
        }
        guard let below = first.interval, let above = second.interval, below.lowerBound > 0,
            above.lowerBound >= 0
        else { return nil }
        return above.lowerBound / below.upperBound...above.upperBound / below.lowerBound
    }
}

extension ResultDocument {
    /// The kind of result.
    package var kind: String {
        switch self {
        // The runs of a kept baseline can be compared with those of a command.
        case .run, .baseline: "run"
        case .saturation: "saturation"
        case .growth: "growth"
        case .soak: "soak"
        case .memory: "memory"
        case .selfTest: "self-test"
        case .peers: "peers"
        case .gate: "gate"
        case .gateProof: "gate's proof"
        case .calibration: "calibration"
        case .count: "count"
        }
    }
}
