import Foundation

/// What a command says beside its result.
package enum StandardError {
    package static func print(_ line: String) { write(line + "\n") }

    package static let isTerminal = isatty(STDERR_FILENO) == 1

    package static func write(_ text: String) {
        // No command fails because nobody can read what it says beside its
        // result.
        try? FileHandle.standardError.write(contentsOf: Data(text.utf8))
    }
}
