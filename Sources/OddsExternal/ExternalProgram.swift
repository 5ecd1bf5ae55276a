import Foundation

/// A program that reconstructs, as a user names it.
package struct ExternalProgram: Codable, Hashable, Sendable, CustomStringConvertible {
    /// The program and its arguments, at least one word.
    package var words: [String]
    package var transport: MessageTransport

    package init(words: [String], transport: MessageTransport = .pipe) {
        precondition(!words.isEmpty)
        self.words = words
        self.transport = transport
    }

    /// A command line for the shell.
    package init(command: String, transport: MessageTransport) {
        self.init(words: ["/bin/sh", "-c", command], transport: transport)
    }

    /// The command line as its user wrote it, but for quotes.
    package var description: String {
        words.count == 3 && words[..<2] == ["/bin/sh", "-c"]
            ? words[2] : words.joined(separator: " ")
    }
}

/// How long a program may take.
package struct ProgramLimits: Codable, Hashable, Sendable {
    /// To answer *hello*.
    package var helloSeconds = 30.0
    /// To answer any other message.
    package var answerSeconds = 10.0
    /// To end after *bye*.
    package var endSeconds = 5.0

    package init() {}
}

/// How a session waits for an answer.
package enum AnswerWaiting: Sendable {
    /// On a core of its own, so that waking up takes no time.
    case spinning
    /// Asleep.
    case sleeping
}
