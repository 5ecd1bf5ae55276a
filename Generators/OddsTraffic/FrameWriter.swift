import OddsModel

/// The memory into which frames are encoded, one at a time: it belongs to the
/// caller, is reused from frame to frame, and allocates only when a frame is
/// larger than all before it. One thread owns it.
public struct FrameWriter: ~Copyable {
    private var buffer: GrowableBuffer<UInt8>
    /// Records of the frame.
    public internal(set) var recordCount = 0
    /// BETTING_OFFER UPDATE records of the frame.
    public internal(set) var offerUpdateCount = 0

    public init(capacity: Int = 64 << 10) {
        buffer = GrowableBuffer(capacity: capacity)
    }

    /// The frame's text, valid until the next frame is written.
    public var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: buffer.pointer, count: buffer.count)
    }

    var byteCount: Int { buffer.count }
    var isEmpty: Bool { buffer.isEmpty }
    var lastByte: UInt8 { buffer.isEmpty ? 0 : buffer[buffer.count - 1] }

    mutating func clear() {
        buffer.truncate(to: 0)
        recordCount = 0
        offerUpdateCount = 0
    }

    /// Drops the frame's end.
    mutating func truncate(to byteCount: Int) { buffer.truncate(to: byteCount) }

    mutating func raw(_ text: StaticString) {
        buffer.append(from: text.utf8Start, count: text.utf8CodeUnitCount)
    }

    mutating func raw(byte: UInt8) { buffer.append(byte) }

    mutating func raw(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let base = bytes.baseAddress else { return }
        buffer.append(from: base, count: bytes.count)
    }

    /// A number's decimal digits.
    mutating func digits(_ number: UInt64) {
        var count = 1
        var bound: UInt64 = 10
        while count < 20, number >= bound {
            count += 1
            bound &*= 10
        }
        let start = buffer.extend(by: count)
        var rest = number
        for position in stride(from: start + count - 1, through: start, by: -1) {
            let (quotient, digit) = rest.quotientAndRemainder(dividingBy: 10)
            buffer[position] = 0x30 + UInt8(truncatingIfNeeded: digit)
            rest = quotient
        }
    }

    mutating func number(_ number: Int64) {
        if number < 0 { raw("-") }
        digits(number.magnitude)
    }

    /// A number of quarters, as `2`, `-1.5` or `0.25`.
    mutating func number(quarters: Int32) {
        if quarters < 0 { raw("-") }
        digits(UInt64(quarters.magnitude / 4))
        switch quarters.magnitude % 4 {
        case 1: raw(".25")
        case 2: raw(".5")
        case 3: raw(".75")
        default: break
        }
    }
}
