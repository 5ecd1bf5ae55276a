import NIOCore

/// Closes a connection of the control interface on which nothing has moved for
/// a time: a client that does not read its response. `HTTP1Channel` closes those
/// that send no request.
final class StalledClientHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny

    /// Goes before it in the pipeline.
    static var idle: IdleStateHandler {
        IdleStateHandler(allTimeout: .seconds(ServerConfiguration.controlStallSecondsMax))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is IdleStateHandler.IdleStateEvent { return context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }
}
