import NIOCore

/// Waits for the first request of a connection: closes one that sends none, or can send none
/// any more, and when the server stops before it has come.
package final class FirstRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = NIOAny

    private let limit: TimeAmount
    private var timer: Scheduled<Void>?

    /// - Parameter limit: How long it may take.
    package init(limit: TimeAmount) { self.limit = limit }

    package func handlerAdded(context: ChannelHandlerContext) {
        let channel = context.channel
        timer = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }

    package func handlerRemoved(context: ChannelHandlerContext) { timer?.cancel() }

    package func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
        if case ChannelEvent.inputClosed? = event as? ChannelEvent { context.close(promise: nil) }
    }
}
