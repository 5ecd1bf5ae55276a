import OddsResults

/// A history as text of eighty columns: a row for each figure, with its change points
/// below.
package enum HistoryTable {
    private static let sparkWidth = 28
    private static let valueWidth = 9

    package static func lines(_ analysis: HistoryAnalysis) -> [String] {
        analysis.series.flatMap { lines($0) + [""] } + conclusion(analysis)
    }

    private static func lines(_ series: HistoryAnalysis.Series) -> [String] {
        let nameWidth = series.figures.map(\.metric.count).max() ?? 0
        return TextWrap.lines("\(series.strategy): \(HistorySentences.title(series))")
            + TextWrap.lines(HistorySentences.span(series)) + [""]
            + series.figures.flatMap { lines($0, nameWidth: nameWidth) }
    }

    private static func lines(
        _ figure: HistoryAnalysis.Figure, nameWidth: Int
    ) -> [String] {
        let values = figure.points.map(\.value)
        let format = figure.unit.text
        let (first, last) = (values.first.map(format) ?? "", values.last.map(format) ?? "")
        let spark = Sparkline(values, width: sparkWidth)
        let name = figure.metric + spaces(nameWidth - figure.metric.count)
        let lead = "\(name)  \(spaces(valueWidth - first.count))\(first)  "
        let marks = spark.marks(at: figure.changes.map(\.index))
        return ["\(lead)\(spark.blocks)  \(last)"]
            + (marks.isEmpty ? [] : [spaces(lead.count) + marks])
            + figure.changes.enumerated().flatMap { position, change in
                let isLast = position + 1 == figure.changes.count
                let text = HistorySentences.change(change, of: figure, isLast: isLast)
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
