// Reads single values at full speed where they have their usual form, and
// leaves all others to the general functions. No allocation but in those.

extension JSONScanner {
    /// The eight bytes at `offset`, first byte lowest; zeros beyond the end.
    @inline(__always)
    func word(_ offset: Int) -> UInt64 {
        if offset &+ 8 <= count {
            return UInt64(
                littleEndian: UnsafeRawPointer(base + offset).loadUnaligned(as: UInt64.self))
        }
        return lastWord(offset)
    }

    private func lastWord(_ offset: Int) -> UInt64 {
        var word: UInt64 = 0
        var position = count
        while position > offset {
            position -= 1
            word = word << 8 | UInt64(base[position])
        }
        return word
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
                let shifted = digits &<< UInt64(truncatingIfNeeded: 64 &- 8 &* count)
                value = value &* powerOfTen(count) &+ eightDigits(shifted)
            }
            return (value, total &+ count)
        }
    }

    /// Reads an integer, in any form that means one.
    @inline(__always)
    func readInteger(_ offset: inout Int) -> Int64? {
        let digits = readDigits(offset)
        if digits.count > 0, digits.count <= 18 {
            let end = offset &+ digits.count
            let next = byte(end)
            if next != UInt8(ascii: "."), next | 0x20 != UInt8(ascii: "e"),
                base[offset] != 0x30 || digits.count == 1 {
                offset = end
                return Int64(truncatingIfNeeded: digits.value)
            }
        }
        return number(&offset).flatMap(wholeNumber)
    }

    /// Reads a number, in any form.
    @inline(__always)
    func readNumber(_ offset: inout Int) -> Double? {
        let whole = word(offset) ^ 0x3030_3030_3030_3030
        let wholeCount = leadingDigitCount(whole)
        guard wholeCount > 0, wholeCount < 8,
            base[offset] != 0x30 || wholeCount == 1
        else { return number(&offset).flatMap(doubleValue) }
        var mantissa = eightDigits(
            whole &<< UInt64(truncatingIfNeeded: 64 &- 8 &* wholeCount))
        var end = offset &+ wholeCount
        var fractionCount = 0
        if byte(end) == UInt8(ascii: ".") {
            let fraction = word(end &+ 1) ^ 0x3030_3030_3030_3030
            fractionCount = leadingDigitCount(fraction)
            guard fractionCount > 0, fractionCount < 8 else {
                return number(&offset).flatMap(doubleValue)
            }
            mantissa =
                mantissa &* powerOfTen(fractionCount)
                &+ eightDigits(
                    fraction &<< UInt64(truncatingIfNeeded: 64 &- 8 &* fractionCount))
            end &+= 1 &+ fractionCount
        }
        guard byte(end) | 0x20 != UInt8(ascii: "e") else {
            return number(&offset).flatMap(doubleValue)
        }
        offset = end
        // At most 14 digits over at most 10^7: both exact, one rounding.
        return Double(mantissa) / Double(powerOfTen(fractionCount))
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

/// 10 to the power of `exponent`, 0 to 8.
@inline(__always)
private func powerOfTen(_ exponent: Int) -> UInt64 {
    let table: (UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64, UInt64) = (
        1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000
    )
    return withUnsafeBytes(of: table) {
        $0.loadUnaligned(fromByteOffset: exponent &* 8, as: UInt64.self)
    }
}
