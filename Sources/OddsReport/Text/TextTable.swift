/// Rows of text in aligned columns, for terminals: the first column to the
/// left, all others to the right.
package struct TextTable {
    private enum Row {
        case cells([String])
        case rule
    }

    private var rows: [Row] = []

    package init(header: [String]) {
        rows = [.cells(header), .rule]
    }

    /// Adds a row. Missing cells at its end stay empty.
    package mutating func add(_ cells: [String]) { rows.append(.cells(cells)) }

    /// Adds a horizontal line.
    package mutating func addRule() { rows.append(.rule) }

    /// The lines of the table, without trailing spaces. Widths are counted in
    /// characters.
    package var lines: [String] {
        var widths: [Int] = []
        for case .cells(let cells) in rows {
            for (column, cell) in cells.enumerated() {
                if column == widths.count { widths.append(0) }
                widths[column] = max(widths[column], cell.count)
            }
        }
        return rows.map { row in
            switch row {
            case .rule:
                return widths.map { String(repeating: "─", count: $0) }.joined(separator: "──")
            case .cells(let cells):
                let padded = cells.enumerated().map { column, cell in
                    let padding = String(repeating: " ", count: widths[column] - cell.count)
                    return column == 0 ? cell + padding : padding + cell
                }
                var line = padded.joined(separator: "  ")
                while line.last == " " { line.removeLast() }
                return line
            }
        }
    }
}
