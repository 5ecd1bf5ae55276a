import OddsJSON

/// The members of a JSON object, each name once: of a repeated one the last value counts, at
/// the first one's place. Names compare by their bytes.
struct Members: Sendable {
    private(set) var list: [JSONMember] = []

    /// - Complexity: O(members).
    init(_ members: [JSONMember]) {
        var positions: [[UInt8]: Int] = [:]
        for member in members {
            let position = positions[Array(member.name.utf8), default: list.count]
            positions[Array(member.name.utf8)] = position
            if position < list.count { list[position] = member } else { list.append(member) }
        }
    }

    /// The members of a value that is an object.
    init?(_ value: JSONValue?) {
        guard case .object(let members) = value else { return nil }
        self.init(members)
    }

    /// The value of a member.
    ///
    /// - Complexity: O(members).
    subscript(name: String) -> JSONValue? {
        list.first { $0.name.utf8.elementsEqual(name.utf8) }?.value
    }

    /// These members, and others that take their place where the names are equal.
    ///
    /// - Complexity: O(members of both).
    func merging(_ others: Members) -> Members { Members(list + others.list) }

    /// The members that fulfil a condition.
    func filter(_ isKept: (JSONMember) -> Bool) -> Members {
        var members = self
        members.list = list.filter(isKept)
        return members
    }

    /// A member's text; `nil` for another value, and where there is none.
    func text(_ name: String) -> String? {
        if case .string(let text) = self[name] { text } else { nil }
    }

    /// The text of an identifier, which may be an integer: its decimal text.
    func identifier(_ name: String) -> String? { self[name].flatMap(\.identifier) }
}

extension Members: Equatable {
    /// The order does not count, and text compares by its bytes.
    static func == (left: Members, right: Members) -> Bool {
        left.sortedByName.elementsEqual(right.sortedByName) {
            $0.name.utf8.elementsEqual($1.name.utf8) && $0.value.isSame(as: $1.value)
        }
    }

    private var sortedByName: [JSONMember] {
        list.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }
}

extension JSONValue {
    /// Equality of values: text by its bytes, numbers by their text, objects
    /// whatever the order of their members.
    func isSame(as other: JSONValue) -> Bool {
        switch (self, other) {
        case (.array(let left), .array(let right)):
            left.elementsEqual(right) { $0.isSame(as: $1) }
        case (.object(let left), .object(let right)): Members(left) == Members(right)
        default: json == other.json
        }
    }

    /// Text, or the decimal text of an integer: a number without fraction and exponent.
    var identifier: String? {
        switch self {
        case .string(let text): text
        case .number(let text): text.contains(where: { ".eE".contains($0) }) ? nil : text
        default: nil
        }
    }

    /// The number if it is exactly a whole one within 64 bits, whatever its spelling.
    var wholeNumber: Int64? {
        guard case .number(let text) = self else { return nil }
        let parts = text.lowercased().split(separator: "e")
        let mantissa = parts[0].split(separator: ".")
        let fraction = mantissa.count > 1 ? mantissa[1] : ""
        let isNegative = text.hasPrefix("-")
        let digits = (mantissa[0].drop { $0 == "-" } + fraction).drop { $0 == "0" }
        let significant = String(String(digits).reversed().drop { $0 == "0" }.reversed())
        guard !significant.isEmpty else { return 0 }
        // An exponent that is no Int is beyond any that the digits of a frame outweigh.
        guard let exponent = parts.count > 1 ? Int(parts[1]) : 0, abs(exponent) < 1 << 40 else {
            return nil
        }
        let zeros = exponent - fraction.count + digits.count - significant.count
        guard zeros >= 0, significant.count + zeros <= 19 else { return nil }
        return Int64(
            (isNegative ? "-" : "") + significant + String(repeating: "0", count: zeros))
    }

    /// The number as a double, correctly rounded; `nil` if it is not finite.
    var finiteNumber: Double? {
        guard case .number(let text) = self, let number = Double(text), number.isFinite else {
            return nil
        }
        return number
    }
}

extension JSONValue {
    /// A frame's text, whole.
    ///
    /// - Throws: what is wrong, and where.
    static func tree(
        of text: UnsafeRawBufferPointer
    ) throws(FeedResponseError) -> JSONValue {
        guard text.count <= FeedResponse.bytesMax else {
            throw FeedResponseError(
                offset: FeedResponse.bytesMax, reason: "a frame of more than 64 MiB")
        }
        do throws(JSONSyntaxError) {
            var scanner = JSONScanner(text)
            scanner.levelsMax = FeedResponse.levelsMax
            scanner.skipWhiteSpace()
            let start = scanner.position
            try scanner.skipValue()
            let end = scanner.position
            scanner.skipWhiteSpace()
            guard scanner.isAtEnd else { throw scanner.error("expected the end of the text") }
            return try JSONValue(legal: text, start..<end)
        } catch {
            throw FeedResponseError(offset: error.offset, reason: error.what)
        }
    }

    /// A value whose text is legal.
    private init(
        legal text: UnsafeRawBufferPointer, _ range: Range<Int>
    ) throws(JSONSyntaxError) {
        let bytes = UnsafeRawBufferPointer(rebasing: text[range])
        var scanner = JSONScanner(text, at: range.lowerBound)
        switch bytes[0] {
        case UInt8(ascii: "{"):
            var members: [JSONMember] = []
            try scanner.forEachMember { (key, value) throws(JSONSyntaxError) in
                let name = JSONText.unescaped(UnsafeRawBufferPointer(rebasing: text[key]))
                members.append(
                    JSONMember(
                        String(decoding: name, as: UTF8.self), try JSONValue(legal: text, value)))
            }
            self = .object(Members(members).list)
        case UInt8(ascii: "["):
            var elements: [JSONValue] = []
            try scanner.forEachElement { (element) throws(JSONSyntaxError) in
                elements.append(try JSONValue(legal: text, element))
            }
            self = .array(elements)
        case UInt8(ascii: "\""):
            self = .string(String(decoding: JSONText.unescaped(bytes), as: UTF8.self))
        case UInt8(ascii: "t"): self = .bool(true)
        case UInt8(ascii: "f"): self = .bool(false)
        case UInt8(ascii: "n"): self = .null
        default: self = .number(String(decoding: bytes, as: UTF8.self))
        }
    }
}
