/// One file's part of the page.
struct ReportSection {
    /// What kind of result it is, such as `Run`.
    let kind: String
    /// What was measured, in a line.
    var summary: String
    /// The findings, the most important first.
    var findings: [Finding] = []
    var blocks: [Block] = []
    /// What it takes to repeat it.
    var provenance: Provenance

    /// A figure that stands out.
    struct Finding {
        enum Tone: String {
            case neutral, good, bad
        }

        let label: String
        let value: String
        var detail = ""
        var tone = Tone.neutral
    }

    enum Block {
        case chart(Chart)
        case table(ReportTable)
    }

    /// Adds a plot, unless there is nothing in it.
    mutating func add(_ chart: Chart?) {
        if let chart = chart?.drawable, !chart.isEmpty { blocks.append(.chart(chart)) }
    }

    /// Adds a table, unless it has no rows.
    mutating func add(_ table: ReportTable) {
        if !table.rows.isEmpty { blocks.append(.table(table)) }
    }
}

/// A table: the first column names the row, the others are figures.
struct ReportTable {
    let title: String
    let header: [String]
    /// `nil` for a line between groups.
    var rows: [[String]?]
    var notes: [String] = []
    /// Whether it can be long, and is shown folded.
    var isFolded = false
}
