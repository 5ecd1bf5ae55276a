import NIOCore
import NIOWebSocket

// Frames: their headers go into the space before their payloads. The usual encoder
// passes headers in buffers of their own, and whoever hears in between that the channel
// is full could write into a frame.
extension WebSocketMessageHandler {
    /// Sends a text message as one frame, whose header goes into the space before
    /// the text. The next flush sends it, in order with all other writes.
    ///
    /// A message that takes the way through the pipeline is wrapped in an allocation
    /// that shares its bytes, and therefore copied. After a close nothing is sent. Call
    /// it on the channel's event loop.
    ///
    /// - Parameters:
    ///   - text: UTF-8 in a `payloadBuffer`. It is copied if it is not the only
    ///     reference to its bytes.
    ///   - isDeflated: whether it is compressed already, as messages that go to many
    ///     are, where both ends compress without context takeover.
    /// - Complexity: O(text) where it is compressed, where it shares a buffer with
    ///   other small frames, and at a client, which masks it; O(1) otherwise.
    package func write(text: consuming ByteBuffer, isDeflated: Bool = false) {
        precondition(!isDeflated || compressor != nil, "the peer does not decompress")
        guard !hasSentClose, socket != nil else { return }
        var isDeflated = isDeflated
        if !isDeflated, let deflated = compressor?.deflate(text) {
            text = deflated
            isDeflated = true
        }
        appendToBatch(frame(.text, text, isDeflated: isDeflated))
    }

    /// Sends what has been written, past the handlers between this one and the socket.
    package func flush() {
        passBatch()
        socket?.flush()
    }

    /// A system call with one buffer costs less than one with several, and so does
    /// what the channel does for each.
    func appendToBatch(_ frame: consuming ByteBuffer) {
        if batch.readableBytes + frame.readableBytes <= Self.batchBytesMax {
            if batch.readableBytes == 0 {
                batch = frame
            } else {
                batch.writeImmutableBuffer(frame)
            }
            return
        }
        let isLarge = frame.readableBytes > Self.batchBytesMax
        passBatch(replacement: frame)
        // Nothing will share its buffer, and only the channel knows when it has
        // taken enough.
        if isLarge { passBatch() }
    }

    /// Passes the frames that wait to the channel, before anything else is written
    /// there.
    ///
    /// - Parameter replacement: What begins the next batch. It is in its place before
    ///   the channel gets the last one, as a channel that becomes unwritable says so
    ///   at once, and whoever hears of it may write, or close.
    func passBatch(replacement: consuming ByteBuffer = ByteBuffer()) {
        let passed = batch
        batch = replacement
        if passed.readableBytes > 0 { socket?.write(NIOAny(passed), promise: nil) }
    }

    /// The most bytes that frames in one buffer have together: more are not worth
    /// the copy.
    private static let batchBytesMax = 16 << 10

    /// An empty buffer for a payload, with room for a frame's header before it.
    package static func payloadBuffer(
        capacity: Int, _ allocator: ByteBufferAllocator
    ) -> ByteBuffer {
        var buffer = allocator.buffer(capacity: headroom + capacity)
        buffer.moveWriterIndex(to: headroom)
        buffer.moveReaderIndex(to: headroom)
        return buffer
    }

    /// The frame of a payload with `headroom` bytes before it.
    func frame(
        _ opcode: WebSocketOpcode, _ payload: consuming ByteBuffer, isDeflated: Bool = false
    ) -> ByteBuffer {
        let key = role == .client ? maskingKeys.next() : nil
        let byteCount = payload.readableBytes
        if let key { payload.webSocketMask(key) }
        // A whole message, and the bit that says that it is compressed (RFC 7692, §6).
        let firstByte = (isDeflated ? 0xC0 : 0x80) | UInt8(webSocketOpcode: opcode)
        Self.putHeader(before: &payload, firstByte, byteCount, key)
        return payload
    }

    /// The header of an unfragmented message (§5.2).
    private static func putHeader(
        before text: inout ByteBuffer, _ firstByte: UInt8, _ byteCount: Int,
        _ key: WebSocketMaskingKey?
    ) {
        let maskBit: UInt8 = key == nil ? 0 : 0x80
        let maskByteCount = key == nil ? 0 : 4
        let start = text.readerIndex - maskByteCount
        precondition(text.readerIndex >= headroom, "no room for a frame's header")
        if let key { text.setBytes(key, at: start) }
        let first: Int
        switch byteCount {
        case ..<126:
            first = start - 2
            text.setInteger(maskBit | UInt8(byteCount), at: first + 1)
        case ..<65_536:
            first = start - 4
            text.setInteger(maskBit | 126, at: first + 1)
            text.setInteger(UInt16(byteCount), at: first + 2)
        default:
            first = start - 10
            text.setInteger(maskBit | 127, at: first + 1)
            text.setInteger(UInt64(byteCount), at: first + 2)
        }
        text.setInteger(firstByte, at: first)
        text.moveReaderIndex(to: first)
    }
}
