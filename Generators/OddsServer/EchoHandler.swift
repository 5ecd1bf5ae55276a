import NIOCore
import OddsWebSocket

/// Sends every message back, for WebSocket conformance suites.
final class EchoHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketMessage
    typealias OutboundOut = WebSocketMessage

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(data, promise: nil)
    }

    /// A client that does not read is not read from.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        context.channel.setOption(.autoRead, value: context.channel.isWritable)
            .whenFailure { _ in }
        context.fireChannelWritabilityChanged()
    }
}
