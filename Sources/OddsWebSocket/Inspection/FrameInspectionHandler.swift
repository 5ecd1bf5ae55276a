import NIOCore

/// Reads whole, uncompressed text messages in place (`WebSocketMessageHandler.readTexts`),
/// and passes all other frames to the frame decoder for as long as a `FrameInspector`
/// finds nothing wrong with them; then what is in order, the violation as an error, and
/// nothing more.
final class FrameInspectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let messages: WebSocketMessageHandler
    private var inspector = FrameInspector()
    private var hasFailed = false
    /// Whether bytes are being read. Who receives a message may flush an answer; where
    /// that fails, the channel reads what the socket still has, and becomes inactive,
    /// before the call returns.
    private var isReading = false
    /// Bytes that came meanwhile.
    private var unread: [ByteBuffer] = []
    /// Whether the channel became inactive meanwhile.
    private var isInactive = false

    /// The frame that has not come whole, without fragments before it that have.
    var unfinished: UnfinishedMessage? { hasFailed ? nil : inspector.unfinished }

    /// - Parameter messages: the handler behind the decoder.
    init(_ messages: WebSocketMessageHandler) { self.messages = messages }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isReading else { return unread.append(unwrapInboundIn(data)) }
        isReading = true
        read(unwrapInboundIn(data), context)
        while !unread.isEmpty { read(unread.removeFirst(), context) }
        isReading = false
        guard isInactive else { return }
        isInactive = false
        context.fireChannelInactive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        guard !isReading else { return isInactive = true }
        context.fireChannelInactive()
    }

    private func read(_ bytes: consuming ByteBuffer, _ context: ChannelHandlerContext) {
        while !hasFailed {
            if inspector.isBetweenFrames {
                bytes.readWithUnsafeReadableBytes { messages.readTexts($0) }
            }
            guard bytes.readableBytes > 0 else { return }
            passFrame(&bytes, context)
        }
    }

    /// Passes on the next frame, or what has come of it.
    private func passFrame(_ bytes: inout ByteBuffer, _ context: ChannelHandlerContext) {
        let passed: Int
        var violation: FrameInspector.Violation?
        do throws(FrameInspector.Violation) {
            passed = try bytes.withUnsafeReadableBytes { bytes throws(FrameInspector.Violation) in
                try inspector.inspectFrame(bytes)
            }
        } catch {
            hasFailed = true
            violation = error
            passed = error.offset
        }
        if passed > 0, let frame = bytes.readSlice(length: passed) {
            context.fireChannelRead(wrapInboundOut(frame))
        }
        if let violation { context.fireErrorCaught(violation) }
    }
}
