import OddsHarness
import OddsMeasurement

/// Two results of the same kind, figure by figure.
public struct Comparison: Encodable, Sendable {
    /// What the interval of a ratio says.
    public enum Verdict: String, Encodable, Sendable {
        case better, worse
        /// The interval has 1 in it.
        case same
    }

    /// One figure.
    public struct Row: Encodable, Sendable {
        public var subject: String
        public var metric: String
        /// Medians over the runs.
        public var first: Double
        public var second: Double
        /// The second by the first; `nil` if the first is 0.
        public var ratio: Double?
        /// The ratio's 95% interval; `nil` where there is none.
        public var low: Double?
        public var high: Double?
        public var verdict: Verdict?
        var unit: ComparedFigure.Unit
    }

    public private(set) var schema = "oddsbench.comparison/1"
    /// Why the two may not be comparable.
    public let warnings: [String]
    public let rows: [Row]

    public enum Failure: Error, Equatable, CustomStringConvertible {
        case differentKinds(String, String)
        case nothingToCompare

        public var description: String {
            switch self {
            case .differentKinds(let first, let second):
                "the two are different kinds of results: \(first) and \(second)"
            case .nothingToCompare: "the two have no figure in common"
            }
        }
    }

    /// Throws `Failure`, and what `Metrics(_:)` throws.
    public init(_ first: ResultDocument, _ second: ResultDocument) throws {
        guard first.kind == second.kind else {
            throw Failure.differentKinds(first.kind, second.kind)
        }
        let others = try ComparedFigure.all(of: second)
        rows = try ComparedFigure.all(of: first).compactMap { figure in
            others.first { $0.subject == figure.subject && $0.metric == figure.metric }
                .flatMap { Self.row(figure, $0) }
        }
        guard !rows.isEmpty else { throw Failure.nothingToCompare }
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
    public var kind: String {
        switch self {
        case .run: "run"
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
