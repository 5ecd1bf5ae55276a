import NIOCore
import OddsWebSocket

/// Echoes every message, for WebSocket conformance suites.
final class EchoHandler: ChannelInboundHandler {
    typealias InboundIn = WebSocketMessage
    typealias OutboundOut = WebSocketMessage

    private let messages: WebSocketMessageHandler

    /// - Parameter messages: the handler before this one.
    init(_ messages: WebSocketMessageHandler) { self.messages = messages }

    func handlerAdded(context: ChannelHandlerContext) {
        messages.receiveText = { [self, unowned context] in
            context.writeAndFlush(wrapOutboundOut(.text(ByteBuffer(bytes: $0))), promise: nil)
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        context.writeAndFlush(data, promise: nil)
    }

    /// Backpressure: stops reading from a client that does not read.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        context.channel.setOption(.autoRead, value: context.channel.isWritable)
            .whenFailure { _ in }
        context.fireChannelWritabilityChanged()
    }
}
