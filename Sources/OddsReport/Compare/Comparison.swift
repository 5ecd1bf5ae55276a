import OddsMeasurement
import OddsResults

/// Two results of the same kind, figure by figure.
package struct Comparison: Encodable, Sendable {
    /// What the interval of a ratio says.
    package enum Verdict: String, Encodable, Sendable {
        case better, worse
        /// The interval has 1 in it.
        case same
    }

    /// One figure.
    package struct Row: Encodable, Sendable {
        package var subject: String
        package var metric: String
        /// Medians over the runs.
        package var first: Double
        package var second: Double
        /// The second by the first; `nil` if the first is 0.
        package var ratio: Double?
        /// The ratio's 95% interval; `nil` where there is none.
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

    /// Of repeats, Welch's interval. Of single runs, that of the percentiles'
    /// own intervals against each other, which is wider than 95%.
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
    /// What kind of result it is.
    package var kind: String {
        switch self {
        // A kept baseline's runs are compared with those of any command.
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
        }
    }
}
