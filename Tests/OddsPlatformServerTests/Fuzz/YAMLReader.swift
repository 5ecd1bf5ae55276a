import OddsJSON

/// Reads what the service's OpenAPI documents have of YAML: blocks of mappings and lists, flow
/// collections over several lines, folded text, and plain or double-quoted scalars.
struct YAMLReader {
    private var lines: [(indent: Int, text: String)]
    private var index = 0

    static func value(_ text: String) -> JSONValue {
        var reader = YAMLReader(text)
        return reader.lines.isEmpty ? .null : reader.block()
    }

    private init(_ text: String) {
        lines = text.split(separator: "\n").compactMap { line in
            let rest = line.drop { $0 == " " }
            return rest.isEmpty || rest.hasPrefix("#")
                ? nil : (line.count - rest.count, String(rest))
        }
    }

    /// The value that begins at the present line.
    private mutating func block() -> JSONValue {
        let (indent, text) = lines[index]
        if text.hasPrefix("- ") { return list(indent) }
        if Self.key(of: text) != nil { return mapping(indent) }
        return flow()
    }

    private mutating func list(_ indent: Int) -> JSONValue {
        var elements: [JSONValue] = []
        while index < lines.count, lines[index].indent == indent,
            lines[index].text.hasPrefix("- ")
        {
            lines[index] = (indent + 2, String(lines[index].text.dropFirst(2)))
            elements.append(block())
        }
        return .array(elements)
    }

    private mutating func mapping(_ indent: Int) -> JSONValue {
        var members: [JSONMember] = []
        while index < lines.count, lines[index].indent == indent,
            let (name, rest) = Self.key(of: lines[index].text)
        {
            members.append(JSONMember(name, member(indent, rest)))
        }
        return .object(members)
    }

    private mutating func member(_ indent: Int, _ rest: String) -> JSONValue {
        if rest.isEmpty {
            index += 1
            let isThere = index < lines.count && lines[index].indent > indent
            return isThere ? block() : .null
        }
        guard rest == ">" else {
            lines[index].text = rest
            return flow()
        }
        index += 1
        var words: [String] = []
        while index < lines.count, lines[index].indent > indent {
            words.append(lines[index].text)
            index += 1
        }
        return .string(words.joined(separator: " "))
    }

    /// A scalar, or a flow collection up to its end.
    private mutating func flow() -> JSONValue {
        var text = lines[index].text
        index += 1
        guard "{[".contains(text.prefix(1)) else { return FlowReader.scalar(text) }
        while index < lines.count, !FlowReader.isBalanced(text) {
            text += " " + lines[index].text
            index += 1
        }
        var reader = FlowReader(text)
        return reader.value()
    }

    /// The key of a mapping's line, and what follows it.
    private static func key(of text: String) -> (String, String)? {
        guard !"{[".contains(text.prefix(1)) else { return nil }
        if text.hasSuffix(":"), !text.contains(": ") { return (unquoted(text.dropLast()), "") }
        guard let colon = text.firstRange(of: ": ") else { return nil }
        return (
            unquoted(text[..<colon.lowerBound]),
            String(text[colon.upperBound...].drop { $0 == " " })
        )
    }

    private static func unquoted(_ text: Substring) -> String {
        String(text.hasPrefix("\"") ? text.dropFirst().dropLast() : text)
    }
}

/// Reads flow collections: JSON whose scalars need no quotes.
private struct FlowReader {
    private let text: [Character]
    private var index = 0

    init(_ text: String) { self.text = Array(text) }

    static func isBalanced(_ text: String) -> Bool {
        var (depth, isQuoted, isEscaped) = (0, false, false)
        for character in text {
            if isQuoted {
                (isQuoted, isEscaped) = (
                    isEscaped || character != "\"", !isEscaped && character == "\\"
                )
            } else if character == "\"" {
                isQuoted = true
            } else if "{[".contains(character) {
                depth += 1
            } else if "}]".contains(character) {
                depth -= 1
            }
        }
        return depth == 0
    }

    static func scalar(_ text: String) -> JSONValue {
        if text.hasPrefix("\"") {
            let bytes = Array(text.utf8)
            return (try? bytes.withUnsafeBytes { try JSONValue(json: $0) }) ?? .string(text)
        }
        switch text {
        case "null": return .null
        case "true": return true
        case "false": return false
        default: return text.wholeMatch(of: #/-?[0-9]+(\.[0-9]+)?/#) == nil
            ? .string(text) : .number(text)
        }
    }

    private static func key(_ text: String) -> String {
        if case .string(let name) = scalar(text) { name } else { text }
    }

    mutating func value() -> JSONValue {
        skipSpaces()
        guard index < text.count else { return .null }
        switch text[index] {
        case "{": return collection("}") { .object($0.map { JSONMember($0 ?? "", $1) }) }
        case "[": return collection("]") { .array($0.map(\.1)) }
        default: return Self.scalar(token(until: ",}]"))
        }
    }

    private mutating func collection(
        _ end: Character, _ make: ([(String?, JSONValue)]) -> JSONValue
    ) -> JSONValue {
        index += 1
        var members: [(String?, JSONValue)] = []
        skipSpaces()
        while index < text.count, text[index] != end {
            if end == "}" {
                let name = Self.key(token(until: ":,}"))
                // A key alone has no value.
                let hasValue = index < text.count && text[index] == ":"
                if hasValue { index += 1 }
                members.append((name, hasValue ? value() : .null))
            } else {
                members.append((nil, value()))
            }
            skipSpaces()
            if index < text.count, text[index] == "," { index += 1 }
            skipSpaces()
        }
        index += 1
        return make(members)
    }

    /// The text up to one of some characters outside of quotes.
    private mutating func token(until ends: String) -> String {
        let start = index
        if text[index] == "\"" {
            index += 1
            while text[index] != "\"" { index += text[index] == "\\" ? 2 : 1 }
            index += 1
        } else {
            while index < text.count, !ends.contains(text[index]) { index += 1 }
        }
        let token = String(text[start..<index])
        skipSpaces()
        return String(token.reversed().drop { $0 == " " }.reversed())
    }

    private mutating func skipSpaces() {
        while index < text.count, text[index] == " " { index += 1 }
    }
}
