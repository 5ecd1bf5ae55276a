// The general JSON scanner: checks any legal JSON text byte by byte and finds
// where its values begin and end. It allocates nothing and keeps no state but
// the text; the thread that owns the text owns it.

/// A string as it stands in the text, between its quotes.
struct ScannedString {
    /// The offset of the first byte behind the opening quote.
    var start: Int
    /// The number of bytes before the closing quote.
    var count: Int
    var hasEscapes: Bool
}

/// Checks JSON (RFC 8259) over a text and reports the first offending byte.
/// Every `scan…` function takes the offset to start at, moves it behind what
/// it read, and throws at the first byte that no legal text could have there;
/// at the end of a text cut short that is the text's length.
struct JSONScanner {
    let base: UnsafePointer<UInt8>
    let count: Int
    let powers: PowersOfTen
    /// The text's last bytes once more, with room behind them; of no use in a scanner that is
    /// unpadded.
    let end: PaddedEnd

    /// - Parameter padding: where the text's last bytes go; nobody else may
    ///   use it as long as this text is scanned.
    @inline(__always)
    init(_ text: UnsafeRawBufferPointer, _ powers: PowersOfTen, _ padding: EndPadding) {
        self.powers = powers
        base = text.baseAddress!.assumingMemoryBound(to: UInt8.self)
        count = text.count
        end = padding.fill(text)
    }

    /// A scanner that may not be asked for words beyond the text's end.
    @inline(__always)
    init(unpadded text: UnsafeRawBufferPointer, _ powers: PowersOfTen) {
        self.powers = powers
        base = text.baseAddress!.assumingMemoryBound(to: UInt8.self)
        count = text.count
        end = PaddedEnd(base: UnsafeRawPointer(base), start: count)
    }

    /// A text that is one number and nothing else; `nil` for any other.
    func wholeNumberText(_ text: UnsafeRawBufferPointer) -> UnsafeBufferPointer<UInt8>? {
        guard text.count > 0 else { return nil }
        let scanner = JSONScanner(unpadded: text, powers)
        var offset = 0
        guard (try? scanner.scanNumber(&offset)) != nil, offset == text.count else { return nil }
        return UnsafeBufferPointer(start: scanner.base, count: scanner.count)
    }

    /// The text that is scanned.
    var text: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: base, count: count) }

    func syntaxError(_ offset: Int) -> FrameError {
        FrameError(reason: .syntax, offset: offset)
    }

    /// The byte at `offset`, 0 at the end: NUL is never legal outside strings.
    @inline(__always)
    func byte(_ offset: Int) -> UInt8 { offset < count ? base[offset] : 0 }

    @inline(__always)
    func skipSpace(_ offset: inout Int) {
        while offset < count {
            let byte = base[offset]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            offset += 1
        }
    }

    @inline(__always)
    func expect(_ expected: UInt8, _ offset: inout Int) throws(FrameError) {
        guard byte(offset) == expected else { throw syntaxError(offset) }
        offset += 1
    }

    /// Reads the colon between key and value, and the space around it.
    @inline(__always)
    func scanColon(_ offset: inout Int) throws(FrameError) {
        skipSpace(&offset)
        try expect(UInt8(ascii: ":"), &offset)
        skipSpace(&offset)
    }

    /// Reads what follows a member or an element: true for a comma, false for
    /// `close`.
    @inline(__always)
    func scanSeparator(_ close: UInt8, _ offset: inout Int) throws(FrameError) -> Bool {
        skipSpace(&offset)
        let found = byte(offset)
        guard found == UInt8(ascii: ",") || found == close else { throw syntaxError(offset) }
        offset += 1
        if found == close { return false }
        skipSpace(&offset)
        return true
    }

    /// `scanSeparator` for the array of records, where nearly always there is
    /// no space.
    @inline(__always)
    func scanRecordSeparator(_ offset: inout Int) throws(FrameError) -> Bool {
        if offset &+ 1 < count {
            let found = base[offset]
            if found == UInt8(ascii: ","), base[offset &+ 1] == UInt8(ascii: "{") {
                offset &+= 1
                return true
            }
            if found == UInt8(ascii: "]") {
                offset &+= 1
                return false
            }
        }
        return try scanSeparator(UInt8(ascii: "]"), &offset)
    }

    /// Reads the first byte of a container and says whether it is empty, in
    /// which case it is read to its end.
    @inline(__always)
    func scanOpening(_ close: UInt8, _ offset: inout Int) -> Bool {
        offset += 1
        skipSpace(&offset)
        guard byte(offset) == close, offset < count else { return false }
        offset += 1
        return true
    }
}

// MARK: - Values

extension JSONScanner {
    /// Reads a value of any kind. `depth` is the number of containers around
    /// it.
    ///
    /// - Complexity: O(bytes), no recursion.
    func scanValue(_ offset: inout Int, depth: Int) throws(FrameError) {
        try scanValue(&offset, depth: depth, NoContainers())
    }

    /// The same, and says where its containers begin and end.
    func scanValue(
        _ offset: inout Int, depth outerDepth: Int, _ observer: some ContainerObserver
    ) throws(FrameError) {
        // One bit a level: 1 for an object, 0 for an array.
        var kinds: UInt64 = 0
        var depth = outerDepth
        while true {
            let first = byte(offset)
            if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") {
                guard depth < WireLimits.depthMax else {
                    throw FrameError(reason: .tooDeep, offset: offset)
                }
                let isObject = first == UInt8(ascii: "{")
                observer.begin(at: offset)
                if !scanOpening(isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"), &offset) {
                    kinds = kinds << 1 | (isObject ? 1 : 0)
                    depth += 1
                    if isObject { try scanKey(&offset) }
                    continue
                }
                observer.end(at: offset)
            } else {
                try scanScalar(first, &offset)
            }
            // A value has ended: close what ends with it.
            while true {
                if depth == outerDepth { return }
                let isObject = kinds & 1 == 1
                let close = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
                if try scanSeparator(close, &offset) {
                    if isObject { try scanKey(&offset) }
                    break
                }
                kinds >>= 1
                depth -= 1
                observer.end(at: offset)
            }
        }
    }

    private func scanKey(_ offset: inout Int) throws(FrameError) {
        _ = try scanString(&offset)
        try scanColon(&offset)
    }

    private func scanScalar(_ first: UInt8, _ offset: inout Int) throws(FrameError) {
        switch first {
        case UInt8(ascii: "\""): _ = try scanString(&offset)
        case UInt8(ascii: "t"): try scanLiteral("true", &offset)
        case UInt8(ascii: "f"): try scanLiteral("false", &offset)
        case UInt8(ascii: "n"): try scanLiteral("null", &offset)
        default: _ = try scanNumber(&offset)
        }
    }

    private func scanLiteral(_ literal: StaticString, _ offset: inout Int) throws(FrameError) {
        for index in 0..<literal.utf8CodeUnitCount {
            try expect(literal.utf8Start[index], &offset)
        }
    }

    /// Reads a number and says whether it is an integer: no fraction, no
    /// exponent.
    func scanNumber(_ offset: inout Int) throws(FrameError) -> Bool {
        if byte(offset) == UInt8(ascii: "-") { offset += 1 }
        if byte(offset) == UInt8(ascii: "0") {
            offset += 1
        } else {
            try scanDigits(&offset)
        }
        var isInteger = true
        if byte(offset) == UInt8(ascii: ".") {
            isInteger = false
            offset += 1
            try scanDigits(&offset)
        }
        if byte(offset) | 0x20 == UInt8(ascii: "e") {
            isInteger = false
            offset += 1
            if byte(offset) == UInt8(ascii: "+") || byte(offset) == UInt8(ascii: "-") {
                offset += 1
            }
            try scanDigits(&offset)
        }
        return isInteger
    }

    private func scanDigits(_ offset: inout Int) throws(FrameError) {
        guard byte(offset) &- 0x30 < 10 else { throw syntaxError(offset) }
        while byte(offset) &- 0x30 < 10 { offset += 1 }
    }
}

// MARK: - Strings

extension JSONScanner {
    /// Reads a string, quotes included.
    ///
    /// - Complexity: O(bytes), eight at a time where they are plain ASCII.
    func scanString(_ offset: inout Int) throws(FrameError) -> ScannedString {
        try expect(UInt8(ascii: "\""), &offset)
        let start = offset
        var hasEscapes = false
        while true {
            skipPlain(&offset)
            guard offset < count else { throw syntaxError(count) }
            let byte = base[offset]
            if byte == UInt8(ascii: "\"") {
                offset += 1
                return ScannedString(
                    start: start, count: offset - 1 - start, hasEscapes: hasEscapes)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                try scanEscape(&offset)
            } else if byte >= 0x80 {
                try scanMultibyte(&offset)
            } else if byte < 0x20 {
                throw syntaxError(offset)
            } else {
                offset += 1
            }
        }
    }

    /// Moves over whole words of printable ASCII without quote and backslash.
    @inline(__always)
    func skipPlain(_ offset: inout Int) {
        let ones: UInt64 = 0x0101_0101_0101_0101
        let highs: UInt64 = 0x8080_8080_8080_8080
        while offset + 8 <= count {
            let word = UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self)
            let quote = word ^ (ones &* 0x22)
            let backslash = word ^ (ones &* 0x5C)
            // A byte's high bit is set where the byte is 0 (quote, backslash),
            // below 0x20, or not ASCII; false hits end at the slow loop.
            let stop =
                ((quote &- ones) | (backslash &- ones) | (word &- ones &* 0x20) | word) & highs
            if stop != 0 {
                offset += stop.trailingZeroBitCount >> 3
                return
            }
            offset += 8
        }
    }

    private func scanEscape(_ offset: inout Int) throws(FrameError) {
        offset += 1
        switch byte(offset) {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
            UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            offset += 1
        case UInt8(ascii: "u"):
            offset += 1
            for _ in 0..<4 {
                guard hexDigitValue(byte(offset)) != nil else { throw syntaxError(offset) }
                offset += 1
            }
        default:
            throw syntaxError(offset)
        }
    }

    /// Reads one scalar of two to four bytes, well-formed as table 3-7 of the
    /// Unicode standard has it; otherwise throws at its first byte.
    private func scanMultibyte(_ offset: inout Int) throws(FrameError) {
        let length = wellFormedLength(at: offset)
        guard length > 0 else { throw FrameError(reason: .utf8, offset: offset) }
        offset += length
    }

    private func wellFormedLength(at offset: Int) -> Int {
        let first = base[offset]
        let second = byte(offset + 1)
        let isContinuation = { (byte: UInt8) in byte & 0xC0 == 0x80 }
        switch first {
        case 0xC2...0xDF:
            return isContinuation(second) ? 2 : 0
        case 0xE0...0xEF:
            let low: UInt8 = first == 0xE0 ? 0xA0 : 0x80
            let high: UInt8 = first == 0xED ? 0x9F : 0xBF
            guard second >= low, second <= high else { return 0 }
            return isContinuation(byte(offset + 2)) ? 3 : 0
        case 0xF0...0xF4:
            let low: UInt8 = first == 0xF0 ? 0x90 : 0x80
            let high: UInt8 = first == 0xF4 ? 0x8F : 0xBF
            guard second >= low, second <= high else { return 0 }
            return isContinuation(byte(offset + 2)) && isContinuation(byte(offset + 3)) ? 4 : 0
        default:
            return 0
        }
    }
}

/// The value of a hexadecimal digit.
@inline(__always)
func hexDigitValue(_ byte: UInt8) -> UInt32? {
    switch byte {
    case 0x30...0x39: UInt32(byte - 0x30)
    case 0x41...0x46: UInt32(byte - 0x41 + 10)
    case 0x61...0x66: UInt32(byte - 0x61 + 10)
    default: nil
    }
}

// MARK: - Strings and integers

extension JSONScanner {
    /// Reads any value, and returns it if it is a string.
    func scanStringOrOther(_ offset: inout Int) throws(FrameError) -> ScannedString? {
        if byte(offset) == UInt8(ascii: "\"") { return try scanString(&offset) }
        try scanValue(&offset, depth: 1)
        return nil
    }

    /// Reads any value, and returns it if it is a string or, as text, an
    /// integer: a number without fraction and exponent.
    func scanTextOrInteger(_ offset: inout Int) throws(FrameError) -> ScannedString? {
        let start = offset
        guard byte(offset) == UInt8(ascii: "-") || byte(offset) &- 0x30 < 10 else {
            return try scanStringOrOther(&offset)
        }
        guard try scanNumber(&offset) else { return nil }
        return ScannedString(start: start, count: offset - start, hasEscapes: false)
    }
}
