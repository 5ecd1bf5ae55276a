/// A JSON value that keeps what was written: numbers as their text, and members in
/// their order.
package enum JSONValue: Hashable, Sendable {
    case null
    case bool(Bool)
    /// The text of a number, which decoders to binary floating point would round.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([JSONMember])

    /// Parses a whole JSON text (RFC 8259). An object with two members of one name
    /// is an error: readers disagree on which of them counts.
    ///
    /// - Throws: `JSONSyntaxError`.
    /// - Complexity: O(bytes).
    package init(
        json: UnsafeRawBufferPointer, levelsMax: Int = 32
    ) throws(JSONSyntaxError) {
        // The scanner checks syntax, UTF-8 and depth; the rest relies on that.
        var scanner = JSONScanner(json)
        scanner.levelsMax = levelsMax
        scanner.skipWhiteSpace()
        let start = scanner.position
        try scanner.skipValue()
        let end = scanner.position
        scanner.skipWhiteSpace()
        guard scanner.isAtEnd else { throw scanner.error("expected the end of the text") }
        try self.init(checked: json, start..<end)
    }

    private init(
        checked json: UnsafeRawBufferPointer, _ range: Range<Int>
    ) throws(JSONSyntaxError) {
        let bytes = UnsafeRawBufferPointer(rebasing: json[range])
        switch bytes[0] {
        case UInt8(ascii: "{"):
            var members: [JSONMember] = []
            var names: Set<String> = []
            var scanner = JSONScanner(json, at: range.lowerBound)
            try scanner.forEachMember { (key, value) throws(JSONSyntaxError) in
                let name = Self.text(json, key)
                guard names.insert(name).inserted else {
                    throw JSONSyntaxError(
                        offset: key.lowerBound, what: "a second member \"\(name)\"")
                }
                members.append(JSONMember(name, try JSONValue(checked: json, value)))
            }
            self = .object(members)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            var scanner = JSONScanner(json, at: range.lowerBound)
            try scanner.forEachElement { (element) throws(JSONSyntaxError) in
                elements.append(try JSONValue(checked: json, element))
            }
            self = .array(elements)
        case UInt8(ascii: "\""): self = .string(Self.text(json, range))
        case UInt8(ascii: "t"): self = .bool(true)
        case UInt8(ascii: "f"): self = .bool(false)
        case UInt8(ascii: "n"): self = .null
        default: self = .number(String(decoding: bytes, as: UTF8.self))
        }
    }

    private static func text(_ json: UnsafeRawBufferPointer, _ range: Range<Int>) -> String {
        let literal = UnsafeRawBufferPointer(rebasing: json[range])
        return String(decoding: JSONText.unescaped(literal), as: UTF8.self)
    }

    /// The value as compact JSON text.
    ///
    /// - Complexity: O(bytes).
    package var json: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes.append(contentsOf: "null".utf8)
        case .bool(let value): bytes.append(contentsOf: (value ? "true" : "false").utf8)
        case .number(let text): bytes.append(contentsOf: text.utf8)
        case .string(let text): bytes.appendJSONString(text)
        case .array(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.appendJSONString(member.name)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }

    /// The value of a member of an object; `nil` if there is none of that name, or
    /// the value is no object.
    ///
    /// - Complexity: O(members).
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.value
    }
}

/// A member of a JSON object.
package struct JSONMember: Hashable, Sendable {
    /// The name, without escapes.
    package let name: String
    /// The value.
    package let value: JSONValue

    /// A member of that name and value.
    package init(_ name: String, _ value: JSONValue) {
        self.name = name
        self.value = value
    }
}

extension JSONValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral,
    ExpressibleByNilLiteral, ExpressibleByStringInterpolation
{
    package init(stringLiteral value: String) { self = .string(value) }
    package init(integerLiteral value: Int) { self = .number(String(value)) }
    package init(booleanLiteral value: Bool) { self = .bool(value) }
    package init(arrayLiteral elements: JSONValue...) { self = .array(elements) }
    package init(nilLiteral: ()) { self = .null }
    package init(dictionaryLiteral members: (String, JSONValue)...) {
        self = .object(members.map { JSONMember($0.0, $0.1) })
    }

    /// A number.
    package static func number(_ value: some BinaryInteger) -> JSONValue {
        .number(String(value))
    }

    /// A string, or `null`.
    package static func text(_ value: String?) -> JSONValue {
        value.map { .string($0) } ?? .null
    }
}
