import OddsResults

/// The figures of several comparisons side by side, as text: a row per figure, a
/// column per result.
struct ComparisonFigures {
    /// One subject, such as a strategy.
    struct Subject {
        let name: String
        let rows: [Row]
    }

    /// One figure of all results.
    struct Row {
        let figure: String
        let base: String
        /// One per other result, in order.
        let others: [Cell]
    }

    /// A figure of a result beside the base's. A part that is not there is empty.
    struct Cell {
        var value: String
        var change = ""
        var interval = ""
        var verdict = ""

        /// The ratio or the difference with all that is said of it.
        var changeText: String {
            [change, interval, verdict].filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    let subjects: [Subject]
    /// True if some ratio or difference has an interval.
    let isJudged: Bool

    init(_ comparisons: [Comparison]) {
        isJudged = comparisons.contains { $0.intervalCount > 0 }
        subjects = comparisons.flatMap(\.subjects).map(\.name).uniqued().map { name in
            Subject(name: name, rows: Self.rows(name, comparisons))
        }
    }

    private static func rows(_ name: String, _ comparisons: [Comparison]) -> [Row] {
        let subjects = comparisons.map { $0.subjects.first { $0.name == name } }
        var rows: [Row] = []
        if let base = subjects.lazy.compactMap(\.?.first).first {
            rows = [
                Row(
                    figure: "status", base: status(base),
                    others: subjects.map { Cell(value: status($0?.second)) }),
                Row(
                    figure: "valid runs", base: "\(base.runCount)",
                    others: subjects.map { Cell(value: "\($0?.second?.runCount ?? 0)") }),
            ]
        }
        let figures = comparisons.map { $0.rows.filter { $0.subject == name } }
        return rows
            + figures.joined().map(\.metric).uniqued().map { metric in
                let found = figures.map { $0.first { $0.metric == metric } }
                return Row(
                    figure: metric, base: found.lazy.compactMap(\.self).first.map(base) ?? "",
                    others: found.map(cell))
            }
    }

    private static func base(_ row: Comparison.Row) -> String {
        (row.isBound.first ? "≥ " : "") + row.unit.text(row.first)
    }

    private static func cell(_ row: Comparison.Row?) -> Cell {
        guard let row else { return Cell(value: FigureFormat.missing) }
        return Cell(
            value: (row.isBound.second ? "≥ " : "") + row.unit.text(row.second),
            change: row.changeText?.change ?? FigureFormat.missing,
            interval: row.changeText?.interval ?? "", verdict: row.verdict?.word ?? "")
    }

    /// That of the runs which count; `n/a` where a result has none of the subject.
    private static func status(_ side: Comparison.Side?) -> String {
        side?.status ?? FigureFormat.missing
    }
}

extension Comparison.Verdict {
    /// How tables call it.
    var word: String {
        switch self {
        case .better: "better"
        case .worse: "WORSE"
        case .same: "same"
        }
    }
}
