
// Reads single values at full speed if they have their usual form, and falls
// back to the general functions otherwise. Only those may allocate.

extension JSONScanner {
    /// The text from `offset` on, followed by zeros: at least
    /// `EndPadding.byteCount` bytes are readable.
    @inline(__always)
    func padded(_ offset: Int) -> UnsafeRawPointer {
        (offset < end.start ? UnsafeRawPointer(base) : end.base) + offset
    }

    /// The eight bytes at `offset`, the first one lowest.
    @inline(__always)
    private func word(_ offset: Int) -> UInt64 {
        UInt64(littleEndian: padded(offset).loadUnaligned(as: UInt64.self))
    }

    /// Whether the text at `offset` is `constant`, which is padded to at least
    /// eight bytes. If so, moves past it.
    ///
    /// - Complexity: O(bytes), sixteen at a time.
    @inline(__always)
    func hasConstant(
        _ constant: UnsafePointer<UInt8>, _ constantCount: Int, _ offset: inout Int
    ) -> Bool {
        guard offset &+ constantCount <= count else { return false }
        let found = UnsafeRawPointer(base + offset)
        let expected = UnsafeRawPointer(constant)
        if constantCount >= 16 {
            // The last blocks may overlap with earlier ones. There is no early
            // exit, because the constant is expected to match.
            let last = constantCount &- 16
            var difference =
                difference16(found, expected, 0) | difference16(found, expected, last)
            if last > 16 {
                difference |= difference16(found, expected, 16)
                difference |= difference16(found, expected, last &- 16)
                var position = 32
                while position < last &- 16 {
                    difference |= difference16(found, expected, position)
                    position &+= 16
                }
            }
            if difference[0] | difference[1] != 0 { return false }
        } else if constantCount >= 8 {
            let last = constantCount &- 8
            let difference = difference8(found, expected, 0) | difference8(found, expected, last)
            if difference != 0 { return false }
        } else {
            // The first bytes are the lowest; the others are ignored.
            let difference = word(offset) ^ expected.loadUnaligned(as: UInt64.self)
            if difference & ~(~0 &<< UInt64(truncatingIfNeeded: 8 &* constantCount)) != 0 {
                return false
            }
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

    // The byte after a number is not checked: the number may continue with a
    // fraction or an exponent, unless a constant is matched there.

    /// Reads an unsigned integer of at most 15 digits. For other forms, reads
    /// nothing and returns `nil`.
    @inline(__always)
    func readPlainInteger(_ offset: inout Int) -> UInt64? {
        let text = padded(offset)
        let first = Digits(text)
        if first.isFull {
            let second = Digits(text, 8)
            let count = second.count
            guard count < 8, !first.startsWithZero else { return nil }
            offset &+= 8 &+ count
            return first.whole &* powers.whole(count) &+ second.leading(count)
        }
        let count = first.count
        guard count > 0, !first.startsWithZero || count == 1 else { return nil }
        offset &+= count
        return first.leading(count)
    }

    /// Reads an unsigned number of at most 4 digits before and 7 after the
    /// decimal point. For other forms, reads nothing and returns `nil`.
    @inline(__always)
    func readPlainNumber(_ offset: inout Int) -> Double? {
        let text = padded(offset)
        let whole = Digits(text)
        let wholeCount = whole.count
        guard wholeCount > 0, wholeCount <= 4, !whole.startsWithZero || wholeCount == 1 else {
            return nil
        }
        let point = text.load(fromByteOffset: wholeCount, as: UInt8.self)
        guard point == UInt8(ascii: ".") else {
            offset &+= wholeCount
            return Double(Int64(truncatingIfNeeded: whole.leadingFew(wholeCount)))
        }
        let fraction = Digits(text, wholeCount &+ 1)
        let count = fraction.count
        guard count > 0, count < 8 else { return nil }
        offset &+= wholeCount &+ 1 &+ count
        // At most 11 digits divided by at most 10^7: both exact, one rounding.
        let mantissa =
            whole.leadingFew(wholeCount) &* powers.whole(count) &+ fraction.leading(count)
        return Double(Int64(truncatingIfNeeded: mantissa)) / powers.double(count)
    }

    /// Reads an unsigned integer of 1 to 19 digits without leading zeros,
    /// fastest if it has `width` digits. If not, `width` becomes its number of
    /// digits, except that all widths below eight are treated alike. For other
    /// forms, reads nothing and returns `nil`.
    ///
    /// From a width of eight on, the start of the next value is known before
    /// the digits of this one are, so that the CPU can process both in
    /// parallel.
    @inline(__always)
    func readDigits(_ offset: inout Int, width: inout UInt8) -> UInt64? {
        let text = padded(offset)
        let count = Int(width)
        if count >= 8, text.load(fromByteOffset: count, as: UInt8.self) &- 0x30 >= 10 {
            let first = Digits(text)
            if count >= 16 {
                let last = SixteenDigits(text + (count &- 16))
                if last.areFull, first.areDigits(count &- 16), !first.startsWithZero {
                    offset &+= count
                    return first.leadingFew(count &- 16) &* 10_000_000_000_000_000 &+ last.value
                }
            } else {
                let last = Digits(text, count &- 8)
                if Digits.areFull(first, last), !first.startsWithZero {
                    offset &+= count
                    return first.leading(count &- 8) &* 100_000_000 &+ last.whole
                }
            }
        } else if count < 8 {
            let digits = Digits(text)
            let count = digits.count
            if count > 0, count < 8, !digits.startsWithZero || count == 1 {
                offset &+= count
                return digits.leading(count)
            }
        }
        return readDigitsOfOtherWidth(&offset, &width)
    }

    @inline(never)
    private func readDigitsOfOtherWidth(
        _ offset: inout Int, _ width: inout UInt8
    ) -> UInt64? {
        let start = offset
        guard let value = readPlainID(&offset) else { return nil }
        width = UInt8(truncatingIfNeeded: offset &- start)
        return value
    }

    /// Reads 1 to 19 digits without leading zeros. For other forms, reads
    /// nothing and returns `nil`.
    @inline(__always)
    func readPlainID(_ offset: inout Int) -> UInt64? {
        let start = offset
        guard let value = readDigits(&offset) else { return nil }
        guard base[start] != 0x30 || offset == start &+ 1 else {
            offset = start
            return nil
        }
        return value
    }

    /// Reads 1 to 19 digits. For none or more, reads nothing and returns `nil`.
    @inline(__always)
    func readDigits(_ offset: inout Int) -> UInt64? {
        let text = padded(offset)
        let sixteen = SixteenDigits(text)
        if sixteen.areFull {
            // Nearly all of EM's ids have 15 to 18 digits.
            let rest = Digits(text, 16)
            let count = rest.count
            guard count <= 3 else { return nil }
            offset &+= 16 &+ count
            return sixteen.value &* powers.whole(count) &+ rest.leadingFew(count)
        }
        let first = Digits(text)
        if first.isFull {
            let second = Digits(text, 8)
            let count = second.count
            offset &+= 8 &+ count
            return first.whole &* powers.whole(count) &+ second.leading(count)
        }
        let count = first.count
        guard count > 0 else { return nil }
        offset &+= count
        return first.leading(count)
    }

    /// Reads a string without escapes up to and including its closing quote.
    /// Returns `nil` for other forms.
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

    /// Reads `true` or `false`. Otherwise reads nothing and returns `nil`.
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

    /// Skips a value of any kind; it is usually a string or a plain number.
    @inline(__always)
    func passValue(_ offset: inout Int, depth: Int) -> Bool {
        let text = padded(offset)
        if text.load(as: UInt8.self) == UInt8(ascii: "\"") {
            var end = offset &+ 1
            skipPlain(&end)
            if byte(end) == UInt8(ascii: "\"") {
                offset = end &+ 1
                return true
            }
        } else {
            let digits = Digits(text)
            let count = digits.count
            if count > 0, count < 8, !digits.startsWithZero || count == 1,
                !isNumberPart(text.load(fromByteOffset: count, as: UInt8.self)) {
                offset &+= count
                return true
            }
        }
        return (try? scanValue(&offset, depth: depth)) != nil
    }

    /// Reads an integer in any form that has an integral value.
    @inline(__always)
    func readInteger(_ offset: inout Int) -> Int64? {
        let start = offset
        if let value = readPlainInteger(&offset), !isNumberPart(byte(offset)) {
            return Int64(truncatingIfNeeded: value)
        }
        offset = start
        return number(&offset).flatMap(wholeNumber)
    }

    /// Reads a number in any form.
    @inline(__always)
    func readNumber(_ offset: inout Int) -> Double? {
        let start = offset
        if let value = readPlainNumber(&offset), !isNumberPart(byte(offset)) { return value }
        offset = start
        return number(&offset).flatMap { doubleValue($0, powers) }
    }

    /// Whether a number continues with this byte after digits.
    @inline(__always)
    private func isNumberPart(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: ".") || byte | 0x20 == UInt8(ascii: "e")
    }

    /// The text of a number in any form; `nil` if it is illegal.
    private func number(_ offset: inout Int) -> UnsafeBufferPointer<UInt8>? {
        let start = offset
        guard (try? scanNumber(&offset)) != nil else { return nil }
        return UnsafeBufferPointer(start: base + start, count: offset - start)
    }

    /// Reads a string without escapes, from after its opening quote to after
    /// its closing one. For other forms, reads nothing and returns `nil`.
    func readPlainString(_ offset: inout Int) -> ScannedString? {
        var end = offset - 1
        guard let string = try? scanString(&end), !string.hasEscapes else { return nil }
        offset = end
        return string
    }
}
