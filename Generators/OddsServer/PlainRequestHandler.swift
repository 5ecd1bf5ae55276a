import NIOCore
import NIOHTTP1
import NIOWebSocket
import OddsSimulator

/// Answers HTTP requests that are not WebSocket upgrades.
final class PlainRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let paths: [String]
    private let metrics: ServerMetrics

    /// - Parameter paths: The WebSocket paths.
    init(paths: [String], metrics: ServerMetrics) {
        self.paths = paths
        self.metrics = metrics
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        metrics.add(.handshakesRefused)
        let isKnown = paths.contains { head.uri.hasPath($0) }
        let status: HTTPResponseStatus = isKnown ? .upgradeRequired : .notFound
        let body =
            isKnown
            ? "\(head.uri) is a WebSocket endpoint: connect with a WebSocket handshake\n"
            : "\(head.uri) not found: WebSockets are at \(paths.joined(separator: ", "))\n"
        var headers: HTTPHeaders = [
            "Content-Type": "text/plain", "Content-Length": "\(body.utf8.count)",
            "Connection": "close",
        ]
        if isKnown {
            headers.add(name: "Upgrade", value: "websocket")
            headers.add(name: "Sec-WebSocket-Version", value: "13")
        }
        let response = HTTPResponseHead(version: .http1_1, status: status, headers: headers)
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            channel.close(promise: nil)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A refused handshake is answered like a plain request.
        if !(error is NIOWebSocketUpgradeError) { context.close(promise: nil) }
    }
}

extension String {
    /// Whether this request target has the given path, with or without a query.
    func hasPath(_ path: String) -> Bool { prefix { $0 != "?" }.elementsEqual(path) }
}
