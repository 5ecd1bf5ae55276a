import OddsResults

/// A comparison as a text table, with one row per figure.
package enum ComparisonTable {
    package static func lines(
        _ comparison: Comparison, names: (first: String, second: String)
    ) -> [String] {
        var lines = comparison.warnings.flatMap { TextWrap.lines("warning: \($0)") }
        if !lines.isEmpty { lines.append("") }
        lines += ["A: \(names.first)", "B: \(names.second)", ""]
        let isJudged = comparison.intervalCount > 0
        var table = TextTable(
            header: ["", "A", "B", "B/A"] + (isJudged ? ["interval", ""] : []))
        for (position, subject) in comparison.subjects.enumerated() {
            if position > 0 { table.addRule() }
            add(subject, of: comparison, isJudged, to: &table)
        }
        return lines + table.lines + TextWrap.lines(meaning(comparison), indent: "")
            + comparison.notes.flatMap { TextWrap.lines("note: \($0)") }
    }

    private static func add(
        _ subject: Comparison.Subject, of comparison: Comparison, _ isJudged: Bool,
        to table: inout TextTable
    ) {
        table.add([subject.name])
        func add(_ figure: String, _ cells: [String]) { table.add(["  " + figure] + cells) }
        if let first = subject.first, let second = subject.second {
            add("status", [first.status, second.status])
            add("valid runs", ["\(first.runCount)", "\(second.runCount)"])
        }
        for row in comparison.rows where row.subject == subject.name {
            let judgement = [
                row.changeText?.interval ?? FigureFormat.missing, row.verdict?.word ?? "",
            ]
            add(row.metric, [
                (row.isBound.first ? "≥ " : "") + row.unit.text(row.first),
                (row.isBound.second ? "≥ " : "") + row.unit.text(row.second),
                row.changeText?.change ?? FigureFormat.missing,
            ] + (isJudged ? judgement : []))
        }
    }

    private static func meaning(_ comparison: Comparison) -> String {
        guard comparison.intervalCount > 0 else {
            let isRepeated = comparison.subjects.contains { subject in
                [subject.first, subject.second].contains { ($0?.runCount ?? 0) > 1 }
            }
            return isRepeated ? "Medians of the valid runs." : ""
        }
        return meaning(ofIntervals: "\(comparison.intervalCount)")
    }

    /// What intervals say, and what they cannot.
    static func meaning(ofIntervals count: String) -> String {
        """
        Medians of the valid runs; with an interval, the ratio of geometric means. Intervals are \
        Welch's, from the spread between runs; all \(count) hold together with 95% confidence. \
        Sessions and builds differ in the machine's speed and in where code lies in memory, which \
        no interval here covers: bench gate measures two programs in turns.
        """
    }
}
