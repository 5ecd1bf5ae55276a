import NIOCore

/// Compresses the messages that one end of a connection sends.
final class MessageCompressor {
    private let sender: DeflateAgreement.Sender
    /// Made for the first message that is compressed, unless it is shared.
    private var deflater: MessageDeflater?

    /// Smaller messages are sent as they are.
    private static let messageBytesMin = 64

    /// - Parameter shared: a deflater that other connections use, too.
    init(_ sender: DeflateAgreement.Sender, shared: MessageDeflater?) {
        self.sender = sender
        if sender.sharesMessages { deflater = shared }
    }

    /// A message's data compressed, with room for a frame's head before them; `nil`
    /// if the message is too small to gain by it.
    ///
    /// - Complexity: O(bytes).
    func deflate(_ data: ByteBuffer) -> ByteBuffer? {
        guard data.readableBytes >= Self.messageBytesMin else { return nil }
        let deflater = deflater ?? MessageDeflater(windowBits: sender.windowBits)
        self.deflater = deflater
        var output = WebSocketMessageHandler.payloadBuffer(
            capacity: data.readableBytes / 4, ByteBufferAllocator())
        data.withUnsafeReadableBytes {
            deflater.deflate($0, keepsContext: sender.keepsContext, into: &output)
        }
        return output
    }
}
