import Foundation

/// The files in which Linux reports on processes and the machine; on other
/// systems there are none, and all reads return `nil`.
enum SystemFile {
    static func text(_ path: String) -> String? {
        #if os(Linux)
            return try? String(contentsOfFile: path, encoding: .utf8)
        #else
            return nil
        #endif
    }

    static func write(_ text: String, to path: String) -> Bool {
        #if os(Linux)
            guard let file = fopen(path, "w") else { return false }
            let isWritten = fputs(text, file) >= 0
            return fclose(file) == 0 && isWritten
        #else
            return false
        #endif
    }

    /// The number in the line `NAME: NUMBER kB`.
    static func kilobytes(of name: String, in path: String) -> Int? {
        text(path).flatMap { kilobytes(of: name, inText: $0) }
    }

    /// The same in a text that was read already.
    static func kilobytes(of name: String, inText text: String) -> Int? {
        value(of: name, inText: text)?.split(separator: " ").first.flatMap { Int($0) }
    }

    /// What follows the colon in the first line `NAME: VALUE`.
    static func value(of name: String, in path: String) -> String? {
        text(path).flatMap { value(of: name, inText: $0) }
    }

    static func value(of name: String, inText text: String) -> String? {
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            if parts.count == 2, parts[0].trimmingCharacters(in: .whitespaces) == name {
                return parts[1].trimmingCharacters(in: .whitespaces)
            }
        }
        return nil
    }
}
