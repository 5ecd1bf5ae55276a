import OddsResults

/// A comparison as a text table, with one row per figure.
package enum ComparisonTable {
    package static func lines(
        _ comparison: Comparison, names: (first: String, second: String)
    ) -> [String] {
        var lines = comparison.warnings.map { "warning: \($0)" }
        if !lines.isEmpty { lines.append("") }
        lines += ["A: \(names.first)", "B: \(names.second)", ""]
        var table = TextTable(header: ["", "figure", "A", "B", "B/A", "95% interval", ""])
        var subject: String?
        for row in comparison.rows {
            if let subject, subject != row.subject { table.addRule() }
            table.add([
                row.subject == subject ? "" : row.subject, row.metric,
                row.unit.text(row.first), row.unit.text(row.second),
                row.ratio.map { "×" + FigureFormat.number($0) } ?? FigureFormat.missing,
                interval(row), verdict(row),
            ])
            subject = row.subject
        }
        return lines + table.lines + [
            """
            Medians of the runs. Intervals are Welch's if both sides have repeats; for single \
            runs they combine the percentiles' own intervals, with a confidence above 95%.
            """
        ]
    }

    private static func interval(_ row: Comparison.Row) -> String {
        guard let low = row.low, let high = row.high else { return FigureFormat.missing }
        return "[\(FigureFormat.number(low)), \(FigureFormat.number(high))]"
    }

    private static func verdict(_ row: Comparison.Row) -> String {
        switch row.verdict {
        case .better: "better"
        case .worse: "WORSE"
        case .same, nil: ""
        }
    }
}
