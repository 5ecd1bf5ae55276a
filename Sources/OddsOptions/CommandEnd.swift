import ArgumentParser
import OddsResults

/// The exit status of a command, with its error message.
package struct CommandEnd: Equatable {
    package let status: Int32
    /// Without the program's name.
    package let message: String

    package init(status: Int32, message: String) {
        self.status = status
        self.message = message
    }

    /// The end after an error of the parser, or after an unexpected error;
    /// `nil` for a request for help, which the parser answers itself.
    ///
    /// - Parameters:
    ///   - root: The command whose options were parsed.
    ///   - words: The words of the command line, without the program's.
    ///   - error: The error.
    ///   - usageStatus: The status for wrong options.
    ///   - otherStatus: The status for unexpected errors.
    package init?(
        parsing root: (some ParsableCommand).Type, _ words: [String], _ error: any Error,
        usageStatus: Int32, otherStatus: Int32
    ) {
        let (outline, words) = CommandOutline(of: root).innermost(words)
        switch root.exitCode(for: error) {
        case .success:
            // The parser gives the help of the default command for any word before --help.
            guard let word = words.first, words.count > 1, !word.hasPrefix("-"), word != "help",
                !outline.commandNames.isEmpty, !outline.hasCommand(word)
            else { return nil }
            status = usageStatus
            message = UsageError.unknownCommand(word, outline)
        case .validationFailure:
            status = usageStatus
            message = UsageError(root.message(for: error), words: words, outline: outline).text
        default:
            let line = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
            status = otherStatus
            message = "unexpected error: \(line)"
        }
    }

    /// The message with the program's name before it, for standard error: in lines of at
    /// most 80 columns, but for longer words.
    package func text(program: String) -> String {
        "\(program): \(message)".split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { $0.isEmpty ? [""] : TextWrap.lines(String($0), indent: "") }
            .joined(separator: "\n")
    }
}
