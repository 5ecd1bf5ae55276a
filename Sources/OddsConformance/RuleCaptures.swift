/// The captures that were written for one rule of the contract each: small, and of nothing
/// but what the rule is about, so that a program that breaks it fails these.
///
/// They are in `rules.txt`: `= NAME TEXT` begins a rule, `- TEXT` a capture, and a frame is
/// `CHANNEL TEXT`. `CHANNEL% TEXT` has bytes as `%FF`, `CHANNEL*COUNT TEXT` so many frames
/// with `<n>` for the number of each. `let NAME TEXT` has `<NAME>` stand for a text.
package enum RuleCaptures {
    /// In the order of the text, with those that are too large for it.
    package static let all: [ConformanceCapture] = {
        var reader = RuleReader()
        let text = String(decoding: PackageResources.rules_txt, as: UTF8.self)
        for line in text.split(separator: "\n") { reader.read(String(line)) }
        reader.finishCapture()
        return reader.captures + largeFrames(reader.rules)
    }()

    /// In the order of their captures.
    package static let rules: [ContractRule] = {
        var seen: Set<ContractRule> = []
        return all.compactMap(\.rule).filter { seen.insert($0).inserted }
    }()

    /// The rule with a name, of those that have captures.
    package static func rule(_ name: String) -> ContractRule {
        guard let rule = rules.first(where: { $0.name == name }) else {
            preconditionFailure("\(name) has no capture")
        }
        return rule
    }

    private static func largeFrames(_ rules: [ContractRule]) -> [ConformanceCapture] {
        func frame(_ text: String, paddedTo count: Int) -> ConformanceCapture.Frame {
            var bytes = Array(text.utf8)
            bytes += [UInt8](repeating: UInt8(ascii: " "), count: max(count - bytes.count, 0))
            return .init(bytes: bytes)
        }
        let dump = #"{"messageType":"INITIAL_DUMP","records":[{"_type":"MATCH","id":"1"}]}"#
        let update = """
            {"messageType":"UPDATE","records":[{"changeType":"CREATE","entityType":"MATCH",\
            "id":"2","entity":{}}]}
            """
        let limit = 64 << 20
        let sizes = [("64 MiB", limit), ("a byte more than 64 MiB", limit + 1)].map { name, size in
            ConformanceCapture(
                name: name, rule: rules.first { $0.name == "EM-F3" },
                frames: [frame(dump, paddedTo: 0), frame(update, paddedTo: size)])
        }
        let held = ConformanceCapture(
            name: "at most 64 MiB of text are held", rule: rules.first { $0.name == "EM-D1" },
            frames: [limit / 2, limit / 2, 0].map { frame(update, paddedTo: $0) })
        return sizes + [held]
    }
}

/// Reads `rules.txt`, whose mistakes are programmer errors.
private struct RuleReader {
    private(set) var captures: [ConformanceCapture] = []
    private(set) var rules: [ContractRule] = []
    private var name: String?
    private var frames: [ConformanceCapture.Frame] = []
    private var definitions: [(name: String, text: String)] = []

    mutating func read(_ line: String) {
        let words = line.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        let rest = words.count > 1 ? String(words[1]) : ""
        switch words[0] {
        case "let":
            let parts = rest.split(separator: " ", maxSplits: 1)
            definitions.append(("<\(parts[0])>", expanded(String(parts[1]))))
        case "=":
            finishCapture()
            let parts = rest.split(separator: " ", maxSplits: 1)
            rules.append(ContractRule(name: String(parts[0]), text: String(parts[1])))
        case "-":
            finishCapture()
            name = rest
        default: readFrames(String(words[0]), expanded(rest))
        }
    }

    private mutating func readFrames(_ head: String, _ text: String) {
        guard let channel = head.first?.wholeNumberValue, name != nil else {
            preconditionFailure("a frame without a channel or a capture: \(text)")
        }
        let count = head.firstIndex(of: "*").map { Int(head[head.index(after: $0)...]) ?? 0 } ?? 1
        for number in 0..<count {
            let numbered = text.replacing("<n>", with: "\(number)")
            let bytes = head.contains("%") ? Self.bytes(numbered) : Array(numbered.utf8)
            frames.append(.init(channel: channel - 1, bytes: bytes))
        }
    }

    mutating func finishCapture() {
        guard let name else { return }
        let channelCount = (frames.map(\.channel).max() ?? 0) + 1
        captures.append(
            ConformanceCapture(
                name: name, rule: rules.last, channels: (1...channelCount).map { "/\($0)" },
                frames: frames))
        self.name = nil
        frames = []
    }

    private func expanded(_ text: String) -> String {
        definitions.reversed().reduce(text) { $0.replacing($1.name, with: $1.text) }
    }

    private static func bytes(_ text: String) -> [UInt8] {
        var result: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%"),
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            else {
                result.append(byte)
                continue
            }
            result.append(value)
            rest = rest.dropFirst(2)
        }
        return result
    }
}
