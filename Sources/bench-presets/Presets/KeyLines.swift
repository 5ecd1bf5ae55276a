/// The lines of a TOML file that have its tables and keys, for messages: the library
/// tells them of syntax errors only. Knows tables in brackets and keys before `=`, and
/// so nothing of what is within inline tables.
struct KeyLines {
    private var lines: [[String]: Int] = [:]

    /// - Complexity: O(length of the text): of a longer path only the parts that mean something
    ///   are kept, which are a command, a preset and an option.
    init(_ text: String) {
        var table: [String] = []
        let texts = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
        for (index, line) in texts.enumerated() {
            let line = line.drop { $0 == " " || $0 == "\t" }
            if line.hasPrefix("["), let end = line.firstIndex(of: "]") {
                table = Self.path(line[..<end].drop { $0 == "[" })
                note(table, index + 1)
            } else if let end = line.firstIndex(of: "=") {
                note(table + Self.path(line[..<end]), index + 1)
            }
        }
    }

    subscript(path: [String]) -> Int? { lines[path] }

    private static let partsMax = 3

    /// Where a table is first meant, as a part of others' names, counts as well.
    private mutating func note(_ path: [String], _ line: Int) {
        for count in 1...min(max(path.count, 1), Self.partsMax) {
            let part = Array(path.prefix(count))
            if lines[part] == nil { lines[part] = line }
        }
    }

    private static func path(_ text: Substring) -> [String] {
        text.split(separator: ".", maxSplits: partsMax).prefix(partsMax).map { part in
            String(part.filter { !" \t\"'".contains($0) })
        }
    }
}
