import OddsModel

/// Eight bytes of text, of which the first `count` are decimal digits.
struct Digits: BitwiseCopyable {
    /// The bytes XOR 0x30, the first one lowest.
    private let bytes: UInt64
    /// The high bit of the first byte that is not a digit, and of no byte
    /// before it; those of later bytes are arbitrary.
    private let stops: UInt64

    /// Loads the eight bytes at `offset`, which must be readable.
    @inline(__always)
    init(_ text: UnsafeRawPointer, _ offset: Int = 0) {
        let word = text.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
        bytes = UInt64(littleEndian: word) ^ 0x3030_3030_3030_3030
        // Adding 0x76 sets the high bit of a byte from 10 upwards. A carry only
        // affects bytes after the first one that is not a digit.
        stops = ((bytes &+ 0x7676_7676_7676_7676) | bytes) & 0x8080_8080_8080_8080
    }

    /// Whether all eight are digits.
    @inline(__always)
    var isFull: Bool { stops == 0 }

    /// Whether all bytes of two words are digits.
    @inline(__always)
    static func areFull(_ first: Digits, _ second: Digits) -> Bool {
        first.stops | second.stops == 0
    }

    /// Whether the first `count` bytes, 0 to 7, are digits.
    @inline(__always)
    func areDigits(_ count: Int) -> Bool {
        stops & ~(~0 &<< UInt64(truncatingIfNeeded: 8 &* count)) == 0
    }

    /// The number of digits before the first other byte, 0 to 8.
    @inline(__always)
    var count: Int { stops.trailingZeroBitCount &>> 3 }

    @inline(__always)
    var startsWithZero: Bool { bytes & 0xFF == 0 }

    /// The value of all eight.
    @inline(__always)
    var whole: UInt64 { decimalValue(bytes) }

    /// The value of the first `count` bytes, 0 to 7, which must be digits.
    @inline(__always)
    func leading(_ count: Int) -> UInt64 {
        assert(count < 8)
        return decimalValue((bytes &<< UInt64(truncatingIfNeeded: 56 &- 8 &* count)) &<< 8)
    }

    /// The value of the first `count` bytes, 0 to 4, which must be digits.
    @inline(__always)
    func leadingFew(_ count: Int) -> UInt64 {
        assert(count <= 4)
        let digits = bytes &<< UInt64(truncatingIfNeeded: 32 &- 8 &* count)
        let pairs = digits &* 10 &+ digits &>> 8
        return (pairs & 0xFF) &* 100 &+ (pairs &>> 16) & 0xFF
    }
}

/// Sixteen bytes of text, which may all be decimal digits.
struct SixteenDigits: BitwiseCopyable {
    /// The bytes XOR 0x30.
    private let bytes: SIMD16<UInt8>

    /// Loads the sixteen bytes at `text`, which must be readable.
    @inline(__always)
    init(_ text: UnsafeRawPointer) {
        bytes = text.loadUnaligned(as: SIMD16<UInt8>.self) ^ 0x30
    }

    @inline(__always)
    var areFull: Bool {
        let stops = unsafeBitCast(((bytes &+ 0x76) | bytes) & 0x80, to: SIMD2<UInt64>.self)
        return stops[0] | stops[1] == 0
    }

    /// The value of all sixteen digits; only valid if `areFull`. Joins
    /// neighbours into lanes of twice the width, three times.
    @inline(__always)
    var value: UInt64 {
        let digits = unsafeBitCast(bytes, to: SIMD8<UInt16>.self)
        let pairs = (digits & 0xFF) &* 10 &+ digits &>> 8
        let widePairs = unsafeBitCast(pairs, to: SIMD4<UInt32>.self)
        let fours = (widePairs & 0xFFFF) &* 100 &+ widePairs &>> 16
        let joined = unsafeBitCast(fours, to: SIMD2<UInt64>.self)
        let eights = (joined & 0xFFFF_FFFF) &* 10_000 &+ joined &>> 32
        return eights[0] &* 100_000_000 &+ eights[1]
    }
}
