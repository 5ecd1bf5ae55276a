/// A syntax error in JSON text.
package struct JSONSyntaxError: Error, Equatable {
    /// The first offending byte.
    package let offset: Int
    /// What is wrong there.
    package let what: String

    /// An error at an offset in bytes.
    package init(offset: Int, what: String) {
        self.offset = offset
        self.what = what
    }
}

/// Walks over JSON text and finds where its parts begin and end; it makes no
/// values. Iterative, so that nesting costs one bit a level and no stack.
///
/// It is for captures, WAMP messages and profiles of traffic. The parser of the
/// measured path is in `OddsWire`.
package struct JSONScanner {
    /// The whole text.
    package let bytes: UnsafeRawBufferPointer
    /// The offset of the next byte.
    package private(set) var position: Int
    /// A value nested deeper than this is an error; its own level is the first.
    package var levelsMax = Int.max

    /// A scanner whose memory the caller keeps.
    package init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
        self.bytes = bytes
        self.position = position
    }

    /// Whether no byte is left.
    package var isAtEnd: Bool { position == bytes.count }

    /// The byte at the position, 0 (which no JSON text may hold) at the end.
    package var byte: UInt8 { position < bytes.count ? bytes[position] : 0 }

    /// Moves behind the white space at the position.
    ///
    /// - Complexity: O(bytes).
    package mutating func skipWhiteSpace() {
        while position < bytes.count, isWhiteSpace(bytes[position]) { position += 1 }
    }

    /// Skips `expected`, or throws if something else is there.
    package mutating func skip(_ expected: Character) throws(JSONSyntaxError) {
        guard let ascii = expected.asciiValue, byte == ascii else {
            throw error("expected '\(expected)'")
        }
        position += 1
    }

    /// Calls `body` with the ranges of each key (its quotes included) and each
    /// value of the object at the position, and moves behind it.
    package mutating func forEachMember(
        _ body: (_ key: Range<Int>, _ value: Range<Int>) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        try skip("{")
        skipWhiteSpace()
        if byte == UInt8(ascii: "}") {
            position += 1
            return
        }
        while true {
            let keyStart = position
            try skipString()
            let key = keyStart..<position
            skipWhiteSpace()
            try skip(":")
            skipWhiteSpace()
            let valueStart = position
            try skipValue()
            try body(key, valueStart..<position)
            if try !skipSeparator(closing: "}") { return }
        }
    }

    /// Calls `body` with the range of each element of the array at the
    /// position, and moves behind it.
    package mutating func forEachElement(
        _ body: (Range<Int>) throws(JSONSyntaxError) -> Void
    ) throws(JSONSyntaxError) {
        try skip("[")
        skipWhiteSpace()
        if byte == UInt8(ascii: "]") {
            position += 1
            return
        }
        while true {
            let start = position
            try skipValue()
            try body(start..<position)
            if try !skipSeparator(closing: "]") { return }
        }
    }

    /// Skips a comma and the space around it, or the closing bracket;
    /// returns whether there is more.
    private mutating func skipSeparator(closing: Character) throws(JSONSyntaxError) -> Bool {
        skipWhiteSpace()
        if byte == UInt8(ascii: ",") {
            position += 1
            skipWhiteSpace()
            return true
        }
        try skip(closing)
        return false
    }

    /// Moves behind the value at the position.
    package mutating func skipValue() throws(JSONSyntaxError) {
        var levels = BitStack()
        nextValue: while true {
            switch byte {
            case UInt8(ascii: "{"):
                try enterLevel(below: levels.count)
                if byte == UInt8(ascii: "}") {
                    position += 1
                } else {
                    levels.push(true)
                    try skipKey()
                    continue nextValue
                }
            case UInt8(ascii: "["):
                try enterLevel(below: levels.count)
                if byte == UInt8(ascii: "]") {
                    position += 1
                } else {
                    levels.push(false)
                    continue nextValue
                }
            default:
                try skipScalar()
            }
            // The value is over, and with it as many levels as end here.
            while let isObject = levels.last {
                if try skipSeparator(closing: isObject ? "}" : "]") {
                    if isObject { try skipKey() }
                    continue nextValue
                }
                levels.removeLast()
            }
            return
        }
    }

    /// Moves behind the bracket that opens one more level.
    private mutating func enterLevel(below count: Int) throws(JSONSyntaxError) {
        guard count < levelsMax else { throw error("nested deeper than \(levelsMax)") }
        position += 1
        skipWhiteSpace()
    }

    private mutating func skipKey() throws(JSONSyntaxError) {
        try skipString()
        skipWhiteSpace()
        try skip(":")
        skipWhiteSpace()
    }

    /// An error at the position; at the end of the text it says so instead.
    package func error(_ what: String) -> JSONSyntaxError {
        JSONSyntaxError(offset: position, what: isAtEnd ? "unexpected end" : what)
    }

    /// Moves by a number of bytes, without looking at them.
    package mutating func advance(by count: Int) { position += count }
}

/// Whether the byte is white space in JSON (RFC 8259, section 2).
package func isWhiteSpace(_ byte: UInt8) -> Bool {
    byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09
}

/// A stack of bits, 64 to a word.
private struct BitStack {
    private var words: [UInt64] = []
    private(set) var count = 0

    var last: Bool? {
        count == 0 ? nil : words[(count - 1) / 64] >> UInt64((count - 1) % 64) & 1 == 1
    }

    mutating func push(_ bit: Bool) {
        if count % 64 == 0 { words.append(0) }
        if bit { words[count / 64] |= 1 << UInt64(count % 64) }
        count += 1
    }

    mutating func removeLast() {
        count -= 1
        if count % 64 == 0 {
            words.removeLast()
        } else {
            words[count / 64] &= ~(1 << UInt64(count % 64))
        }
    }
}
