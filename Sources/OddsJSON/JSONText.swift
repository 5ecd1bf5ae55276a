/// Reads the text of JSON strings.
package enum JSONText {
    /// The UTF-8 bytes that `literal`, a legal JSON string with its quotes,
    /// stands for. A lone surrogate reads as U+FFFD.
    ///
    /// - Complexity: O(number of bytes).
    package static func unescaped(_ literal: UnsafeRawBufferPointer) -> [UInt8] {
        let content = UnsafeRawBufferPointer(rebasing: literal.dropFirst().dropLast())
        var text: [UInt8] = []
        text.reserveCapacity(content.count)
        var position = 0
        while position < content.count {
            let rest = UnsafeRawBufferPointer(rebasing: content[position...])
            let plainCount = firstOffset(of: UInt8(ascii: "\\"), in: rest) ?? rest.count
            text.append(contentsOf: rest.prefix(plainCount))
            position += plainCount
            if position < content.count {
                appendEscape(in: content, at: &position, to: &text)
            }
        }
        return text
    }

    private static func appendEscape(
        in content: UnsafeRawBufferPointer, at position: inout Int, to text: inout [UInt8]
    ) {
        let letter = content[position + 1]
        guard letter == UInt8(ascii: "u") else {
            position += 2
            text.append(byteOfShortEscape(letter))
            return
        }
        let unit = codeUnit(in: content, at: position)
        position += 6
        var scalar = unit
        if unit & 0xFC00 == 0xD800, position + 6 <= content.count,
            content[position] == UInt8(ascii: "\\"), content[position + 1] == UInt8(ascii: "u")
        {
            let low = codeUnit(in: content, at: position)
            if low & 0xFC00 == 0xDC00 {
                scalar = 0x10000 + (unit & 0x3FF) << 10 + low & 0x3FF
                position += 6
            }
        }
        text.append(contentsOf: UTF8.encode(Unicode.Scalar(scalar) ?? "\u{FFFD}")!)
    }

    private static func codeUnit(in content: UnsafeRawBufferPointer, at position: Int) -> UInt32 {
        content[position + 2..<position + 6].reduce(0) { $0 << 4 | (hexDigit($1) ?? 0) }
    }

    private static func byteOfShortEscape(_ letter: UInt8) -> UInt8 {
        switch letter {
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        default: letter
        }
    }
}

extension [UInt8] {
    /// Appends a JSON string of the text.
    ///
    /// - Complexity: O(bytes).
    package mutating func appendJSONString(_ text: String) { appendJSONString(text.utf8) }

    /// Appends a JSON string of UTF-8 text, with no escapes but the necessary
    /// (RFC 8259, section 7).
    ///
    /// - Complexity: O(bytes).
    package mutating func appendJSONString(_ utf8: some Sequence<UInt8>) {
        append(UInt8(ascii: "\""))
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(UInt8(ascii: "\\"))
                append(byte)
            case 0..<0x20:
                let digits: StaticString = "0123456789abcdef"
                append(contentsOf: "\\u00".utf8)
                append(digits.utf8Start[Int(byte >> 4)])
                append(digits.utf8Start[Int(byte & 15)])
            default:
                append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }
}
