import Foundation

/// Messages of a command, separate from its result.
package enum StandardError {
    package static func print(_ line: String) { write(line + "\n") }

    package static let isTerminal = isatty(STDERR_FILENO) == 1

    package static func write(_ text: String) {
        // A command does not fail because its messages cannot be written.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
