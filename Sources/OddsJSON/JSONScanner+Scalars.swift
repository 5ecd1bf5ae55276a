extension JSONScanner {
    /// Moves behind the string, number or literal at the position.
    mutating func skipScalar() throws(JSONSyntaxError) {
        switch byte {
        case UInt8(ascii: "\""): try skipString()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try skipNumber()
        case UInt8(ascii: "t"): try skipLiteral("true")
        case UInt8(ascii: "f"): try skipLiteral("false")
        case UInt8(ascii: "n"): try skipLiteral("null")
        default: throw error("expected a value")
        }
    }

    /// Moves behind the string at the position, whose escapes and UTF-8 are
    /// checked on the way.
    package mutating func skipString() throws(JSONSyntaxError) {
        guard byte == UInt8(ascii: "\"") else { throw error("expected a string") }
        advance(by: 1)
        while !isAtEnd {
            switch byte {
            case UInt8(ascii: "\""):
                advance(by: 1)
                return
            case UInt8(ascii: "\\"): try skipEscape()
            case 0..<0x20: throw error("control character in a string")
            case 0x20..<0x80: advance(by: 1)
            default: try skipMultiByteScalar()
            }
        }
        throw error("unexpected end")
    }

    private mutating func skipEscape() throws(JSONSyntaxError) {
        advance(by: 1)
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            advance(by: 1)
        case UInt8(ascii: "u"):
            advance(by: 1)
            for _ in 0..<4 {
                guard hexDigit(byte) != nil else { throw error("illegal escape") }
                advance(by: 1)
            }
        default: throw error("illegal escape")
        }
    }

    /// Two to four bytes of UTF-8: neither overlong, nor a surrogate, nor
    /// beyond U+10FFFF. The second byte's range depends on the first.
    private mutating func skipMultiByteScalar() throws(JSONSyntaxError) {
        let (count, second): (Int, ClosedRange<UInt8>) =
            switch byte {
            case 0xC2...0xDF: (2, 0x80...0xBF)
            case 0xE0: (3, 0xA0...0xBF)
            case 0xED: (3, 0x80...0x9F)
            case 0xE1...0xEF: (3, 0x80...0xBF)
            case 0xF0: (4, 0x90...0xBF)
            case 0xF1...0xF3: (4, 0x80...0xBF)
            case 0xF4: (4, 0x80...0x8F)
            default: (0, 0...0)
            }
        guard count > 0, position + count <= bytes.count, second.contains(bytes[position + 1]),
            bytes[position + 2..<position + count].allSatisfy({ $0 & 0xC0 == 0x80 })
        else { throw error("invalid UTF-8") }
        advance(by: count)
    }

    private mutating func skipNumber() throws(JSONSyntaxError) {
        if byte == UInt8(ascii: "-") { advance(by: 1) }
        if byte == UInt8(ascii: "0") {
            advance(by: 1)
        } else {
            try skipDigits()
        }
        if byte == UInt8(ascii: ".") {
            advance(by: 1)
            try skipDigits()
        }
        if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
            advance(by: 1)
            if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { advance(by: 1) }
            try skipDigits()
        }
    }

    private mutating func skipDigits() throws(JSONSyntaxError) {
        guard isDigit(byte) else { throw error("expected a digit") }
        while isDigit(byte) { advance(by: 1) }
    }

    private mutating func skipLiteral(_ literal: StaticString) throws(JSONSyntaxError) {
        for offset in 0..<literal.utf8CodeUnitCount {
            guard byte == literal.utf8Start[offset] else { throw error("expected a value") }
            advance(by: 1)
        }
    }
}

/// Whether the byte is a decimal digit in ASCII.
package func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(byte) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(byte) - 0x57
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte) - 0x37
    default: nil
    }
}
