import OddsResults

extension HistoryLine {
    /// The row of a line, with its figures by name.
    package var csvRow: CSVRow {
        var row = CSVRow()
        row.add("kind", "history")
        row.add("startedAt", startedAt)
        row.add("commit", commit.description)
        row.add("command", command.joined(separator: " "))
        row.add("processor", machine.processor ?? machine.architecture)
        row.add("strategy", strategy)
        row.add("runs", runCount)
        for (name, figure) in figures.sorted(by: { $0.key < $1.key }) { row.add(name, figure) }
        return row
    }
}
