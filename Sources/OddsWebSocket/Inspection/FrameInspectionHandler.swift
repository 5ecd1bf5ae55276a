import NIOCore

/// Passes bytes to the frame decoder for as long as a `FrameInspector` finds
/// nothing wrong with them; then what is in order, the violation as an error, and
/// nothing more.
final class FrameInspectionHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    private var inspector = FrameInspector()
    private var hasFailed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !hasFailed else { return }
        let violation = unwrapInboundIn(data).withUnsafeReadableBytes { inspector.inspect($0) }
        guard let violation else {
            context.fireChannelRead(data)
            return
        }
        hasFailed = true
        var bytes = unwrapInboundIn(data)
        if let intact = bytes.readSlice(length: violation.offset), violation.offset > 0 {
            context.fireChannelRead(wrapInboundOut(intact))
        }
        context.fireErrorCaught(violation)
    }
}
