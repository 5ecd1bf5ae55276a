import ArgumentParser
import Foundation
import OddsConsole
import OddsResults

/// The exit status of a command, with its error message.
package struct CommandEnd: Equatable {
    package let status: Int32
    /// Without the program's name.
    package let message: String

    /// - Parameter message: One line, which may quote servers and files.
    package init(status: Int32, message: String) {
        self.init(status: status, lines: [message])
    }

    /// - Parameter lines: Each of which may quote servers and files.
    package init(status: Int32, lines: [String]) {
        self.status = status
        message = lines.map { ConsoleText.escaped($0) }.joined(separator: "\n")
    }

    /// The end of a program whose result cannot be written.
    init(_ error: OutputError) {
        self.init(status: OutputError.exitStatus, message: error.description)
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
        if let error = error as? OutputError {
            self.init(error)
            return
        }
        let (outline, words) = CommandOutline(of: root).innermost(words)
        switch root.exitCode(for: error) {
        case .success:
            // The parser gives the help of the default command for any word before --help.
            guard let word = words.first, words.count > 1, !word.hasPrefix("-"), word != "help",
                !outline.commandNames.isEmpty, !outline.hasCommand(word)
            else { return nil }
            self.init(status: usageStatus, text: UsageError.unknownCommand(word, outline))
        case .validationFailure:
            let mistake = UsageError(root.message(for: error), words: words, outline: outline)
            self.init(status: usageStatus, text: mistake.text)
        default:
            let line = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
            self.init(status: otherStatus, message: "unexpected error: \(line)")
        }
    }

    /// - Parameter text: Its line breaks are those of this program.
    private init(status: Int32, text: String) {
        self.init(status: status, lines: text.components(separatedBy: "\n"))
    }

    /// The message with the program's name before it, for standard error: in lines of at
    /// most 80 columns, but for longer words.
    package func text(program: String) -> String {
        lines(program: program).joined(separator: "\n")
    }

    private func lines(program: String) -> [String] {
        "\(program): \(message)".split(separator: "\n", omittingEmptySubsequences: false)
            .flatMap { $0.isEmpty ? [""] : TextWrap.lines(String($0), indent: "") }
    }

    /// Says the message and ends the process.
    package func end(program: String) -> Never {
        for line in lines(program: program) { StandardError.print(line) }
        Foundation.exit(status)
    }
}

extension ParsableCommand {
    /// Ends the process after an error, or after what the parser throws to be shown, such as
    /// help.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - end: What it means; `nil` for help.
    ///   - program: The name that messages begin with.
    package static func end(
        _ error: any Error, as end: CommandEnd?, program: String
    ) -> Never {
        if let end { end.end(program: program) }
        do throws(OutputError) {
            try StandardOutput.write(Array((fullMessage(for: error) + "\n").utf8))
        } catch {
            CommandEnd(error).end(program: program)
        }
        Foundation.exit(exitCode(for: error).rawValue)
    }
}
