import Foundation

/// Rows of named cells as CSV (RFC 4180): one header line, then one line a row,
/// each ended by CR LF. A column is where the first row that has it put it; a
/// row without it, or without a value, has an empty cell there.
package struct CSVTable: Sendable {
    package private(set) var columns: [String] = []
    package private(set) var rows: [CSVRow] = []

    package init(_ rows: [CSVRow] = []) {
        for row in rows { add(row) }
    }

    /// - Complexity: O(number of the row's columns) on average.
    package mutating func add(_ row: CSVRow) {
        for name in row.names where known.insert(name).inserted { columns.append(name) }
        rows.append(row)
    }

    private var known: Set<String> = []

    /// The whole table, in UTF-8.
    ///
    /// - Complexity: O(number of rows · number of columns).
    package var data: Data {
        let lines =
            [columns.map(Self.quoted)]
            + rows.map { row in columns.map { row[$0]?.text ?? "" } }
        return Data(lines.map { $0.joined(separator: ",") + "\r\n" }.joined().utf8)
    }

    /// A text as a field: in quotes where a reader would not see it as one field,
    /// or would not see its spaces; behind an apostrophe where a spreadsheet would
    /// compute it (OWASP, CSV injection).
    static func quoted(_ text: String) -> String {
        let text = isFormula(text) ? "'" + text : text
        let isPlain = text.utf8.allSatisfy { !special.contains($0) }
            && text.first != " " && text.last != " "
        return isPlain ? text : "\"" + text.replacing("\"", with: "\"\"") + "\""
    }

    private static let special: [UInt8] = Array(",;\"\t\r\n".utf8)

    /// True if a spreadsheet takes a text for a formula, or for a number with one behind it:
    /// by its first character, but for numbers.
    private static func isFormula(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, formulaStarts.contains(first) else {
            return false
        }
        return text.wholeMatch(of: /[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?/) == nil
    }

    /// Full-width forms are read like the others.
    private static let formulaStarts = Set("=+-@\t\r\n＝＋－＠".unicodeScalars)
}

/// The cells of one row, by the names of their columns.
package struct CSVRow: Sendable {
    private(set) var names: [String] = []
    private var values: [String: CSVValue] = [:]

    package init() {}

    /// - Precondition: No other cell has that name.
    package mutating func add(_ name: String, _ value: CSVValue?) {
        precondition(values[name] == nil, "two cells named \(name)")
        names.append(name)
        values[name] = value
    }

    /// The cells of another row behind those of this one.
    package func followed(by row: CSVRow) -> CSVRow {
        var whole = self
        for name in row.names { whole.add(name, row[name]) }
        return whole
    }

    package subscript(name: String) -> CSVValue? { values[name] }
}

/// What a cell has. Numbers are written as JSON has them, so that both can be
/// compared as texts.
package enum CSVValue: Equatable, Sendable {
    case text(String)
    case number(Double)
    case count(Int)
    case unsigned(UInt64)
    case flag(Bool)

    var text: String {
        switch self {
        case .text(let text): CSVTable.quoted(text)
        case .number(let number):
            Int64(exactly: number).map { String($0) } ?? String(number)
        case .count(let count): String(count)
        case .unsigned(let count): String(count)
        case .flag(let flag): flag ? "true" : "false"
        }
    }
}

/// Cells from what results have; a missing value gives an empty cell.
extension CSVRow {
    package mutating func add(_ name: String, _ text: String?) {
        add(name, text.map(CSVValue.text))
    }

    package mutating func add(_ name: String, _ number: Double?) {
        add(name, number.map(CSVValue.number))
    }

    package mutating func add(_ name: String, _ count: Int?) {
        add(name, count.map(CSVValue.count))
    }

    package mutating func add(_ name: String, _ count: UInt64?) {
        add(name, count.map(CSVValue.unsigned))
    }

    package mutating func add(_ name: String, _ flag: Bool?) {
        add(name, flag.map(CSVValue.flag))
    }
}
