/// An entity's id: opaque text, in nearly all cases 1 to 19 decimal digits.
///
/// Ids compare by their UTF-8 bytes: `"7"` and `"007"` differ.
public struct EntityID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The id's UTF-8 bytes.
    public let utf8: [UInt8]

    /// An id from its UTF-8 bytes.
    public init(utf8: some Sequence<UInt8>) { self.utf8 = Array(utf8) }

    /// An id from its text.
    public init(_ text: String) { utf8 = Array(text.utf8) }

    /// The id's text, with U+FFFD for what is no UTF-8.
    public var description: String { String(decoding: utf8, as: UTF8.self) }

    /// By bytes: `"10"` comes before `"9"`.
    public static func < (left: EntityID, right: EntityID) -> Bool {
        left.utf8.lexicographicallyPrecedes(right.utf8)
    }
}

/// An id as one machine word, the form in which the hot path handles it: the
/// number itself for 1 to 19 decimal digits without a leading zero, and beyond
/// all of these, from `textBase` up, the position of the text in a side table
/// of whoever made the key.
@frozen
public struct EntityKey: Hashable, BitwiseCopyable, Sendable {
    /// The number, or `textBase` and the position of the text.
    public let rawValue: UInt64

    /// The first value that is not a number of 19 digits.
    public static var textBase: UInt64 {
        @inlinable get { 10_000_000_000_000_000_000 }
    }

    /// The key with a raw value, which came from another key.
    @inlinable
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The key of an id whose text is at a position of the owner's side table.
    @inlinable
    public init(textPosition: Int) { rawValue = Self.textBase + UInt64(textPosition) }

    /// The key of an id that is a plain number, `nil` for all others.
    ///
    /// - Complexity: O(number of bytes), at most 19.
    public init?(number utf8: UnsafeRawBufferPointer) {
        let count = utf8.count
        guard count > 0, count <= 19, utf8[0] != 0x30 || count == 1 else { return nil }
        if count >= 16 {
            // As the feed's ids: two words of digits, and the last up to three.
            let first = Self.digits(utf8, 0)
            let second = Self.digits(utf8, 8)
            let last = Self.digits(utf8, count &- 8)
            guard Self.stops(first) | Self.stops(second) | Self.stops(last) == 0 else {
                return nil
            }
            let others = UInt64(8 &* (24 &- count))
            let power: UInt64 = 0x03E8_0064_000A_0001 &>> UInt64(16 &* (count &- 16)) & 0xFFFF
            rawValue =
                (decimalValue(first) &* 100_000_000 &+ decimalValue(second)) &* power
                &+ decimalValue((last >> others) << others)
            return
        }
        var value: UInt64 = 0
        for index in 0..<count {
            let digit = utf8[index] &- 0x30
            guard digit < 10 else { return nil }
            value = value &* 10 &+ UInt64(digit)
        }
        rawValue = value
    }

    /// Eight bytes, from each of which '0' is taken.
    @inline(__always)
    private static func digits(_ utf8: UnsafeRawBufferPointer, _ offset: Int) -> UInt64 {
        let word = utf8.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        return UInt64(littleEndian: word) ^ 0x3030_3030_3030_3030
    }

    /// The high bits of the bytes that were no digits; a sum may carry into others.
    @inline(__always)
    private static func stops(_ digits: UInt64) -> UInt64 {
        // From 10 up, adding 0x76 sets the high bit.
        ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
    }

    /// Whether the id is a plain number, so that `rawValue` is that number.
    @inlinable public var isNumber: Bool { rawValue < Self.textBase }

    /// Where the text stands in the side table; only if this is not a number.
    @inlinable public var textPosition: Int {
        assert(!isNumber)
        return Int(rawValue - Self.textBase)
    }
}
