import NIOCore
import NIOHTTP1

/// Makes ordinary requests of those that ask for an upgrade that they do not get, so that
/// they are answered: NIO's upgrade handler loses the head of a request that it refuses.
package final class HandshakeFilter: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPServerRequestPart
    package typealias InboundOut = HTTPServerRequestPart

    private let accepts: (HTTPRequestHead) -> Bool
    private var hasAccepted = false
    /// Whether a handshake has come whole: what follows is not HTTP.
    private var isDone = false

    /// - Parameter accepts: Whether a request is a handshake that is accepted.
    package init(accepts: @escaping (HTTPRequestHead) -> Bool) { self.accepts = accepts }

    /// Passes it on, perhaps without its wish for an upgrade.
    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isDone else { return context.fireChannelRead(data) }
        switch unwrapInboundIn(data) {
        case .head(var head) where head.headers.contains(name: "Upgrade"):
            hasAccepted = accepts(head)
            guard !hasAccepted else { break }
            head.headers.remove(name: "Upgrade")
            return context.fireChannelRead(wrapInboundOut(.head(head)))
        case .head, .body: break
        case .end: isDone = hasAccepted
        }
        context.fireChannelRead(data)
    }
}
