/// The head of a frame (RFC 6455, §5.2), byte by byte.
struct FrameHead: Sendable {
    private(set) var count = 0
    private var first: UInt8 = 0
    private var lengthCount = 0
    private var maskCount = 0
    private(set) var length: UInt64 = 0
    /// The first byte of the mask is the lowest.
    private var mask: UInt32 = 0

    var isFinal: Bool { first & 0x80 != 0 }
    var hasReservedBits: Bool { first & 0x70 != 0 }
    var isControl: Bool { first & 0x08 != 0 }
    /// Whether it is of text that is a message of its own and not compressed.
    var isPlainTextMessage: Bool { first == 0x81 }
    var isMasked: Bool { maskCount > 0 }
    var opcode: UInt8 { first & 0x0F }
    var isComplete: Bool { count >= 2 && count == 2 + lengthCount + maskCount }

    /// Whether the length would fit into fewer bytes.
    var hasLongLength: Bool {
        count == 2 + lengthCount
            && (lengthCount == 2 && length < 126 || lengthCount == 8 && length < 1 << 16)
    }

    /// - Returns: whether the head is complete.
    mutating func append(_ byte: UInt8) -> Bool {
        switch count {
        case 0: first = byte
        case 1:
            maskCount = byte & 0x80 == 0 ? 0 : 4
            let short = byte & 0x7F
            lengthCount = short < 126 ? 0 : short == 126 ? 2 : 8
            length = lengthCount == 0 ? UInt64(short) : 0
        case 2..<2 + lengthCount: length = length << 8 | UInt64(byte)
        default: mask |= UInt32(byte) << UInt32(8 * (count - 2 - lengthCount))
        }
        count += 1
        return isComplete
    }

    /// The mask twice, from one of its four bytes on.
    func mask(from phase: Int) -> UInt64 {
        let rotated = mask >> UInt32(8 * phase) | mask << UInt32((32 - 8 * phase) & 31)
        return UInt64(rotated) << 32 | UInt64(rotated)
    }
}
