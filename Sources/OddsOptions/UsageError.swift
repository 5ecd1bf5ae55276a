import OddsResults

/// What the parser says of a wrong command line, in words that help: what may have been
/// meant, which forms a value has, and which command's help explains it.
struct UsageError {
    private let message: String
    private let words: [String]
    private let outline: CommandOutline

    /// - Parameters:
    ///   - message: The parser's message.
    ///   - words: The command line, without the program.
    ///   - outline: The commands of the program.
    init(_ message: String, words: [String], outline: CommandOutline) {
        self.message = message
        self.words = words
        self.outline = outline
    }

    /// A few lines, the last of which says where more is to be read.
    var text: String {
        if isOfUnknownCommand { return Self.unknownCommand(words[0], outline) }
        let text = unknownOption ?? wrongValue ?? negativeValue ?? message
        let separator = text.hasSuffix("?") || text.hasSuffix(".") ? "" : "."
        return "\(text)\(separator)\nSee '\(title(of: command)) --help'."
    }

    /// What is said of a word in the place of a command.
    static func unknownCommand(_ word: String, _ outline: CommandOutline) -> String {
        "there is no command '\(word)'\(NearestName.ending(word, among: outline.commandNames))\n"
            + "'\(outline.program) --help' lists the commands."
    }

    /// Whether the parser took the first word for an argument of the default command.
    private var isOfUnknownCommand: Bool {
        guard let first = words.first, !first.hasPrefix("-"), !outline.commandNames.isEmpty,
            !outline.hasCommand(first)
        else { return false }
        return message.hasPrefix("Unexpected argument '\(first)'")
            || message.contains("unexpected arguments: '\(first)'")
    }

    /// The command that was given; `nil` for the default.
    private var command: String? { words.first.flatMap { outline.hasCommand($0) ? $0 : nil } }

    private func title(of command: String?) -> String {
        outline.program + (command.map { " " + $0 } ?? "")
    }

    /// An option that the command has not. Another command's is not taken for a
    /// misspelling.
    private var unknownOption: String? {
        guard let name = Self.quoted(message, between: "Unknown option '", and: "'")?.0 else {
            return nil
        }
        if let other = Self.opposites[name], outline.options(of: command).contains(other.option) {
            return "'\(title(of: command))' has no option '\(name)'; its \(other.option) says "
                + "\(other.meaning)"
        }
        let owners = outline.commands(with: name).map { "'\(title(of: $0))'" }
        guard owners.isEmpty else {
            return "'\(title(of: command))' has no option '\(name)'; \(owners.conjunction()) "
                + (owners.count == 1 ? "has" : "have")
        }
        return "there is no option '\(name)'"
            + NearestName.question(name, among: outline.options(of: command))
    }

    /// Options that say the same the other way round, of which a command has one.
    private static let opposites: [String: (option: String, meaning: String)] = [
        "--slo": ("--fail-if", "what must not be, such as 'responseTime.p99>50ms'"),
        "--fail-if": ("--slo", "what must be, such as 'responseTime.p99<50ms'"),
    ]

    /// A value that an option cannot have.
    private var wrongValue: String? {
        guard
            let (value, rest) = Self.quoted(
                message, between: "The value '", and: "' is invalid for '"),
            let end = rest.firstIndex(of: "'")
        else { return nil }
        let option = rest[..<end].split(separator: " ").first.map(String.init) ?? ""
        let explanation = String(rest[rest.index(after: end)...])
        let shown = value.isEmpty ? "''" : value
        return "\(option) \(shown): \(explained(value, explanation))"
    }

    /// A negative number after an option, which the parser takes for another option.
    private var negativeValue: String? {
        let start = "Missing value for '"
        guard message.hasPrefix(start),
            let end = message.dropFirst(start.count).firstIndex(where: { " '".contains($0) }),
            case let option = String(message[..<end].dropFirst(start.count)),
            let index = words.firstIndex(of: option), index + 1 < words.count,
            words[index + 1].hasPrefix("-"), words[index + 1].dropFirst().first?.isNumber == true
        else { return nil }
        return "\(option) \(words[index + 1]): must not be negative"
    }

    private func explained(_ value: String, _ explanation: String) -> String {
        if explanation.hasPrefix(": ") { return String(explanation.dropFirst(2)) }
        let choices = Self.choices(explanation)
        let advice = ValueAdvice.noted(for: value, options: outline.options(of: command))
        guard !choices.isEmpty else { return advice ?? "write a whole number" }
        // None of the choices is meant by a value with a colon, such as `exec:PROGRAM`.
        if let advice, value.contains(":") { return advice }
        // Of a list it is one part that is wrong.
        let part = value.split(separator: ",").map(String.init).first { !choices.contains($0) }
        let nearest = NearestName.names(to: part ?? value, among: choices).first
        let question = nearest.map { "did you mean '\($0)'? " } ?? ""
        return question + "The choices are \(choices.joined(separator: ", "))"
    }

    /// The parser lists a few values in quotes in a sentence, and many on lines of their
    /// own.
    private static func choices(_ text: String) -> [String] {
        let items = text.split(separator: "\n").filter { $0.hasPrefix("  - ") }
        guard items.isEmpty else { return items.map { String($0.dropFirst(4)) } }
        return text.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }

    /// The text between two others, and what follows.
    private static func quoted(
        _ text: String, between start: String, and end: String
    ) -> (String, Substring)? {
        guard text.hasPrefix(start), case let rest = text.dropFirst(start.count),
            let range = rest.range(of: end)
        else { return nil }
        return (String(rest[..<range.lowerBound]), rest[range.upperBound...])
    }
}

extension [String] {
    /// `a`, `a and b`, `a, b and c`.
    fileprivate func conjunction() -> String {
        guard let last, count > 1 else { return first ?? "" }
        return dropLast().joined(separator: ", ") + " and \(last)"
    }
}
