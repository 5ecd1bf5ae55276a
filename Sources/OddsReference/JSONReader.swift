/// Why a text is not legal JSON.
package struct JSONFailure: Error, Equatable, Sendable {
    package enum Reason: Sendable { case syntax, trailingBytes, utf8, tooDeep }
    package let reason: Reason
    /// The first byte that no legal text can have in this place; for invalid
    /// UTF-8 the first byte of the ill-formed sequence. The number of bytes,
    /// if the text breaks off.
    package let offset: Int
}

/// A strict reader of JSON by recursive descent (RFC 8259, nothing else).
package struct JSONReader {
    private let bytes: [UInt8]
    private let depthMax: Int
    private var offset = 0
    private var depth = 0

    /// Reads a text that holds one value and white space around it.
    package static func read(
        _ bytes: [UInt8], depthMax: Int = .max
    ) throws(JSONFailure) -> JSONValue {
        var reader = JSONReader(bytes: bytes, depthMax: depthMax)
        reader.skipWhiteSpace()
        let value = try reader.value()
        reader.skipWhiteSpace()
        guard reader.current == nil else { throw reader.failure(.trailingBytes) }
        return value
    }

    private init(bytes: [UInt8], depthMax: Int) {
        self.bytes = bytes
        self.depthMax = depthMax
    }

    /// The byte to be read next, `nil` at the end.
    private var current: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private func failure(_ reason: JSONFailure.Reason) -> JSONFailure {
        JSONFailure(reason: reason, offset: offset)
    }

    private mutating func skipWhiteSpace() {
        while current == 0x20 || current == 0x09 || current == 0x0A || current == 0x0D {
            offset += 1
        }
    }

    /// Steps over the byte that must come now.
    private mutating func expect(_ byte: UInt8) throws(JSONFailure) {
        guard current == byte else { throw failure(.syntax) }
        offset += 1
    }

    private mutating func expect(_ word: StaticString) throws(JSONFailure) {
        for index in 0..<word.utf8CodeUnitCount { try expect(word.utf8Start[index]) }
    }
}

// MARK: - Values

extension JSONReader {
    private mutating func value() throws(JSONFailure) -> JSONValue {
        let start = offset
        let content = try content()
        return JSONValue(content: content, source: bytes[start..<offset])
    }

    private mutating func content() throws(JSONFailure) -> JSONValue.Content {
        switch current {
        case UInt8(ascii: "{"):
            return .object(try object())
        case UInt8(ascii: "["):
            return .array(try array())
        case UInt8(ascii: "\""):
            return .string(try string())
        case UInt8(ascii: "t"):
            try expect("true")
            return .boolean(true)
        case UInt8(ascii: "f"):
            try expect("false")
            return .boolean(false)
        case UInt8(ascii: "n"):
            try expect("null")
            return .null
        default:
            try number()
            return .number
        }
    }

    /// Steps over an opening bracket.
    private mutating func descend() throws(JSONFailure) {
        guard depth < depthMax else { throw failure(.tooDeep) }
        depth += 1
        offset += 1
    }

    private mutating func object() throws(JSONFailure) -> [UTF8Text: JSONValue] {
        try descend()
        defer { depth -= 1 }
        var members: [UTF8Text: JSONValue] = [:]
        skipWhiteSpace()
        if current == UInt8(ascii: "}") {
            offset += 1
            return members
        }
        while true {
            skipWhiteSpace()
            let key = try string()
            skipWhiteSpace()
            try expect(UInt8(ascii: ":"))
            skipWhiteSpace()
            members[key] = try value()
            skipWhiteSpace()
            if current == UInt8(ascii: ",") {
                offset += 1
            } else {
                try expect(UInt8(ascii: "}"))
                return members
            }
        }
    }

    private mutating func array() throws(JSONFailure) -> [JSONValue] {
        try descend()
        defer { depth -= 1 }
        var elements: [JSONValue] = []
        skipWhiteSpace()
        if current == UInt8(ascii: "]") {
            offset += 1
            return elements
        }
        while true {
            skipWhiteSpace()
            elements.append(try value())
            skipWhiteSpace()
            if current == UInt8(ascii: ",") {
                offset += 1
            } else {
                try expect(UInt8(ascii: "]"))
                return elements
            }
        }
    }

    private mutating func number() throws(JSONFailure) {
        if current == UInt8(ascii: "-") { offset += 1 }
        if current == UInt8(ascii: "0") { offset += 1 } else { try digits() }
        if current == UInt8(ascii: ".") {
            offset += 1
            try digits()
        }
        if current == UInt8(ascii: "e") || current == UInt8(ascii: "E") {
            offset += 1
            if current == UInt8(ascii: "+") || current == UInt8(ascii: "-") { offset += 1 }
            try digits()
        }
    }

    /// Steps over one digit or more.
    private mutating func digits() throws(JSONFailure) {
        guard let first = current, isDigit(first) else { throw failure(.syntax) }
        while let byte = current, isDigit(byte) { offset += 1 }
    }
}

// MARK: - Strings

extension JSONReader {
    private mutating func string() throws(JSONFailure) -> UTF8Text {
        try expect(UInt8(ascii: "\""))
        var text: [UInt8] = []
        while true {
            switch current {
            case UInt8(ascii: "\""):
                offset += 1
                return UTF8Text(text)
            case UInt8(ascii: "\\"):
                offset += 1
                text += UTF8.encode(try escape())!
            case .some(0x20..<0x80):
                text.append(bytes[offset])
                offset += 1
            case .some(0x80...):
                let count = try sequenceLength()
                text += bytes[offset..<offset + count]
                offset += count
            default:
                throw failure(.syntax)
            }
        }
    }

    /// The scalar that an escape means; its backslash has been read.
    private mutating func escape() throws(JSONFailure) -> Unicode.Scalar {
        let scalars: [UInt8: Unicode.Scalar] = [
            UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
            UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
            UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
        ]
        guard let byte = current else { throw failure(.syntax) }
        if let scalar = scalars[byte] {
            offset += 1
            return scalar
        }
        try expect(UInt8(ascii: "u"))
        let unit = try hexadecimalUnit()
        if let scalar = Unicode.Scalar(unit) { return scalar }
        let afterFirst = offset
        if UTF16.isLeadSurrogate(unit), bytes[offset...].starts(with: Array("\\u".utf8)) {
            offset += 2
            let second = try hexadecimalUnit()
            if UTF16.isTrailSurrogate(second) {
                return Unicode.Scalar(
                    0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(second) - 0xDC00))!
            }
        }
        // A lone surrogate; an escape behind it stands for itself.
        offset = afterFirst
        return "\u{FFFD}"
    }

    private mutating func hexadecimalUnit() throws(JSONFailure) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue
            else { throw failure(.syntax) }
            unit = unit << 4 | UInt16(digit)
            offset += 1
        }
        return unit
    }

    /// The length of the well-formed sequence of two to four bytes that begins
    /// here: the Unicode standard's table 3-7.
    private func sequenceLength() throws(JSONFailure) -> Int {
        let continuation: ClosedRange<UInt8> = 0x80...0xBF
        let following: [ClosedRange<UInt8>]
        switch bytes[offset] {
        case 0xC2...0xDF: following = [continuation]
        case 0xE0: following = [0xA0...0xBF, continuation]
        case 0xE1...0xEC, 0xEE...0xEF: following = [continuation, continuation]
        case 0xED: following = [0x80...0x9F, continuation]
        case 0xF0: following = [0x90...0xBF, continuation, continuation]
        case 0xF1...0xF3: following = [continuation, continuation, continuation]
        case 0xF4: following = [0x80...0x8F, continuation, continuation]
        default: throw failure(.utf8)
        }
        for (index, range) in following.enumerated() {
            let position = offset + 1 + index
            guard position < bytes.count, range.contains(bytes[position]) else {
                throw failure(.utf8)
            }
        }
        return 1 + following.count
    }
}
