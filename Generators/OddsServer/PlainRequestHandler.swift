import NIOCore
import NIOHTTP1
import NIOWebSocket
import OddsSimulator

/// Answers HTTP requests that are not WebSocket upgrades.
final class PlainRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let policy: HandshakePolicy
    private let metrics: ServerMetrics

    init(_ policy: HandshakePolicy, metrics: ServerMetrics) {
        self.policy = policy
        self.metrics = metrics
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        metrics.add(.handshakesRefused)
        let refusal = refusal(of: head)
        let body = refusal.reason + "\n"
        var headers: HTTPHeaders = [
            "Content-Type": "text/plain", "Content-Length": "\(body.utf8.count)",
            "Connection": "close",
        ]
        if refusal.status == .upgradeRequired {
            headers.add(name: "Upgrade", value: "websocket")
            headers.add(name: "Sec-WebSocket-Version", value: "13")
        }
        let response = HTTPResponseHead(version: .http1_1, status: refusal.status, headers: headers)
        context.write(wrapOutboundOut(.head(response)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: body)))), promise: nil)
        let channel = context.channel
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            channel.close(promise: nil)
        }
    }

    private func refusal(of head: HTTPRequestHead) -> HandshakePolicy.Refusal {
        do throws(HandshakePolicy.Refusal) {
            _ = try policy.accept(head)
        } catch {
            return error
        }
        return .init(status: .badRequest, reason: "the WebSocket handshake is not valid")
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A refused handshake is answered like a plain request.
        if !(error is NIOWebSocketUpgradeError) { context.close(promise: nil) }
    }
}
