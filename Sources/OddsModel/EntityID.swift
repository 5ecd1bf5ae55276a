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

/// An id as one machine word, the form in which the hot path handles it. One
/// of two forms of text stands in the word itself: 1 to 19 decimal digits without
/// a leading zero, and such a number below `dottedEnd` with `.1` behind it, as the
/// ids of SportRadar are. Any other id is, from `textBase` up, the position of its
/// text in a side table of whoever made the key.
@frozen
public struct EntityKey: Hashable, BitwiseCopyable, Sendable {
    /// The number; or `dottedBase` and the number before `.1`; or `textBase` and
    /// the position of the text.
    public let rawValue: UInt64

    /// The first value that is not a number of 19 digits: `0.1`.
    public static var dottedBase: UInt64 {
        @inlinable get { 10_000_000_000_000_000_000 }
    }

    /// The first number that has no word with `.1` behind it.
    public static var dottedEnd: UInt64 {
        @inlinable get { 2_000_000_000_000_000_000 }
    }

    /// The first value that is not an id itself.
    public static var textBase: UInt64 {
        @inlinable get { dottedBase + dottedEnd }
    }

    /// The key with a raw value, which came from another key.
    @inlinable
    public init(rawValue: UInt64) { self.rawValue = rawValue }

    /// The key of an id whose text is at a position of the owner's side table.
    @inlinable
    public init(textPosition: Int) { rawValue = Self.textBase + UInt64(textPosition) }

    /// The key of an id that a word holds, `nil` for all others.
    ///
    /// - Complexity: O(number of bytes), at most 21.
    public init?(word utf8: UnsafeRawBufferPointer) {
        if let value = Self.number(utf8) {
            rawValue = value
            return
        }
        let end = utf8.count &- 2
        guard end > 0, utf8[end] == UInt8(ascii: "."), utf8[end &+ 1] == UInt8(ascii: "1"),
            let value = Self.number(UnsafeRawBufferPointer(rebasing: utf8[..<end])),
            value < Self.dottedEnd
        else { return nil }
        rawValue = Self.dottedBase &+ value
    }

    @inline(__always)
    private static func number(_ utf8: UnsafeRawBufferPointer) -> UInt64? {
        let count = utf8.count
        guard count > 0, count <= 19, utf8[0] != 0x30 || count == 1 else { return nil }
        if count >= 16 {
            // As the feed's ids: two words of digits, and the last up to three.
            let first = digits(utf8, 0)
            let second = digits(utf8, 8)
            let last = digits(utf8, count &- 8)
            guard stops(first) | stops(second) | stops(last) == 0 else { return nil }
            let others = UInt64(8 &* (24 &- count))
            let power: UInt64 = 0x03E8_0064_000A_0001 &>> UInt64(16 &* (count &- 16)) & 0xFFFF
            return (decimalValue(first) &* 100_000_000 &+ decimalValue(second)) &* power
                &+ decimalValue((last >> others) << others)
        }
        var value: UInt64 = 0
        for index in 0..<count {
            let digit = utf8[index] &- 0x30
            guard digit < 10 else { return nil }
            value = value &* 10 &+ UInt64(digit)
        }
        return value
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

    /// Whether the word is the id itself, so that keys of all owners compare.
    @inlinable public var isWord: Bool { rawValue < Self.textBase }

    /// Where the text stands in the side table; only if this is not a word.
    @inlinable public var textPosition: Int {
        assert(!isWord)
        return Int(rawValue - Self.textBase)
    }

    /// Calls `body` with the text of an id that is a word; valid during the call.
    /// Allocates nothing.
    @inlinable
    package func withWordText<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        assert(isWord)
        if rawValue < Self.dottedBase { return try withDecimalText(of: rawValue, body) }
        return try withDottedText(of: rawValue - Self.dottedBase, body)
    }

    /// The text of an id that is a word. Allocates.
    package var wordText: String { withWordText { String(decoding: $0, as: UTF8.self) } }
}
