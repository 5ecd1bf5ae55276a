import Foundation

/// The text of a history: a line for each strategy of each result that was added.
package enum HistoryText {
    /// Reads lines; empty ones do not count.
    ///
    /// - Throws: `DamagedHistory` for the first line that is none.
    /// - Complexity: O(size of the text).
    package static func lines(_ text: Data) throws(DamagedHistory) -> [HistoryLine] {
        let decoder = JSONDecoder()
        var lines: [HistoryLine] = []
        let texts = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, text) in texts.enumerated() where !text.allSatisfy(isSpace) {
            do {
                let line = try decoder.decode(HistoryLine.self, from: text)
                guard line.schema == HistoryLine.schemaName else {
                    throw DamagedHistory(
                        line: number + 1,
                        reason: "'\(line.schema)' is not \(HistoryLine.schemaName)")
                }
                lines.append(line)
            } catch let error as DamagedHistory {
                throw error
            } catch DecodingError.keyNotFound(let key, _) {
                throw DamagedHistory(
                    line: number + 1, reason: "not a line of a history: no \(key.stringValue)")
            } catch {
                throw DamagedHistory(line: number + 1, reason: "not a line of a history")
            }
        }
        return lines
    }

    /// The text of lines, each with a line feed.
    package static func text(_ lines: [HistoryLine]) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try lines.reduce(into: Data()) { text, line in
            text += try encoder.encode(line) + Data("\n".utf8)
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
    }
}

/// A line that is not one of a history.
package struct DamagedHistory: Error, Equatable {
    /// From 1.
    package var line: Int
    package var reason: String

    package init(line: Int, reason: String) {
        self.line = line
        self.reason = reason
    }
}
