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
        var value: UInt64 = 0
        var index = 0
        while index &+ 8 <= count {
            let word = utf8.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            let digits = UInt64(littleEndian: word) ^ 0x3030_3030_3030_3030
            // From 10 up, adding 0x76 sets the high bit.
            let stops = ((digits &+ 0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080
            guard stops == 0 else { return nil }
            value = value &* 100_000_000 &+ decimalValue(digits)
            index &+= 8
        }
        while index < count {
            let digit = utf8[index] &- 0x30
            guard digit < 10 else { return nil }
            value = value &* 10 &+ UInt64(digit)
            index &+= 1
        }
        rawValue = value
    }

    /// Whether the id is a plain number, so that `rawValue` is that number.
    @inlinable public var isNumber: Bool { rawValue < Self.textBase }

    /// Where the text stands in the side table; only if this is not a number.
    @inlinable public var textPosition: Int {
        assert(!isNumber)
        return Int(rawValue - Self.textBase)
    }
}
