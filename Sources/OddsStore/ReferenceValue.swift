import OddsModel

/// The value of a reference entity's property, JSON text as received: in place up to
/// 15 bytes, as nearly all are, else interned. Equal texts are equal values.
struct ReferenceValue: BitwiseCopyable, Equatable {
    private let low: UInt64
    /// The top byte is the length, or says that the text is interned.
    private let high: UInt64

    private static let shortCountMax = 15
    private static let internedMark: UInt64 = 0xFF

    /// `nil` for a text that is too long.
    @inline(__always)
    init?(short text: UnsafeRawBufferPointer) {
        let count = text.count
        guard count > 0, count <= Self.shortCountMax, let base = text.baseAddress else {
            return nil
        }
        // Loads that overlap instead of a loop over the bytes.
        var high = UInt64(count) &<< 56
        if count >= 8 {
            low = UInt64(littleEndian: base.loadUnaligned(as: UInt64.self))
            let last = UInt64(
                littleEndian: base.loadUnaligned(fromByteOffset: count &- 8, as: UInt64.self))
            if count > 8 { high |= last &>> UInt64(8 &* (16 &- count)) }
        } else if count >= 4 {
            let first = UInt32(littleEndian: base.loadUnaligned(as: UInt32.self))
            let last = UInt32(
                littleEndian: base.loadUnaligned(fromByteOffset: count &- 4, as: UInt32.self))
            low = UInt64(first) | UInt64(last) &<< UInt64(8 &* (count &- 4))
        } else {
            low =
                UInt64(text[0]) | UInt64(text[count / 2]) &<< UInt64(count / 2 &* 8)
                | UInt64(text[count &- 1]) &<< UInt64(8 &* (count &- 1))
        }
        self.high = high
    }

    init(_ text: TextID) {
        low = UInt64(text.number)
        high = Self.internedMark &<< 56
    }

    /// The text where it is interned.
    @inline(__always)
    var interned: TextID? {
        high &>> 56 == Self.internedMark
            ? TextID(number: UInt32(truncatingIfNeeded: low)) : nil
    }

    /// Calls `body` with the bytes of a text in place, which are valid during the
    /// call.
    ///
    /// - Precondition: The text is not interned.
    func withShortBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
        assert(interned == nil)
        return withUnsafeBytes(of: (low.littleEndian, high.littleEndian)) {
            body(UnsafeRawBufferPointer(rebasing: $0[..<Int(high &>> 56)]))
        }
    }
}
