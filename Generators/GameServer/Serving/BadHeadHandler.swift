import NIOCore
import NIOHTTP1
import OddsWebSocket

/// Answers what is not HTTP, or has too large a head, and closes the connection.
final class BadHeadHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = NIOAny
    typealias OutboundOut = HTTPServerResponsePart

    private let worlds: GameWorlds
    private var hasAnswered = false

    init(worlds: GameWorlds) { self.worlds = worlds }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError else {
            return context.fireErrorCaught(error)
        }
        // A decoder that has failed repeats its error for all later bytes.
        guard !hasAnswered else { return }
        hasAnswered = true
        let isTooLarge = error == .headerOverflow
        worlds.assumeIsolated { $0.note(isTooLarge ? .tooLarge : .notHTTP) }
        let body = GameJSON.error(
            isTooLarge
                ? "the head is too large: send at most \(GameChannel.headBytesMax) bytes and "
                    + "\(GameChannel.headerFieldsMax) fields"
                : "the request is not HTTP: \(error)")
        let head = HTTPResponseHead(
            version: .http1_1, status: isTooLarge ? .requestHeaderFieldsTooLarge : .badRequest,
            headers: [
                "Content-Type": "application/json", "Content-Length": "\(body.count)",
                "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff",
                "Connection": "close",
            ])
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            channel.closeSoon()
        }
    }
}
