import ArgumentParser

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
        switch root.exitCode(for: error) {
        case .success:
            return nil
        case .validationFailure:
            status = usageStatus
            message = UsageError(
                root.message(for: error), words: words,
                commands: root.configuration.subcommands.compactMap {
                    $0.configuration.shouldDisplay ? $0._commandName : nil
                }
            ).text
        default:
            let line = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
            status = otherStatus
            message = "unexpected error: \(line)"
        }
    }
}
