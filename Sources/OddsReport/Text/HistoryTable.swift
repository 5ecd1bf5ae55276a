import OddsResults

/// A history as text of eighty columns: a row for each figure, with its change points
/// below.
package enum HistoryTable {
    private static let sparkWidthMax = 28

    package static func lines(_ analysis: HistoryAnalysis) -> [String] {
        analysis.series.flatMap { lines($0) + [""] } + conclusion(analysis)
    }

    /// A figure as it is shown.
    private struct Row {
        let figure: HistoryAnalysis.Figure
        let first: String
        let last: String

        init(_ figure: HistoryAnalysis.Figure) {
            self.figure = figure
            first = figure.points.first.map { figure.unit.text($0.value) } ?? ""
            last = figure.points.last.map { figure.unit.text($0.value) } ?? ""
        }
    }

    private static func lines(_ series: HistoryAnalysis.Series) -> [String] {
        let rows = series.figures.map(Row.init)
        let nameWidth = rows.map(\.figure.metric.count).max() ?? 0
        let firstWidth = rows.map(\.first.count).max() ?? 0
        let lastWidth = rows.map(\.last.count).max() ?? 0
        let rest = TextWrap.width - nameWidth - firstWidth - lastWidth - 6
        return TextWrap.lines("\(series.strategy): \(HistorySentences.title(series))")
            + TextWrap.lines(HistorySentences.span(series)) + [""]
            + rows.flatMap { row in
                let name = row.figure.metric + spaces(nameWidth - row.figure.metric.count)
                let lead = "\(name)  \(spaces(firstWidth - row.first.count))\(row.first)  "
                return lines(row, lead: lead, sparkWidth: min(max(rest, 1), sparkWidthMax))
            }
    }

    private static func lines(_ row: Row, lead: String, sparkWidth: Int) -> [String] {
        let changes = row.figure.changes
        let spark = Sparkline(row.figure.points.map(\.value), width: sparkWidth)
        let marks = spark.marks(at: changes.map(\.index))
        return ["\(lead)\(spark.blocks)  \(row.last)"]
            + (marks.isEmpty ? [] : [spaces(lead.count) + marks])
            + changes.enumerated().flatMap { position, change in
                let text = HistorySentences.change(
                    change, of: row.figure, isLast: position + 1 == changes.count)
                return TextWrap.lines(text, width: TextWrap.width - 2).map { "  " + $0 }
            }
    }

    /// What the exit status says.
    private static func conclusion(_ analysis: HistoryAnalysis) -> [String] {
        let regressions = analysis.regressions
        let text = regressions.isEmpty
            ? "OK: the latest change of no figure is for the worse."
            : "REGRESSION: the latest change is for the worse of "
                + regressions.joined(separator: ", ") + "."
        return TextWrap.lines(text)
    }

    private static func spaces(_ count: Int) -> String {
        String(repeating: " ", count: max(count, 0))
    }
}
