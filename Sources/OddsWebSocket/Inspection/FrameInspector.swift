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

    private var head = FrameHead()
    /// The bytes of the payload that are to come; 0 within a head.
    private var missingCount: UInt64 = 0
    /// Those of the payload that have come, modulo 4: where its mask is.
    private var phase = 0
    /// Whether the message is text that is not compressed. Control frames
    /// between its fragments change nothing.
    private var isText = false
    private var utf8 = UTF8Checker()
    /// `true` while fragments of a message have come, and its last one has not.
    private var isMessageOpen = false
    /// The number of messages, and of control frames between two, that have come whole.
    private var wholeCount = 0

    /// Whether the bytes so far are whole frames.
    var isBetweenFrames: Bool { head.count == 0 }

    /// The message that has not come whole; `nil` between two.
    var unfinished: UnfinishedMessage? {
        guard isMessageOpen || !isBetweenFrames else { return nil }
        let payload = head.isComplete ? Int(clamping: head.length - missingCount) : 0
        return UnfinishedMessage(number: wholeCount, byteCount: head.count + payload)
    }

    /// Takes bytes as they were received, to the end of a frame at most, and returns
    /// how many those are. After a violation, nothing more may be passed.
    ///
    /// - Complexity: O(1) and, of text, O(bytes).
    mutating func inspectFrame(_ bytes: UnsafeRawBufferPointer) throws(Violation) -> Int {
        var position = 0
        while position < bytes.count {
            if missingCount == 0 {
                let isComplete = head.append(bytes[position])
                if head.hasLongLength {
                    throw Violation(
                        offset: position, code: .protocolError,
                        what: "a length that is not in its shortest form")
                }
                if isComplete { beginFrame() }
                position += 1
            } else {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[position...])
                let payload = UnsafeRawBufferPointer(
                    rebasing: rest.prefix(Int(clamping: missingCount)))
                if let offset = firstError(in: payload) { throw notUTF8(position + offset) }
                missingCount -= UInt64(payload.count)
                position += payload.count
            }
            if head.isComplete, missingCount == 0 {
                if endsText, !utf8.isComplete { throw notUTF8(position - 1) }
                endFrame()
                return position
            }
        }
        return position
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
        if !head.isControl { isMessageOpen = !head.isFinal }
        if !isMessageOpen { wholeCount += 1 }
        head = FrameHead()
    }

    private mutating func firstError(in payload: UnsafeRawBufferPointer) -> Int? {
        guard isText, !head.isControl else { return nil }
        defer { phase = (phase + payload.count) & 3 }
        return utf8.firstError(in: payload, mask: head.mask(from: phase))
    }
}
