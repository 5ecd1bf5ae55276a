/// A text in eight bytes, as the nodes of an `EventModel` hold it: the text
/// itself if it is short, the number if it is an id, else where it stands in
/// the event's text region.
///
/// One text may have several forms: compare bytes, not raw values. Bits 63 and
/// 62 are the form: `1x` short, `01` number, `00` range. Short text stands in
/// the lower seven bytes, first byte lowest, its length in bits 56 to 58. Bit 61
/// of a number says that `.1` follows it.
@frozen
@usableFromInline
package struct TextSlot: BitwiseCopyable, Sendable {
    @usableFromInline package let rawValue: UInt64

    /// The most bytes that fit into the slot itself.
    @inlinable package static var shortCountMax: Int { 7 }
    /// The first value that is too large for the number form.
    @inlinable package static var numberEnd: UInt64 { 1 << 61 }
    /// The first length that is too large for the range form.
    @inlinable package static var rangeCountEnd: Int { 1 << 30 }

    @inlinable
    package init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The form for short text, `nil` for more than 7 bytes.
    @inlinable
    package init?(short utf8: UnsafeRawBufferPointer) {
        let count = utf8.count
        guard count <= Self.shortCountMax else { return nil }
        var value: UInt64 = 0
        // Loads that overlap instead of a loop over the bytes.
        if count >= 4 {
            let last = count - 4
            let head = utf8.loadUnaligned(as: UInt32.self)
            let tail = utf8.loadUnaligned(fromByteOffset: last, as: UInt32.self)
            value = UInt64(UInt32(littleEndian: head))
            value |= UInt64(UInt32(littleEndian: tail)) << UInt64(last * 8)
        } else if count > 0 {
            value = UInt64(utf8[0])
            value |= UInt64(utf8[count / 2]) << UInt64(count / 2 * 8)
            value |= UInt64(utf8[count - 1]) << UInt64((count - 1) * 8)
        }
        rawValue = value | UInt64(count) << 56 | 1 << 63
    }

    /// The text of an id that is a word, `nil` if its number is too large.
    ///
    /// - Complexity: O(1), no text is written.
    @inlinable
    package init?(word key: EntityKey) {
        assert(key.isWord)
        let isDotted = key.rawValue >= EntityKey.dottedBase
        let number = isDotted ? key.rawValue &- EntityKey.dottedBase : key.rawValue
        guard number < Self.numberEnd else { return nil }
        rawValue = number | 1 << 62 | (isDotted ? 1 << 61 : 0)
    }

    /// A range of a text region of less than 4 GiB.
    @inlinable
    package init(start: Int, count: Int) {
        precondition(start >= 0 && start <= UInt32.max && count < Self.rangeCountEnd)
        rawValue = UInt64(start) << 30 | UInt64(count)
    }

    /// Whether the text stands in a text region.
    @inlinable package var isRange: Bool { rawValue >> 62 == 0 }

    /// Calls `body` with the text's UTF-8 bytes, which are valid during the
    /// call. Allocates nothing.
    ///
    /// - Parameter region: The text region that the slot belongs to.
    @inlinable
    package func withBytes<Result>(
        in region: UnsafeRawPointer, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        if rawValue >> 63 != 0 {
            return try withUnsafeBytes(of: rawValue.littleEndian) { bytes in
                let count = Int(rawValue >> 56 & 7)
                return try body(UnsafeRawBufferPointer(rebasing: bytes[..<count]))
            }
        }
        if rawValue >> 62 != 0 {
            let number = rawValue & (Self.numberEnd - 1)
            return rawValue & 1 << 61 == 0
                ? try withDecimalText(of: number, body) : try withDottedText(of: number, body)
        }
        return try body(
            UnsafeRawBufferPointer(
                start: region + Int(rawValue >> 30),
                count: Int(rawValue) & (Self.rangeCountEnd - 1)))
    }
}

/// Calls `body` with the decimal digits of `number`, which are valid during
/// the call. Allocates nothing.
@inlinable
package func withDecimalText<Result>(
    of number: UInt64, _ body: (UnsafeRawBufferPointer) throws -> Result
) rethrows -> Result {
    try withDigits(of: number, suffixCount: 0) { try body(UnsafeRawBufferPointer($0)) }
}

/// Calls `body` with the decimal digits of `number` and `.1`, which are valid
/// during the call. Allocates nothing.
@inlinable
package func withDottedText<Result>(
    of number: UInt64, _ body: (UnsafeRawBufferPointer) throws -> Result
) rethrows -> Result {
    try withDigits(of: number, suffixCount: 2) { text in
        text[text.count - 2] = UInt8(ascii: ".")
        text[text.count - 1] = UInt8(ascii: "1")
        return try body(UnsafeRawBufferPointer(text))
    }
}

/// Calls `body` with the digits and room for what follows them.
@inlinable
func withDigits<Result>(
    of number: UInt64, suffixCount: Int,
    _ body: (UnsafeMutableRawBufferPointer) throws -> Result
) rethrows -> Result {
    let digitCountMax = 20
    let capacity = digitCountMax + suffixCount
    return try withUnsafeTemporaryAllocation(byteCount: capacity, alignment: 1) { digits in
        var first = digitCountMax
        var rest = number
        repeat {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            first -= 1
            digits[first] = 0x30 + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        } while rest != 0
        return try body(UnsafeMutableRawBufferPointer(rebasing: digits[first...]))
    }
}
