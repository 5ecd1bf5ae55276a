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
            // The last sixteen bytes may overlap with those before.
            let last = constantCount &- 16
            var position = 0
            while position < last {
                if differs16(found, expected, position) { return false }
                position &+= 16
            }
            if differs16(found, expected, last) { return false }
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
    private func differs16(
        _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ position: Int
    ) -> Bool {
        difference8(left, right, position) | difference8(left, right, position &+ 8) != 0
    }

    @inline(__always)
    private func difference8(
        _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ position: Int
    ) -> UInt64 {
        left.loadUnaligned(fromByteOffset: position, as: UInt64.self)
            ^ right.loadUnaligned(fromByteOffset: position, as: UInt64.self)
    }

    /// Reads the decimal digits at `offset`, eight at a time. The value is
    /// right for up to 19 digits.
    @inline(__always)
    func readDigits(_ offset: Int) -> (value: UInt64, count: Int) {
        var value: UInt64 = 0
        var total = 0
        while true {
            let digits = word(offset &+ total) ^ 0x3030_3030_3030_3030
            let count = leadingDigitCount(digits)
            if count == 8 {
                value = value &* 100_000_000 &+ eightDigits(digits)
                total &+= 8
                // More than 19 digits are somebody else's.
                if total > 16 { return (value, Int.max) }
                continue
            }
            if count > 0 {
                value = value &* powers.whole(count) &+ firstDigits(digits, count)
            }
            return (value, total &+ count)
        }
    }

    // MARK: Usual forms

    /// Reads an integer of at most 18 digits without sign; `nil` and nothing
    /// read for other forms.
    @inline(__always)
    func readPlainInteger(_ offset: inout Int) -> UInt64? {
        let digits = readDigits(offset)
        guard digits.count > 0, digits.count <= 18 else { return nil }
        let end = offset &+ digits.count
        let next = byte(end)
        guard next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e"),
            base[offset] != 0x30 || digits.count == 1
        else { return nil }
        offset = end
        return digits.value
    }

    /// Reads a number of at most 7 digits before and 7 behind the point,
    /// without sign and exponent; `nil` and nothing read for other forms.
    @inline(__always)
    func readPlainNumber(_ offset: inout Int) -> Double? {
        let whole = word(offset) ^ 0x3030_3030_3030_3030
        let wholeCount = leadingDigitCount(whole)
        guard wholeCount &- 1 < 7, base[offset] != 0x30 || wholeCount == 1 else { return nil }
        var mantissa = firstDigits(whole, wholeCount)
        var end = offset &+ wholeCount
        var fractionCount = 0
        if byte(end) == UInt8(ascii: ".") {
            let fraction = word(end &+ 1) ^ 0x3030_3030_3030_3030
            fractionCount = leadingDigitCount(fraction)
            guard fractionCount &- 1 < 7 else { return nil }
            mantissa =
                mantissa &* powers.whole(fractionCount) &+ firstDigits(fraction, fractionCount)
            end &+= 1 &+ fractionCount
        }
        guard byte(end) | 0x20 != UInt8(ascii: "e") else { return nil }
        offset = end
        // At most 14 digits over at most 10^7: both exact, one rounding.
        return Double(Int64(bitPattern: mantissa)) / powers.double(fractionCount)
    }

    /// Reads an id of 1 to 19 digits without leading zero and its closing
    /// quote; `nil` and nothing read for other forms.
    @inline(__always)
    func readPlainID(_ offset: inout Int) -> UInt64? {
        let digits = readDigits(offset)
        guard digits.count > 0, digits.count <= 19 else { return nil }
        let end = offset &+ digits.count
        guard byte(end) == UInt8(ascii: "\""), base[offset] != 0x30 || digits.count == 1 else {
            return nil
        }
        offset = end &+ 1
        return digits.value
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

/// How many of eight bytes, from the lowest on, are digits; the bytes come with
/// 0x30 already taken off.
@inline(__always)
private func leadingDigitCount(_ digits: UInt64) -> Int {
    // From 10 up, adding 0x76 sets a byte's high bit; a carry reaches only
    // bytes behind the first that is no digit.
    let stops = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
    return stops.trailingZeroBitCount &>> 3
}

/// The value of eight digits, the first in the lowest byte (D. Lemire, "Quickly
/// parsing eight digits", 2018).
@inline(__always)
private func eightDigits(_ digits: UInt64) -> UInt64 {
    let pairs = digits &* 10 &+ digits &>> 8
    let mask: UInt64 = 0x0000_00FF_0000_00FF
    let high = (pairs & mask) &* 0x000F_4240_0000_0064
    let low = (pairs &>> 16 & mask) &* 0x0000_2710_0000_0001
    return (high &+ low) &>> 32
}

/// The value of the first `count` of eight digits, 1 to 8.
@inline(__always)
private func firstDigits(_ digits: UInt64, _ count: Int) -> UInt64 {
    eightDigits(digits &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count))
}
