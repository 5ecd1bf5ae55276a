import OddsResults

/// What `bench help TOPIC` says about what several commands share.
package struct HelpTopic: Sendable {
    package let name: String
    /// Other names that are understood.
    let aliases: [String]
    /// What it is about, for the list of topics.
    package let abstract: String
    /// At most 80 columns wide.
    package let lines: [String]

    init(
        _ name: String, aliases: [String] = [], _ abstract: String, _ paragraphs: [Paragraph]
    ) {
        self.name = name
        self.aliases = aliases
        self.abstract = abstract
        lines = paragraphs.flatMap(\.lines)
    }

    package static var all: [HelpTopic] {
        [metrics, quantities, statuses, scenarios, strategies, results, presets]
    }

    /// The topic of a command line, which is passed without its first word; `nil` if
    /// it asks for none.
    package static func asked(for words: [String]) -> HelpTopic? {
        guard words.count == 2, words[0] == "help" else { return nil }
        return all.first { $0.name == words[1] || $0.aliases.contains(words[1]) }
    }

    /// What is wrong with a command line that asks for help on neither a topic nor a
    /// command, which the parser takes for a request for all help, in lines; `nil` for any
    /// other.
    package static func mistake(in words: [String], commands: [String]) -> [String]? {
        guard words.count == 2, words[0] == "help", !words[1].hasPrefix("-"),
            asked(for: words) == nil, !commands.contains(words[1])
        else { return nil }
        let question = NearestName.question(words[1], among: all.map(\.name) + commands)
        return [
            "there is no command or topic '\(words[1])'\(question.isEmpty ? "." : question)",
            "'bench help' lists them.",
        ]
    }

    /// The list of topics, for the help of all commands.
    package static var list: String {
        all.map { "\n  \($0.name.padded(to: 12))\($0.abstract)" }.joined()
    }
}

extension HelpTopic {
    /// A part of a topic.
    enum Paragraph {
        /// Wrapped, with an empty line behind it.
        case text(String)
        /// As it is, indented, with an empty line behind it.
        case code([String])
        /// Names and what they mean, with the meanings in a column of their own.
        case list([(name: String, meaning: String)])

        var lines: [String] {
            switch self {
            case .text(let text): text.wrapped(to: HelpTopic.columns) + [""]
            case .code(let lines): lines.map { "  " + $0 } + [""]
            case .list(let items): Self.lines(of: items) + [""]
            }
        }

        /// A name that leaves too little of the line has a line of its own.
        private static func lines(of items: [(name: String, meaning: String)]) -> [String] {
            let widest = items.map(\.name.count).filter { $0 <= nameColumns }.max() ?? 0
            let indent = String(repeating: " ", count: 2 + widest + 2)
            return items.flatMap { item in
                let meaning = item.meaning.wrapped(to: HelpTopic.columns - indent.count)
                guard item.name.count <= widest, let first = meaning.first else {
                    return ["  " + item.name] + meaning.map { indent + $0 }
                }
                return ["  " + item.name.padded(to: widest + 2) + first]
                    + meaning.dropFirst().map { indent + $0 }
            }
        }

        private static let nameColumns = 30
    }

    private static let columns = 80
}

extension String {
    /// With spaces behind it up to `width` columns.
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(width - count, 0))
    }

    /// The words in lines of at most `width` columns, but for longer words.
    fileprivate func wrapped(to width: Int) -> [String] {
        var lines: [String] = []
        for word in split(whereSeparator: \.isWhitespace) {
            if let last = lines.last, last.count + 1 + word.count <= width {
                lines[lines.count - 1] = last + " " + word
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }
}
