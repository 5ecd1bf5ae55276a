/// The section of the page for one file.
struct ReportSection {
    /// The kind of result, such as `Run`.
    let kind: String
    /// A line that says what was measured.
    var summary: String
    /// The findings, the most important first.
    var findings: [Finding] = []
    /// What the console says below its table.
    var sentences: [String] = []
    var blocks: [Block] = []
    /// Everything needed to repeat the result; `nil` for what is made of several.
    var provenance: Provenance?

    /// A highlighted figure.
    struct Finding {
        enum Tone: String {
            case neutral, good, bad
            /// The value is noise: what counts is the detail, which says why.
            case invalid
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

    /// Adds a plot, unless it is empty.
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
    /// The rows; `nil` for a rule between groups.
    var rows: [[String]?]
    var notes: [String] = []
    /// Whether it may be long and is shown folded.
    var isFolded = false
}
