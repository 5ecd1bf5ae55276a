/// Rows of cells, aligned for a terminal or as Markdown.
struct ReportTable {
    let header: [String]
    /// Whether each column is text, which stands left; numbers stand right.
    let isText: [Bool]
    private(set) var rows: [[String]] = []

    init(_ columns: [(name: String, isText: Bool)]) {
        header = columns.map(\.name)
        isText = columns.map(\.isText)
    }

    mutating func append(_ row: [String]) {
        precondition(row.count == header.count, "a cell for each column")
        rows.append(row)
    }

    /// Columns as wide as they must be, two spaces between them.
    var terminal: String {
        ([header] + rows).map { row in
            var line = aligned(row).joined(separator: "  ")
            while line.last == " " { line.removeLast() }
            return line
        }.joined(separator: "\n")
    }

    var markdown: String {
        let rule = zip(widths, isText).map { width, isText in
            String(repeating: "-", count: isText ? width : width - 1) + (isText ? "" : ":")
        }
        let lines = [aligned(header), rule] + rows.map(aligned)
        return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }

    private var widths: [Int] {
        header.indices.map { column in
            max(3, ([header] + rows).map { $0[column].count }.max() ?? 0)
        }
    }

    private func aligned(_ row: [String]) -> [String] {
        zip(zip(row, widths), isText).map { cell, isText in
            let space = String(repeating: " ", count: cell.1 - cell.0.count)
            return isText ? cell.0 + space : space + cell.0
        }
    }
}
