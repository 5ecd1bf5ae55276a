// Reads single values at full speed where they have their usual form, and
// leaves all others to the general functions. No allocation but in those.

extension JSONScanner {
    /// The eight bytes at `offset`, first byte lowest; zeros beyond the end.
    @inline(__always)
    func word(_ offset: Int) -> UInt64 {
        let bytes = UnsafeRawPointer(base)
        if offset &+ 8 <= count {
            return UInt64(
                littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
        }
        guard offset < count, count >= 8 else { return 0 }
        let last = UInt64(
            littleEndian: bytes.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
        return last &>> UInt64(truncatingIfNeeded: 8 &* (offset &+ 8 &- count))
    }

    /// Whether the text at `offset` is `constant`, which is padded to at least
    /// eight bytes; moves behind it. Complexity: O(bytes), sixteen at a time.
    @inline(__always)
    func hasConstant(
        _ constant: UnsafePointer<UInt8>, _ constantCount: Int, _ offset: inout Int
    ) -> Bool {
        guard offset &+ constantCount <= count else { return false }
        let found = UnsafeRawPointer(base + offset)
        let expected = UnsafeRawPointer(constant)
        if constantCount >= 16 {
            // The last sixteen bytes may overlap with those before. A constant
            // is expected to be there, so nothing is gained by leaving early.
            let last = constantCount &- 16
            var difference = difference16(found, expected, last)
            var position = 0
            while position < last {
                difference |= difference16(found, expected, position)
                position &+= 16
            }
            if difference[0] | difference[1] != 0 { return false }
        } else if constantCount >= 8 {
            let last = constantCount &- 8
            let difference = difference8(found, expected, 0) | difference8(found, expected, last)
            if difference != 0 { return false }
        } else if constantCount > 0 {
            // The first bytes are the lowest: the others are shifted out.
            let expectedWord = UInt64(littleEndian: expected.loadUnaligned(as: UInt64.self))
            let difference = word(offset) ^ expectedWord
            let shift = UInt64(truncatingIfNeeded: 64 &- 8 &* constantCount)
            if difference &<< shift != 0 { return false }
        }
        offset &+= constantCount
        return true
    }

    @inline(__always)
    private func difference16(
        _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ position: Int
    ) -> SIMD2<UInt64> {
        left.loadUnaligned(fromByteOffset: position, as: SIMD2<UInt64>.self)
            ^ right.loadUnaligned(fromByteOffset: position, as: SIMD2<UInt64>.self)
    }

    @inline(__always)
    private func difference8(
        _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ position: Int
    ) -> UInt64 {
        left.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            ^ right.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    }

    // MARK: Usual forms

    /// Reads an integer of at most 15 digits without sign; `nil` and nothing
    /// read for other forms.
    @inline(__always)
    func readPlainInteger(_ offset: inout Int) -> UInt64? {
        var digits = Digits(word(offset))
        var value: UInt64 = 0
        var end = offset
        if digits.count == 8 {
            value = digits.whole
            end &+= 8
            digits = Digits(word(end))
            guard digits.count < 8 else { return nil }
        }
        if digits.count > 0 {
            value = value &* powers.whole(digits.count) &+ digits.leading
            end &+= digits.count
        }
        guard end > offset, digits.next != UInt8(ascii: "."),
            digits.next | 0x20 != UInt8(ascii: "e"), isPlainStart(offset, end)
        else { return nil }
        offset = end
        return value
    }

    /// Reads a number of at most 7 digits before and 7 behind the point,
    /// without sign and exponent; `nil` and nothing read for other forms.
    @inline(__always)
    func readPlainNumber(_ offset: inout Int) -> Double? {
        let whole = Digits(word(offset))
        guard whole.count > 0, whole.count < 8 else { return nil }
        var end = offset &+ whole.count
        guard isPlainStart(offset, end) else { return nil }
        guard whole.next == UInt8(ascii: ".") else {
            guard whole.next | 0x20 != UInt8(ascii: "e") else { return nil }
            offset = end
            return Double(Int64(bitPattern: whole.leading))
        }
        let fraction = Digits(word(end &+ 1))
        guard fraction.count > 0, fraction.count < 8,
            fraction.next | 0x20 != UInt8(ascii: "e")
        else { return nil }
        end &+= 1 &+ fraction.count
        offset = end
        // At most 14 digits over at most 10^7: both exact, one rounding.
        let mantissa = whole.leading &* powers.whole(fraction.count) &+ fraction.leading
        return Double(Int64(bitPattern: mantissa)) / powers.double(fraction.count)
    }

    /// Reads an id of 1 to 19 digits without leading zero and its closing
    /// quote; `nil` and nothing read for other forms.
    @inline(__always)
    func readPlainID(_ offset: inout Int) -> UInt64? {
        var end = offset
        guard let value = readDigits(&end), byte(end) == UInt8(ascii: "\""),
            isPlainStart(offset, end)
        else { return nil }
        offset = end &+ 1
        return value
    }

    /// Reads 1 to 19 digits; `nil` for none or more.
    @inline(__always)
    func readDigits(_ offset: inout Int) -> UInt64? {
        var value: UInt64 = 0
        var end = offset
        while true {
            let digits = Digits(word(end))
            if digits.count == 8 {
                value = value &* 100_000_000 &+ digits.whole
                end &+= 8
                guard end &- offset <= 16 else { return nil }
                continue
            }
            if digits.count > 0 {
                value = value &* powers.whole(digits.count) &+ digits.leading
                end &+= digits.count
            }
            guard end > offset, end &- offset <= 19 else { return nil }
            offset = end
            return value
        }
    }

    /// Whether the digits from `start` to `end` have no leading zero.
    @inline(__always)
    private func isPlainStart(_ start: Int, _ end: Int) -> Bool {
        base[start] != 0x30 || end == start &+ 1
    }

    /// Reads text without escapes and its closing quote; `nil` for other
    /// forms.
    @inline(__always)
    func readPlainText(_ offset: inout Int) -> BatchText? {
        let start = offset
        skipPlain(&offset)
        if byte(offset) == UInt8(ascii: "\"") {
            offset &+= 1
        } else {
            offset = start
            guard readPlainString(&offset) != nil else { return nil }
        }
        return BatchText(start: start, count: offset &- 1 &- start, isInArena: false)
    }

    /// Reads `true` or `false`; `nil` and nothing read for all else.
    @inline(__always)
    func readBoolean(_ offset: inout Int) -> Bool? {
        let bytes = word(offset)
        // The letters as little-endian words.
        if bytes & 0xFFFF_FFFF == 0x6575_7274 {
            offset &+= 4
            return true
        }
        guard bytes & 0xFF_FFFF_FFFF == 0x65_736C_6166 else { return nil }
        offset &+= 5
        return false
    }

    // MARK: Any form

    /// Reads an integer, in any form that means one.
    @inline(__always)
    func readInteger(_ offset: inout Int) -> Int64? {
        if let value = readPlainInteger(&offset) { return Int64(truncatingIfNeeded: value) }
        return number(&offset).flatMap(wholeNumber)
    }

    /// Reads a number, in any form.
    @inline(__always)
    func readNumber(_ offset: inout Int) -> Double? {
        readPlainNumber(&offset) ?? number(&offset).flatMap { doubleValue($0, powers) }
    }

    /// The text of a number in any form, if it is legal.
    private func number(_ offset: inout Int) -> UnsafeBufferPointer<UInt8>? {
        let start = offset
        guard (try? scanNumber(&offset)) != nil else { return nil }
        return UnsafeBufferPointer(start: base + start, count: offset - start)
    }

    /// Reads a string without escapes from behind its opening quote to behind
    /// its closing one.
    func readPlainString(_ offset: inout Int) -> ScannedString? {
        var end = offset - 1
        guard let string = try? scanString(&end), !string.hasEscapes else { return nil }
        offset = end
        return string
    }
}

/// Eight bytes of text, of which the first `count` are decimal digits.
private struct Digits {
    /// The bytes with 0x30 taken off, the first lowest.
    private let bytes: UInt64
    let count: Int

    @inline(__always)
    init(_ word: UInt64) {
        bytes = word ^ 0x3030_3030_3030_3030
        // From 10 up, adding 0x76 sets a byte's high bit; a carry reaches only
        // bytes behind the first that is no digit.
        let stops = ((bytes &+ 0x7676_7676_7676_7676) | bytes) & 0x8080_8080_8080_8080
        count = stops.trailingZeroBitCount &>> 3
    }

    /// The byte behind the digits; only if there are fewer than eight.
    @inline(__always) var next: UInt8 {
        UInt8(truncatingIfNeeded: bytes &>> UInt64(truncatingIfNeeded: 8 &* count)) ^ 0x30
    }

    /// The value of all eight.
    @inline(__always) var whole: UInt64 { Self.value(bytes) }

    /// The value of the first `count`, which are 1 to 7.
    @inline(__always) var leading: UInt64 {
        Self.value(bytes &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count))
    }

    /// The value of eight digits, the first in the lowest byte (D. Lemire,
    /// "Quickly parsing eight digits", 2018).
    @inline(__always)
    private static func value(_ digits: UInt64) -> UInt64 {
        let pairs = digits &* 10 &+ digits &>> 8
        let mask: UInt64 = 0x0000_00FF_0000_00FF
        let high = (pairs & mask) &* 0x000F_4240_0000_0064
        let low = (pairs &>> 16 & mask) &* 0x0000_2710_0000_0001
        return (high &+ low) &>> 32
    }
}
