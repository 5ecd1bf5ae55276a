/// The body of HdrHistogram's encoding V2: big-endian numbers, and counts as
/// zigzag LEB128 of at most nine bytes, where a negative number stands for as
/// many zeros. See `encodeIntoByteBuffer` of the Java implementation, and
/// `ZigZagEncoding` there.
struct HistogramBytes {
    private(set) var bytes: [UInt8] = []

    mutating func append<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func append(zigzag number: Int64) {
        var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
        for _ in 0..<8 where rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        // The ninth byte has all that is left, eight bits.
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }
}

/// Reads what `HistogramBytes` writes. Each call gives `nil` at the end.
struct HistogramBytesReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    var isAtEnd: Bool { rest.isEmpty }

    mutating func next<Number: FixedWidthInteger>(_: Number.Type) -> Number? {
        let width = Number.bitWidth / 8
        guard rest.count >= width else { return nil }
        defer { rest = rest.dropFirst(width) }
        return rest.prefix(width).reduce(0) { $0 << 8 | Number(truncatingIfNeeded: $1) }
    }

    mutating func nextZigzag() -> Int64? {
        var value: UInt64 = 0
        for position in 0..<9 {
            guard let byte = rest.popFirst() else { return nil }
            let isLast = position == 8 || byte < 0x80
            let bits = isLast ? UInt64(byte) : UInt64(byte & 0x7F)
            value |= bits << UInt64(7 * position)
            if isLast { break }
        }
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }
}
