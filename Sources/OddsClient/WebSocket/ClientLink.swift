import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import NIOWebSocket
import OddsTopics
import OddsWAMP
import OddsWebSocket

/// One connection's end of the pipeline: hands messages to its client, in
/// place, and answers each INVOCATION by a YIELD.
///
/// Messages reach the client as they lie in the socket's buffer; nothing is
/// allocated for them here. The answers to all messages of one read are
/// flushed together.
final class ClientLink: ChannelInboundHandler, @unchecked Sendable {
    // Unchecked, because all that changes is touched on the channel's event
    // loop alone, which is the client's executor.
    typealias InboundIn = WebSocketMessage
    typealias OutboundOut = WebSocketMessage

    private let client: EMWebSocketClient
    private let address: FeedAddress
    private var channel: (any Channel)?
    private var isClosed = false
    /// What the WebSocket said before it ended.
    private var closing = ""

    init(_ client: EMWebSocketClient, _ address: FeedAddress) {
        self.client = client
        self.address = address
    }

    /// Connects; what comes of it is told to the client.
    func open(on loop: any EventLoop, _ configuration: ClientConfiguration) {
        ClientBootstrap(group: loop)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try setUp(channel, configuration)
                }
            }
            .connect(host: address.host, port: address.port)
            .whenFailure { [self] error in end(.unreachable("\(error)")) }
    }

    private func setUp(_ channel: any Channel, _ configuration: ClientConfiguration) throws {
        self.channel = channel
        guard !isClosed else {
            channel.close(promise: nil)
            return
        }
        let pipeline = channel.pipeline.syncOperations
        if address.isSecure {
            let isNumeric = (try? SocketAddress(ipAddress: address.host, port: 0)) != nil
            try pipeline.addHandler(
                NIOSSLClientHandler(
                    context: NIOSSLContext(configuration: configuration.tls),
                    serverHostname: isNumeric ? nil : address.host))
        }
        let request = UpgradeRequestHandler(address, configuration.headers) { [self] in end($0) }
        let boundRequest = NIOLoopBound(request, eventLoop: channel.eventLoop)
        let bytesMax = ClientConfiguration.messageBytesMax
        let upgrader = NIOWebSocketClientUpgrader(maxFrameSize: bytesMax) { [self] channel, _ in
            let pipeline = channel.pipeline.syncOperations
            return pipeline.removeHandler(boundRequest.value).flatMapThrowing { [self] in
                try channel.pipeline.syncOperations.addHandlers(
                    WebSocketMessageHandler(role: .client, messageBytesMax: bytesMax), self)
            }
        }
        try pipeline.addHTTPClientHandlers(
            withClientUpgrade: (upgraders: [upgrader], completionHandler: { _ in }))
        try pipeline.addHandler(request)
        channel.closeFuture.whenComplete { [self] _ in
            end(.connectionLost(closing.isEmpty ? "closed by the server" : closing))
        }
    }

    /// Tells the client, once.
    private func end(_ error: ClientError) {
        guard !isClosed else { return }
        close()
        client.assumeIsolated { $0.linkEnded(self, error) }
    }

    // From the client.

    /// Closes without a word to the client.
    func close() {
        isClosed = true
        channel?.close(promise: nil)
    }

    func send(_ message: WAMPMessage) {
        channel?.writeAndFlush(
            WebSocketMessage.text(ByteBuffer(bytes: message.json)), promise: nil)
    }

    func ping() {
        channel?.triggerUserOutboundEvent(WebSocketCommand.ping(ByteBuffer()), promise: nil)
    }

    // From the channel.

    func handlerAdded(context: ChannelHandlerContext) {
        guard !isClosed else { return }
        client.assumeIsolated { $0.linkOpened(self) }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosed else { return }
        let request = unwrapInboundIn(data).data.withUnsafeReadableBytes { bytes in
            // Read during the call, on this very thread.
            nonisolated(unsafe) let bytes = bytes
            return client.assumeIsolated { $0.received(bytes) }
        }
        // Nothing is paced by a YIELD, so a server that does not read them
        // misses nothing.
        if let request, !isClosed, context.channel.isWritable { yield(request, context) }
    }

    private func yield(_ request: WAMPID, _ context: ChannelHandlerContext) {
        var answer = context.channel.allocator.buffer(capacity: 48)
        answer.writeRepeatingByte(0, count: WebSocketMessageHandler.headroom)
        answer.moveReaderIndex(forwardBy: WebSocketMessageHandler.headroom)
        answer.writeString("[70,\(request),{}]")
        context.write(wrapOutboundOut(.text(answer)), promise: nil)
    }

    func channelReadComplete(context: ChannelHandlerContext) { context.flush() }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case WebSocketEvent.pong: client.assumeIsolated { $0.noteSignOfLife() }
        case WebSocketEvent.closing(let code, let reason):
            closing = "the WebSocket was closed" + (code.map { " with \($0)" } ?? "")
                + (reason.isEmpty ? "" : ": \(reason)")
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(.connectionLost("\(error)"))
    }
}

/// Asks for the WebSocket as soon as there is a connection.
private final class UpgradeRequestHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let address: FeedAddress
    private let headers: [(name: String, value: String)]
    private let fail: (ClientError) -> Void

    init(
        _ address: FeedAddress, _ headers: [(name: String, value: String)],
        fail: @escaping (ClientError) -> Void
    ) {
        self.address = address
        self.headers = headers
        self.fail = fail
    }

    func channelActive(context: ChannelHandlerContext) {
        var all: HTTPHeaders = [
            "Host": address.hostHeader, "Sec-WebSocket-Protocol": EMFeed.subprotocol,
        ]
        all.add(contentsOf: headers)
        let head = HTTPRequestHead(
            version: .http1_1, method: .GET, uri: address.path, headers: all)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.fireChannelActive()
    }

    /// Only an answer that is no WebSocket comes here.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        fail(.handshakeRefused(reason: "\(head.status)"))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        fail(.unreachable("\(error)"))
    }
}
