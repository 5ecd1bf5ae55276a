import OddsResults

/// Two results of the same kind, figure by figure.
package struct Comparison: Encodable, Sendable {
    /// The conclusion from the interval of a ratio or of a difference.
    package enum Verdict: String, Encodable, Sendable {
        case better, worse
        /// The interval contains what equal sides have: no difference is shown.
        case same
    }

    /// How the runs of a subject went.
    package struct Side: Encodable, Equatable, Sendable {
        /// The runs that the figures are from.
        package var runCount: Int
        /// The runs that are left out, as they are INVALID.
        package var invalidCount: Int
        /// Those that are left out, as they are INCOMPLETE.
        package var incompleteCount = 0
        /// `OK`, `SATURATED` or both, of the runs that the figures are from; if there are none,
        /// those of the runs that are left out.
        package var status: String
    }

    /// What both results have figures of.
    package struct Subject: Encodable, Sendable {
        package var name: String
        /// `nil` where figures are not those of runs.
        package var first: Side?
        package var second: Side?
    }

    /// One figure.
    package struct Row: Encodable, Sendable {
        package var subject: String
        package var metric: String
        /// The median over the valid runs of the first result.
        package var first: Double
        /// The median over the valid runs of the second result.
        package var second: Double
        /// The second divided by the first; `nil` if nothing can be said, or if there is
        /// the difference.
        package var ratio: Double?
        /// The second less the first, where a value of either is 0.
        package var difference: Double?
        /// True if the true change may only be higher, or only lower.
        var bound: FigureChange.Bound?
        /// The ends of the change's interval; `nil` if there is none, or if the
        /// change is a bound on this side.
        package var low: Double?
        package var high: Double?
        package var verdict: Verdict?
        var unit: Metric.Unit
        /// Whether the figures are lower bounds.
        var isBound = (first: false, second: false)
        var changeText: (change: String, interval: String?)?

        private enum CodingKeys: String, CodingKey {
            case subject, metric, first, second, ratio, difference, bound, low, high, verdict, unit
        }
    }

    package private(set) var schema = "oddsbench.comparison/2"
    /// Why the two may not be comparable.
    package let warnings: [String]
    /// What the two have in common, in order.
    package let subjects: [Subject]
    package let rows: [Row]
    /// How many ratios and differences have an interval. All of them together hold
    /// with a confidence of 95%.
    package let intervalCount: Int
    /// What has no ratio or no verdict, and why; one line each.
    package let notes: [String]

    /// With which probability some interval misses its value, at most. As many
    /// intervals as a comparison has, of 95% each, would often call a figure of
    /// equal programs better or worse.
    static let errorProbabilityMax = 0.05

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
        try self.init(
            first, second, names: ("A", "B"), errorProbabilityMax: Self.errorProbabilityMax)
    }

    /// - Parameters:
    ///   - first: The base of the ratios.
    ///   - second: What is compared with it.
    ///   - names: What notes call the two.
    ///   - errorProbabilityMax: With which probability some interval misses its
    ///     ratio, at most.
    init(
        _ first: ResultDocument, _ second: ResultDocument, names: (first: String, second: String),
        errorProbabilityMax: Double
    ) throws(Failure) {
        guard first.kind == second.kind else {
            throw .differentKinds(first.kind, second.kind)
        }
        let others = ComparedSubject.all(of: second)
        let pairs = ComparedSubject.all(of: first).compactMap { subject in
            others.first { $0.name == subject.name }.map { SubjectPair(subject, $0) }
        }
        let figures = pairs.flatMap(\.figures)
        let count = figures.count { FigureChange.hasInterval($0.second, $0.first) }
        // After Bonferroni: each interval errs as rarely as all of them may.
        let confidence = 1 - errorProbabilityMax / Double(max(count, 1))
        rows = figures.compactMap { Self.row($0, confidence: confidence) }
        // Where all runs are INVALID, the notes say so.
        guard !rows.isEmpty || pairs.contains(where: \.lacksValidRuns) else {
            throw .nothingToCompare
        }
        subjects = pairs.map(\.subject)
        intervalCount = count
        notes = ComparisonNotes(names: names).lines(on: pairs, kind: first.kind)
        warnings = ComparisonWarnings.between(first, second)
    }

    private static func row(_ pair: SubjectPair.Figures, confidence: Double) -> Row? {
        let (first, second) = (pair.first, pair.second)
        guard let before = first.median, let after = second.median else { return nil }
        let change = FigureChange(of: second, to: first, confidence: confidence)
        let isRatio = change?.measure == .ratio
        return Row(
            subject: pair.subject, metric: first.metric, first: before, second: after,
            ratio: isRatio ? change?.value : nil, difference: isRatio ? nil : change?.value,
            bound: change?.bound, low: change?.low, high: change?.high,
            verdict: change.flatMap { verdict($0, isBetterHigher: first.isBetterHigher) },
            unit: first.unit, isBound: (first.isLowerBound, second.isLowerBound),
            changeText: change.map { ($0.text, $0.intervalText) })
    }

    /// `nil` without an interval, and if a bound leaves the other side open.
    private static func verdict(_ change: FigureChange, isBetterHigher: Bool) -> Verdict? {
        let neutral = change.measure.neutral
        if let low = change.low, low > neutral { return isBetterHigher ? .better : .worse }
        if let high = change.high, high < neutral { return isBetterHigher ? .worse : .better }
        return change.low != nil && change.high != nil ? .same : nil
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
        case .platform: "platform"
        case .betting: "betting"
        case .game: "game"
        case .fleetCosts: "fleet costs"
        case .fleetPlan: "fleet plan"
        case .history: "history"
        }
    }
}
