import NIOCore
import NIOWebSocket

// Text in frames without the pipeline's wrappers, for what is sent many thousand
// times a second.
extension WebSocketMessageHandler {
    /// Sends a text message as one frame, whose header goes into the space before
    /// the text. The next flush sends it, in order with all other writes.
    ///
    /// A message that takes the way through the pipeline is wrapped twice, each time
    /// in an allocation that shares its bytes; the encoder therefore cannot put the
    /// header before them, and the socket gets two buffers. After a close nothing is
    /// sent. Call it on the channel's event loop.
    ///
    /// - Parameters:
    ///   - text: UTF-8, with `headroom` bytes before it. It is copied if it is not
    ///     the only reference to its bytes.
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
        let key = role == .client ? maskingKeys.next() : nil
        let byteCount = text.readableBytes
        if let key { text.webSocketMask(key) }
        // A whole message of text, and the bit that says that it is compressed
        // (RFC 7692, §6).
        Self.putHeader(before: &text, isDeflated ? 0xC1 : 0x81, byteCount, key)
        batch(text)
    }

    /// Sends what has been written, past the handlers between this one and the socket.
    package func flush() {
        passBatch()
        socket?.flush()
    }

    /// A system call with one buffer costs less than one with several, and so does
    /// what the channel does for each.
    private func batch(_ frame: consuming ByteBuffer) {
        if batch.readableBytes + frame.readableBytes > Self.batchBytesMax { passBatch() }
        if batch.readableBytes == 0 {
            batch = frame
        } else {
            batch.writeImmutableBuffer(frame)
        }
    }

    /// Passes what has been written in place to the channel, before anything else
    /// is written there.
    func passBatch() {
        guard batch.readableBytes > 0 else { return }
        socket?.write(NIOAny(batch), promise: nil)
        batch = ByteBuffer()
    }

    /// Larger frames are not worth a copy.
    private static let batchBytesMax = 16 << 10

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
