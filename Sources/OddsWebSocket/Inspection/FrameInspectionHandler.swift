import NIOCore

/// Passes frames to the frame decoder for as long as a `FrameInspector` finds
/// nothing wrong with them; then what is in order, the violation as an error, and
/// nothing more. Text that the decoder has nothing to do for goes past it.
final class FrameInspectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private let messages: WebSocketMessageHandler
    private var inspector = FrameInspector()
    private var hasFailed = false

    /// - Parameter messages: the handler behind the decoder.
    init(_ messages: WebSocketMessageHandler) { self.messages = messages }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var bytes = unwrapInboundIn(data)
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
