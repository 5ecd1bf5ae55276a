import NIOCore
import NIOHTTP1
import NIOPosix
import NIOWebSocket
import OddsJSON
import OddsWebSocket

extension SportRadarTestServer {
    /// One port, with the socket and the requests.
    func listen() async throws -> any Channel {
        try await ServerBootstrap(group: loop)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try self.setUp(channel) }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    private func setUp(_ channel: any Channel) throws {
        let requests = RequestHandler(self)
        let bound = NIOLoopBound(requests, eventLoop: loop)
        let upgrader = NIOWebSocketServerUpgrader(
            automaticErrorHandling: false,
            shouldUpgrade: { channel, head in
                let isSocket = head.uri == "/notification/listen/websocket"
                return channel.eventLoop.makeSucceededFuture(isSocket ? [:] : nil)
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        WebSocketMessageHandler(role: .server, messageBytesMax: 1 << 20),
                        SocketHandler(self))
                }
            })
        let pipeline = channel.pipeline.syncOperations
        try pipeline.configureHTTPServerPipeline(
            withServerUpgrade: (
                upgraders: [upgrader],
                completionHandler: { context in
                    context.pipeline.syncOperations.removeHandler(bound.value, promise: nil)
                }
            ))
        try pipeline.addHandler(requests)
    }

    /// The server's end of one socket.
    private final class SocketHandler: ChannelInboundHandler {
        typealias InboundIn = WebSocketMessage

        private let server: SportRadarTestServer

        init(_ server: SportRadarTestServer) { self.server = server }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            server.listen(context.channel, String(buffer: unwrapInboundIn(data).data))
        }

        func channelInactive(context: ChannelHandlerContext) { server.closed(context.channel) }
    }

    /// Reads requests, and answers them.
    private final class RequestHandler: ChannelInboundHandler, RemovableChannelHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private let server: SportRadarTestServer
        private var head: HTTPRequestHead?
        private var body: [UInt8] = []

        init(_ server: SportRadarTestServer) { self.server = server }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): (self.head, body) = (head, [])
            case .body(let part): body += part.readableBytesView
            case .end:
                guard let head else { return }
                guard let request = request(head) else {
                    respond(context.channel, .status(400, body: "unreadable"))
                    return
                }
                let channel = context.channel
                server.take(request) { [self] in respond(channel, $0) }
            }
        }

        /// What is asked for; `nil` if it is not as §3 has it.
        private func request(_ head: HTTPRequestHead) -> Request? {
            let paths = [
                "/services/content/subscribe": true, "/services/content/unsubscribe": false,
            ]
            guard head.method == .POST, let isSubscribe = paths[head.uri],
                head.headers.first(name: "Content-Type") == "application/json",
                head.headers.first(name: "Media-Type") == "application/json",
                let json = body.withUnsafeBytes({ try? JSONValue(json: $0) }),
                case .string(let subscriber) = json["subscriberId"],
                case .string(let type) = json["contentId"]?["type"],
                case .string(let id) = json["contentId"]?["id"],
                case .string = json["clientContext"]?["language"]
            else { return nil }
            return Request(
                isSubscribe: isSubscribe, subscriber: subscriber, content: "\(type)/\(id)")
        }

        private func respond(_ channel: any Channel, _ answer: Answer) {
            switch answer {
            case .cut: channel.close(promise: nil)
            case .accept, .acceptOnly: write(200, "{}", [], to: channel)
            case .status(let status, let body, let headers):
                write(status, body, headers, to: channel)
            }
        }

        private func write(
            _ status: Int, _ body: String, _ headers: [(String, String)], to channel: any Channel
        ) {
            let head = HTTPResponseHead(
                version: .http1_1, status: .init(statusCode: status),
                headers: HTTPHeaders(headers + [("Content-Length", "\(body.utf8.count)")]))
            channel.write(HTTPServerResponsePart.head(head), promise: nil)
            channel.write(
                HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(string: body))), promise: nil)
            channel.writeAndFlush(HTTPServerResponsePart.end(nil), promise: nil)
        }
    }
}
