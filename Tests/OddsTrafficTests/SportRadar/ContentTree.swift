/// A JSON value whose objects keep the order of their members, read the simplest way from
/// legal text.
indirect enum ContentTree: Equatable, Sendable {
    case word(String)
    case text(String)
    case array([ContentTree])
    case object([Member])

    struct Member: Equatable, Sendable {
        var key: String
        var value: ContentTree
    }

    init(_ bytes: some Sequence<UInt8>) {
        var reader = Reader(bytes: Array(bytes))
        self = reader.value()
        precondition(reader.offset == reader.bytes.count, "one value")
    }

    private struct Reader {
        let bytes: [UInt8]
        var offset = 0

        mutating func value() -> ContentTree {
            switch bytes[offset] {
            case UInt8(ascii: "{"):
                var members: [Member] = []
                items(until: UInt8(ascii: "}")) { reader in
                    let key = reader.string()
                    reader.offset += 1
                    members.append(Member(key: key, value: reader.value()))
                }
                return .object(members)
            case UInt8(ascii: "["):
                var elements: [ContentTree] = []
                items(until: UInt8(ascii: "]")) { elements.append($0.value()) }
                return .array(elements)
            case UInt8(ascii: "\""):
                return .text(string())
            default:
                let start = offset
                while offset < bytes.count, !Array(",]}".utf8).contains(bytes[offset]) {
                    offset += 1
                }
                return .word(String(decoding: bytes[start..<offset], as: UTF8.self))
            }
        }

        private mutating func items(until end: UInt8, _ item: (inout Reader) -> Void) {
            offset += 1
            while bytes[offset] != end {
                item(&self)
                if bytes[offset] == UInt8(ascii: ",") { offset += 1 }
            }
            offset += 1
        }

        /// The traffic has no escape but that of a line break.
        private mutating func string() -> String {
            offset += 1
            let start = offset
            while bytes[offset] != UInt8(ascii: "\"") { offset += 1 }
            defer { offset += 1 }
            return String(decoding: bytes[start..<offset], as: UTF8.self)
                .split(separator: #"\n"#, omittingEmptySubsequences: false)
                .joined(separator: "\n")
        }
    }
}

extension ContentTree {
    subscript(key: String) -> ContentTree? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.first { $0.key == key }?.value
        }
        set {
            guard case .object(var members) = self else { return }
            let index = members.firstIndex { $0.key == key }
            switch (index, newValue) {
            case (let index?, let value?): members[index].value = value
            case (let index?, nil): members.remove(at: index)
            case (nil, let value?): members.append(Member(key: key, value: value))
            case (nil, nil): break
            }
            self = .object(members)
        }
    }

    var text: String? { if case .text(let text) = self { text } else { nil } }
    var word: String? { if case .word(let word) = self { word } else { nil } }
    var elements: [ContentTree] { if case .array(let elements) = self { elements } else { [] } }
    var keys: [String] { if case .object(let members) = self { members.map(\.key) } else { [] } }
}

extension ContentTree {
    /// Where two values differ first, and how; `nil` if they do not.
    static func difference(_ left: ContentTree?, _ right: ContentTree?) -> String? {
        switch (left, right) {
        case (.array(let first)?, .array(let second)?):
            for index in 0..<max(first.count, second.count) {
                let pair = [first, second].map { index < $0.count ? $0[index] : nil }
                if let found = difference(pair[0], pair[1]) { return "\(index)/\(found)" }
            }
            return nil
        case (.object(let first)?, .object(let second)?):
            guard first.map(\.key) == second.map(\.key) else {
                return "\(first.map(\.key)) and \(second.map(\.key))"
            }
            for (one, other) in zip(first, second) {
                if let found = difference(one.value, other.value) { return "\(one.key)/\(found)" }
            }
            return nil
        default:
            return left == right ? nil : "\(left?.outline ?? "-") and \(right?.outline ?? "-")"
        }
    }

    private var outline: String {
        switch self {
        case .word(let text), .text(let text): text
        case .array(let elements): "\(elements.count) elements"
        case .object(let members): members.first.map { "\($0.key) \($0.value.outline)" } ?? "{}"
        }
    }
}
