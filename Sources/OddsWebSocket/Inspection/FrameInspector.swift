import NIOWebSocket

/// Watches the bytes of a connection for what whole frames no longer show, or
/// show too late: lengths that are not in their shortest form (RFC 6455, §5.2),
/// and text that is not UTF-8 (§8.1), at its first wrong byte.
///
/// It copies nothing. What else is wrong with a frame is for others to find.
struct FrameInspector: Sendable {
    /// What is wrong, and with which of the bytes just passed. Those before it
    /// are in order.
    struct Violation: Error, Equatable, Sendable {
        let offset: Int
        let code: WebSocketErrorCode
        let what: String
    }

    private var head = Head()
    /// The bytes of the payload that are to come; 0 within a head.
    private var missingCount: UInt64 = 0
    /// Those of the payload that have come, modulo 4: where its mask is.
    private var phase = 0
    /// Whether the message is text that is not compressed. Control frames
    /// between its fragments change nothing.
    private var isText = false
    private var utf8 = UTF8Checker()

    /// Takes bytes as they were received. After a violation, nothing more may be
    /// passed.
    ///
    /// - Complexity: O(frames) and, of text, O(bytes).
    mutating func inspect(_ bytes: UnsafeRawBufferPointer) -> Violation? {
        var position = 0
        while position < bytes.count {
            if missingCount == 0 {
                let isWhole = head.append(bytes[position])
                if head.hasLongLength {
                    return Violation(
                        offset: position, code: .protocolError,
                        what: "a length that is not in its shortest form")
                }
                if isWhole { beginFrame() }
                position += 1
            } else {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
                let payload = UnsafeRawBufferPointer(
                    rebasing: rest.prefix(Int(clamping: missingCount)))
                if let offset = firstError(in: payload) { return notUTF8(position + offset) }
                missingCount -= UInt64(payload.count)
                position += payload.count
            }
            if head.isWhole, missingCount == 0 {
                if endsText, !utf8.isComplete { return notUTF8(position - 1) }
                endFrame()
            }
        }
        return nil
    }

    private func notUTF8(_ offset: Int) -> Violation {
        Violation(
            offset: offset, code: .dataInconsistentWithMessage, what: "text that is not UTF-8")
    }

    private mutating func beginFrame() {
        missingCount = head.length
        phase = 0
        switch head.opcode {
        case 0: break
        case 1:
            // Compressed, or to be refused once it is whole.
            isText = !head.hasReservedBits
            utf8 = UTF8Checker()
        default: if !head.isControl { isText = false }
        }
    }

    private var endsText: Bool { isText && head.isFinal && !head.isControl }

    private mutating func endFrame() {
        if head.isFinal, !head.isControl { isText = false }
        head = Head()
    }

    private mutating func firstError(in payload: UnsafeRawBufferPointer) -> Int? {
        guard isText, !head.isControl else { return nil }
        defer { phase = (phase + payload.count) & 3 }
        return utf8.firstError(in: payload, mask: head.mask(from: phase))
    }
}

/// The head of a frame, byte by byte.
private struct Head: Sendable {
    private var count = 0
    private var first: UInt8 = 0
    private var lengthCount = 0
    private var maskCount = 0
    private(set) var length: UInt64 = 0
    /// The first byte of the mask is the lowest.
    private var mask: UInt32 = 0

    var isFinal: Bool { first & 0x80 != 0 }
    var hasReservedBits: Bool { first & 0x70 != 0 }
    var isControl: Bool { first & 0x08 != 0 }
    var opcode: UInt8 { first & 0x0F }
    var isWhole: Bool { count >= 2 && count == 2 + lengthCount + maskCount }

    /// Whether the length would fit into fewer bytes.
    var hasLongLength: Bool {
        count == 2 + lengthCount
            && (lengthCount == 2 && length < 126 || lengthCount == 8 && length < 1 << 16)
    }

    /// - Returns: whether the head is whole.
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
        return isWhole
    }

    /// The mask twice, from one of its four bytes on.
    func mask(from phase: Int) -> UInt64 {
        let rotated = mask >> UInt32(8 * phase) | mask << UInt32((32 - 8 * phase) & 31)
        return UInt64(rotated) << 32 | UInt64(rotated)
    }
}
