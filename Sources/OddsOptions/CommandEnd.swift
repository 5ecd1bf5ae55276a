import ArgumentParser

/// How a program ends that ran a command, and the line that it says then.
package struct CommandEnd: Equatable {
    package let status: Int32
    /// One line, without the program's name.
    package let message: String

    package init(status: Int32, message: String) {
        self.status = status
        self.message = message
    }

    /// What the parser threw, or what should not have happened.
    ///
    /// - Parameter usageStatus: Of wrong options.
    /// - Returns: `nil` if the error is a request for help, which the parser
    ///   answers itself.
    package init?(
        parsing root: (some ParsableCommand).Type, _ error: any Error, usageStatus: Int32,
        otherStatus: Int32
    ) {
        switch root.exitCode(for: error) {
        case .success:
            return nil
        case .validationFailure:
            status = usageStatus
            message = "\(root.message(for: error)) (see 'bench --help')"
        default:
            let line = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
            status = otherStatus
            message = "unexpected error: \(line)"
        }
    }
}
