import NIOCore
import NIOPosix
import NIOSSL
import OddsWebSocket

/// What a protocol asks of the WebSocket that carries it.
struct SocketProfile {
    /// The only subprotocol that is offered, if any.
    var subprotocol: String?
    /// The path of a URL without one.
    var defaultPath: String
    /// The size of the largest message, all its fragments together.
    var messageBytesMax: Int
    /// Whether a link that ends is followed by another.
    var reconnects = true
}

/// One link of a `SocketConnection`, and the end of its channel's pipeline. Messages go
/// to the session in place.
///
/// The session reads messages from the socket's buffer; nothing is allocated for
/// them here. The answers to all messages of one read are flushed together.
final class SocketLink: ChannelInboundHandler, @unchecked Sendable {
    // Unchecked, because all that changes is touched on the channel's event
    // loop alone, which is the executor of connection and session.
    typealias InboundIn = WebSocketMessage
    typealias OutboundOut = WebSocketMessage

    private let connection: SocketConnection
    private let address: ServerAddress
    /// Takes messages; `nil` once the link is closed.
    private var receive: ((UnsafeRawBufferPointer) -> Void)?
    /// The same for binary ones.
    private var receiveBinary: ((UnsafeRawBufferPointer) -> Void)?
    private var channel: (any Channel)?
    /// Channels to the addresses of the server's name, until one of them is connected.
    private var attempts: [any Channel] = []
    /// The handler before this one, through which short answers go.
    private var messages: WebSocketMessageHandler?
    private var isClosed = false
    /// Whether something was received since `takeHeard`.
    private var wasHeard = false
    private var isReading = true
    /// Whether the handshake is over.
    private var isOpen = false
    /// Whether the WebSocket handler closes the channel, once it has told the
    /// server why.
    private var isClosing = false
    /// The reason that the peer gave for closing the WebSocket.
    private var closing = ""

    init(_ connection: SocketConnection, _ session: any SocketSession, _ address: ServerAddress) {
        self.connection = connection
        self.address = address
        receive = session.receiver(on: self)
        receiveBinary = session.binaryReceiver(on: self) ?? receive
    }

    /// Connects, and reports the outcome to the connection. Of several addresses, the link
    /// is the first channel that is connected (RFC 8305); what becomes of the others says
    /// nothing.
    func open(
        on loop: any EventLoop, _ configuration: SocketConfiguration, _ profile: SocketProfile
    ) {
        let connecting = ClientBootstrap(group: loop)
            // The connection has a limit of its own, on its clock.
            .connectTimeout(.hours(24))
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { [self] channel in
                channel.eventLoop.makeCompletedFuture {
                    try setUp(channel, configuration, profile)
                }
            }
            .resolver(
                configuration.resolvedHosts[address.host].map { KnownAddresses($0, on: loop) })
            .connect(host: address.host, port: address.port)
        connecting.whenSuccess { [self] channel in connected(channel) }
        connecting.whenFailure { [self] error in end(ClientError(connecting: error)) }
    }

    private func connected(_ channel: any Channel) {
        attempts = []
        guard !isClosed else {
            channel.close(promise: nil)
            return
        }
        self.channel = channel
        channel.closeFuture.whenComplete { [self] _ in end(closed) }
    }

    private func setUp(
        _ channel: any Channel, _ configuration: SocketConfiguration, _ profile: SocketProfile
    ) throws {
        guard !isClosed else {
            channel.close(promise: nil)
            return
        }
        attempts.append(channel)
        let pipeline = channel.pipeline.syncOperations
        if address.isSecure {
            let isNumeric = (try? SocketAddress(ipAddress: address.host, port: 0)) != nil
            try pipeline.addHandler(
                NIOSSLClientHandler(
                    context: Self.context(configuration.tls),
                    serverHostname: isNumeric ? nil : address.host))
        }
        let handshake = WebSocketHandshake(
            host: address.hostHeader, path: address.path, subprotocol: profile.subprotocol,
            headers: configuration.headers, compression: configuration.compression)
        try pipeline.addWebSocketClient(
            handshake, messageBytesMax: profile.messageBytesMax, handler: self
        ) { [self] error in
            if channel === self.channel { end(handshakeError(error)) }
        }
    }

    private static func context(_ configuration: TLSConfiguration) throws -> NIOSSLContext {
        var configuration = configuration
        switch configuration.minimumTLSVersion {
        case .tlsv1, .tlsv11: configuration.minimumTLSVersion = .tlsv12
        case .tlsv12, .tlsv13: break
        }
        return try NIOSSLContext(configuration: configuration)
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

    /// Reports the end to the connection, once.
    private func end(_ error: ClientError) {
        guard !isClosed else { return }
        close()
        connection.assumeIsolated { $0.linkEnded(self, error) }
    }

    // MARK: From the session

    /// For a receiver, before it takes a message: whether it still may. Counts as a sign
    /// of life.
    func takesMessages() -> Bool {
        wasHeard = true
        return !isClosed
    }

    /// Sends a text.
    func send(text: [UInt8]) {
        channel?.writeAndFlush(WebSocketMessage.text(ByteBuffer(bytes: text)), promise: nil)
    }

    /// Sends a message; the future succeeds once the socket has taken it. `nil` without a
    /// socket.
    func write(_ message: WebSocketMessage) -> EventLoopFuture<Void>? {
        channel?.writeAndFlush(message)
    }

    /// Starts the closing handshake, at whose end the server closes the link.
    func closeWebSocket() {
        channel?.triggerUserOutboundEvent(
            WebSocketCommand.close(.normalClosure, reason: ""), promise: nil)
    }

    /// Reads on from the socket, or lets the server wait. A link that does not read is
    /// not silent.
    func setReading(_ isReading: Bool) {
        guard self.isReading != isReading, let channel else { return }
        self.isReading = isReading
        // Fails only if the channel is closed.
        try? channel.syncOptions?.setOption(.autoRead, value: isReading)
    }

    /// Sends a short text as an answer to the message that is being received: without an
    /// allocation, together with those to other messages of the same read. Drops it if
    /// the server does not read.
    func answer(capacity: Int, _ write: (inout ByteBuffer) -> Void) {
        guard !isClosed, let channel, channel.isWritable else { return }
        var answer = WebSocketMessageHandler.payloadBuffer(capacity: capacity, channel.allocator)
        write(&answer)
        messages?.write(text: answer)
    }

    // MARK: From the connection

    /// Closes without reporting it.
    func close() {
        isClosed = true
        receive = nil
        receiveBinary = nil
        if !isClosing { channel?.close(promise: nil) }
        // Each that is closed may begin another one, which closes itself.
        let attempts = attempts
        self.attempts = []
        for attempt in attempts { attempt.close(promise: nil) }
    }

    func ping() {
        channel?.triggerUserOutboundEvent(WebSocketCommand.ping(ByteBuffer()), promise: nil)
    }

    /// Whether something was received since the last call, or nothing could be.
    func takeHeard() -> Bool {
        defer { wasHeard = false }
        return wasHeard || !isReading
    }

    // MARK: From the channel

    func handlerAdded(context: ChannelHandlerContext) {
        guard !isClosed else { return }
        isOpen = true
        messages = try? context.pipeline.syncOperations.handler(type: WebSocketMessageHandler.self)
        messages?.receiveText = receive
        connection.assumeIsolated { $0.linkOpened(self) }
    }

    func handlerRemoved(context: ChannelHandlerContext) { messages = nil }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .text(let data): if let receive { data.withUnsafeReadableBytes { receive($0) } }
        case .binary(let data):
            if let receiveBinary { data.withUnsafeReadableBytes { receiveBinary($0) } }
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) { context.flush() }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case WebSocketEvent.pong: wasHeard = true
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
