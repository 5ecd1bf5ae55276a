import Foundation

/// Messages of a command, separate from its result.
package enum StandardError {
    /// Shows one line, in which control characters are escaped.
    package static func print(_ line: String) { write(ConsoleText.escaped(line) + "\n") }

    package static let isTerminal = isatty(STDERR_FILENO) == 1

    /// Writes text as it is, with the program's own control sequences.
    package static func write(_ text: String) {
        // A command does not fail because its messages cannot be written.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
