import NIOCore

/// Reads the frames that a load consists of, unfragmented and unmasked text, where
/// they lie in the socket's buffer, and leaves all others to the decoder behind it.
///
/// It is the first handler of a connection whose handshake is over. Load generator
/// and server share a machine, and each takes processor time from the other.
final class FrameReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// Larger frames are the decoder's to refuse.
    private static let frameBytesMax = 1 << 26

    private let receive: (UnsafeRawBufferPointer) -> Void
    /// The beginning of a frame.
    private var rest: ByteBuffer?
    /// Bytes to come of a frame that is left to the decoder.
    private var bytesForDecoder = 0

    /// - Parameter receive: takes a text message, on the channel's event loop.
    init(_ receive: @escaping (UnsafeRawBufferPointer) -> Void) { self.receive = receive }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var buffer = unwrapInboundIn(data)
        if var rest {
            self.rest = nil
            rest.writeBuffer(&buffer)
            buffer = rest
        }
        while buffer.readableBytes > 0 {
            if bytesForDecoder > 0 {
                forward(&buffer, context)
                continue
            }
            let frame = FrameExtent(buffer.readableBytesView)
            if let frame, !frame.isWholeText || frame.byteCount > Self.frameBytesMax {
                bytesForDecoder = frame.byteCount
                continue
            }
            guard let frame, frame.byteCount <= buffer.readableBytes else {
                // Without what has been read, which would stay in its storage.
                rest = buffer.slice()
                return
            }
            buffer.withUnsafeReadableBytes {
                receive(
                    UnsafeRawBufferPointer(rebasing: $0[frame.headerByteCount..<frame.byteCount]))
            }
            buffer.moveReaderIndex(forwardBy: frame.byteCount)
        }
    }

    private func forward(_ buffer: inout ByteBuffer, _ context: ChannelHandlerContext) {
        let byteCount = min(bytesForDecoder, buffer.readableBytes)
        guard let part = buffer.readSlice(length: byteCount) else { return }
        bytesForDecoder -= byteCount
        context.fireChannelRead(wrapInboundOut(part))
    }
}

/// What the header of a frame says (RFC 6455 §5.2).
private struct FrameExtent {
    /// Whether it is a message of its own that anyone can read: text, neither
    /// compressed nor masked nor a fragment.
    let isWholeText: Bool
    let headerByteCount: Int
    /// Of header and data.
    let byteCount: Int

    /// `nil` if the header is not complete.
    init?(_ bytes: ByteBufferView) {
        guard bytes.count >= 2 else { return nil }
        let first = bytes[bytes.startIndex]
        let second = bytes[bytes.startIndex + 1]
        let lengthByteCount =
            switch second & 0x7F {
            case 126: 2
            case 127: 8
            default: 0
            }
        let isMasked = second & 0x80 != 0
        headerByteCount = 2 + lengthByteCount + (isMasked ? 4 : 0)
        guard bytes.count >= headerByteCount else { return nil }
        let length =
            lengthByteCount == 0
            ? UInt64(second & 0x7F)
            : bytes.dropFirst(2).prefix(lengthByteCount).reduce(0) { $0 << 8 | UInt64($1) }
        byteCount = headerByteCount + Int(min(length, UInt64(Int.max / 2)))
        isWholeText = first == 0x81 && !isMasked
    }
}
