import OddsResults

/// Comparisons of several results with the first as text tables: a row per figure,
/// and for each result its value and the ratio to the first. Results that do not fit
/// beside the others follow in a table below.
package enum ComparisonsTable {
    /// - Parameters:
    ///   - comparisons: The comparisons.
    ///   - inputs: The results, in order.
    ///   - widthMax: The width that tables keep to, as far as one result beside the
    ///     first does.
    package static func lines(
        _ comparisons: Comparisons, _ inputs: [ReportInput], widthMax: Int = 80
    ) -> [String] {
        var lines = comparisons.warnings.flatMap { TextWrap.lines("warning: \($0)") }
        if !lines.isEmpty { lines.append("") }
        for (position, input) in inputs.enumerated() {
            lines.append("\(Comparisons.letter(position)): \(input.name)")
            lines.append("   \(input.document.title)")
        }
        let figures = ComparisonFigures(comparisons.comparisons.map(\.comparison))
        for table in tables(figures, count: comparisons.comparisons.count, widthMax: widthMax) {
            lines.append("")
            lines += table
        }
        return lines + TextWrap.lines(meaning(comparisons), indent: "")
            + comparisons.notes.flatMap { TextWrap.lines("note: \($0)") }
    }

    /// As few tables as hold all results within the width.
    private static func tables(
        _ figures: ComparisonFigures, count: Int, widthMax: Int
    ) -> [[String]] {
        var tables: [[String]] = []
        var shown: [Int] = []
        for other in 0..<count {
            let wider = table(figures, of: shown + [other])
            if shown.isEmpty || wider.allSatisfy({ $0.count <= widthMax }) {
                shown.append(other)
                if !tables.isEmpty { tables.removeLast() }
                tables.append(wider)
            } else {
                shown = [other]
                tables.append(table(figures, of: shown))
            }
        }
        return tables
    }

    private static func table(_ figures: ComparisonFigures, of others: [Int]) -> [String] {
        let base = Comparisons.letter(0)
        var table = TextTable(
            header: ["", base]
                + others.flatMap { other in
                    let letter = Comparisons.letter(other + 1)
                    return [letter, "\(letter)/\(base)"] + (figures.isJudged ? ["", ""] : [])
                })
        for (position, subject) in figures.subjects.enumerated() {
            if position > 0 { table.addRule() }
            table.add([subject.name])
            for row in subject.rows {
                table.add(
                    ["  \(row.figure)", row.base]
                        + others.flatMap { other in
                            let cell = row.others[other]
                            return [cell.value, cell.change]
                                + (figures.isJudged ? [cell.interval, cell.verdict] : [])
                        })
            }
        }
        return table.lines
    }

    private static func meaning(_ comparisons: Comparisons) -> String {
        guard comparisons.intervalCount > 0 else { return "Medians of the valid runs." }
        return ComparisonTable.meaning(ofIntervals: "\(comparisons.intervalCount) of all tables")
    }
}
