import OddsResults

/// What the parser says of a wrong command line, in words that help: what may have been
/// meant, which forms a value has, and which command's help explains it.
struct UsageError {
    private let message: String
    private let words: [String]
    private let commands: [String]

    /// - Parameters:
    ///   - message: The parser's message.
    ///   - words: The command line, without the program.
    ///   - commands: The names of the commands.
    init(_ message: String, words: [String], commands: [String]) {
        self.message = message
        self.words = words
        self.commands = commands
    }

    var text: String {
        if let unknownCommand { return unknownCommand }
        var text = message
        if let value = value ?? negative { text = value }
        let separator = text.hasSuffix("?") || text.hasSuffix(".") ? "" : "."
        return "\(text)\(separator)\nSee '\(helpCommand)'."
    }

    /// A word in the place of a command, which the parser takes for an argument of the
    /// default command.
    private var unknownCommand: String? {
        guard let first = words.first, !first.hasPrefix("-"), !commands.contains(first),
            message == "Unexpected argument '\(first)'"
                || message.hasPrefix("Unexpected argument '\(first)'.")
                || message.contains("unexpected arguments: '\(first)'")
        else { return nil }
        let question = NearestName.question(first, among: commands)
        return "there is no command '\(first)'\(question.isEmpty ? "." : question)\n"
            + "'bench help' lists the commands."
    }

    /// The command whose help explains the options.
    private var helpCommand: String {
        guard let first = words.first, commands.contains(first) else { return "bench --help" }
        return "bench \(first) --help"
    }

    /// A value that an option cannot have; `nil` for another error.
    private var value: String? {
        let start = "The value '"
        let middle = "' is invalid for '"
        guard message.hasPrefix(start), let split = message.range(of: middle) else {
            return nil
        }
        let value = String(message[..<split.lowerBound].dropFirst(start.count))
        let rest = message[split.upperBound...]
        guard let end = rest.firstIndex(of: "'") else { return nil }
        let option = rest[..<end].split(separator: " ").first.map(String.init) ?? ""
        let explanation = String(rest[rest.index(after: end)...])
        return "\(option) \(value): \(explained(value, explanation))"
    }

    /// A negative number after an option, which the parser takes for another option.
    private var negative: String? {
        let start = "Missing value for '"
        guard message.hasPrefix(start),
            let option = message.dropFirst(start.count).split(separator: " ").first,
            let index = words.firstIndex(of: String(option)), index + 1 < words.count,
            words[index + 1].hasPrefix("-"), words[index + 1].dropFirst().first?.isNumber == true
        else { return nil }
        return "\(option) \(words[index + 1]): must not be negative"
    }

    private func explained(_ value: String, _ explanation: String) -> String {
        if explanation.hasPrefix(": ") { return String(explanation.dropFirst(2)) }
        let choices = Self.quoted(explanation)
        guard !choices.isEmpty else {
            return "write " + (ValueForms.noted(for: value) ?? "a whole number")
        }
        let nearest = NearestName.names(to: value, among: choices).first
        let question = nearest.map { "did you mean '\($0)'? " } ?? ""
        return question + "The choices are \(choices.joined(separator: ", "))"
    }

    /// The words in single quotes.
    private static func quoted(_ text: String) -> [String] {
        text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}
