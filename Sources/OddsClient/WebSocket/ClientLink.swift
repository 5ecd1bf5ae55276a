import NIOCore
import NIOPosix
import NIOSSL
import OddsTopics
import OddsWAMP
import OddsWebSocket

/// The end of one connection's pipeline: passes messages to its client, in
/// place, and answers each INVOCATION with YIELD.
///
/// The client reads messages from the socket's buffer; nothing is allocated for
/// them here. The answers to all messages of one read are flushed together.
final class ClientLink: ChannelInboundHandler, @unchecked Sendable {
    // Unchecked, because all that changes is touched on the channel's event
    // loop alone, which is the client's executor.
    typealias InboundIn = WebSocketMessage
    typealias OutboundOut = WebSocketMessage

    private let client: EMWebSocketClient
    private let address: FeedAddress
    private var channel: (any Channel)?
    /// The handler before this one, through which short answers go.
    private var messages: WebSocketMessageHandler?
    private var isClosed = false
    /// Whether the handshake is over.
    private var isOpen = false
    /// Whether the WebSocket handler closes the channel, once it has told the
    /// server why.
    private var isClosing = false
    /// The reason that the peer gave for closing the WebSocket.
    private var closing = ""

    init(_ client: EMWebSocketClient, _ address: FeedAddress) {
        self.client = client
        self.address = address
    }

    /// Connects, and reports the outcome to the client.
    func open(on loop: any EventLoop, _ configuration: ClientConfiguration) {
        ClientBootstrap(group: loop)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try setUp(channel, configuration)
                }
            }
            .connect(
                host: configuration.resolvedHosts[address.host] ?? address.host,
                port: address.port)
            .whenFailure { [self] error in end(ClientError(connecting: error)) }
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
        let handshake = WebSocketHandshake(
            host: address.hostHeader, path: address.path, subprotocol: EMFeed.subprotocol,
            headers: configuration.headers, compression: configuration.compression)
        try pipeline.addWebSocketClient(
            handshake, messageBytesMax: ClientConfiguration.messageBytesMax, handler: self
        ) { [self] error in
            end(handshakeError(error))
        }
        channel.closeFuture.whenComplete { [self] _ in end(closed) }
    }

    private func handshakeError(_ error: WebSocketHandshakeError) -> ClientError {
        let certificate = try? channel?.pipeline.syncOperations.nioSSL_peerCertificate()
        return ClientError(error, certificate: certificate, host: address.host)
    }

    private var closed: ClientError {
        guard isOpen else {
            return .unreachable("the server closed the connection before its handshake was over")
        }
        return .connectionLost(closing.isEmpty ? "closed by the server" : closing)
    }

    /// Reports the end to the client, once.
    private func end(_ error: ClientError) {
        guard !isClosed else { return }
        close()
        client.assumeIsolated { $0.linkEnded(self, error) }
    }

    // MARK: From the client

    /// Closes without reporting it.
    func close() {
        isClosed = true
        if !isClosing { channel?.close(promise: nil) }
    }

    func send(_ message: WAMPMessage) {
        channel?.writeAndFlush(
            WebSocketMessage.text(ByteBuffer(bytes: message.json)), promise: nil)
    }

    func ping() {
        channel?.triggerUserOutboundEvent(WebSocketCommand.ping(ByteBuffer()), promise: nil)
    }

    // MARK: From the channel

    func handlerAdded(context: ChannelHandlerContext) {
        guard !isClosed else { return }
        isOpen = true
        messages = try? context.pipeline.syncOperations.handler(type: WebSocketMessageHandler.self)
        messages?.receiveText = { [self] in receive($0) }
        client.assumeIsolated { $0.linkOpened(self) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { messages = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unwrapInboundIn(data).data.withUnsafeReadableBytes { receive($0) }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) {
        guard !isClosed else { return }
        // Read during the call, on this very thread.
        nonisolated(unsafe) let bytes = bytes
        let request = client.assumeIsolated { $0.received(bytes) }
        // Nothing is paced by YIELD: a server that does not read misses nothing.
        if let request, !isClosed, let channel, channel.isWritable { yield(request, channel) }
    }

    private func yield(_ request: WAMPID, _ channel: any Channel) {
        var answer = WebSocketMessageHandler.payloadBuffer(capacity: 34, channel.allocator)
        answer.writeString("[70,\(request),{}]")
        messages?.write(text: answer)
    }

    func channelReadComplete(context: ChannelHandlerContext) { context.flush() }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case WebSocketEvent.pong: client.assumeIsolated { $0.noteSignOfLife() }
        case WebSocketEvent.closing(let code, let reason):
            closing = "the WebSocket was closed" + (code.map { " with \($0)" } ?? "")
                + (reason.isEmpty ? "" : ": \(reason)")
        case WebSocketEvent.violation(_, let what):
            isClosing = true
            end(.protocolViolation(what))
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        end(.connectionLost(ClientError.text(of: error)))
    }
}
