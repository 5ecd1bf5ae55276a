import NIOCore
import NIOPosix
import OddsTopics
import OddsWAMP
import OddsWebSocket

/// One connection with one registration, which counts what it gets and answers it.
package final class LoadClient: ChannelInboundHandler, @unchecked Sendable {
    // Unchecked: all mutable state is only used on the channel's event loop.
    package typealias InboundIn = WebSocketMessage
    package typealias OutboundOut = WebSocketMessage

    /// What a client does once its topic is registered.
    package enum Conduct: Sendable {
        /// It requests the dump, and reads on.
        case reading
        /// It requests the dump, and stops reading.
        case deaf
        /// It requests no dump: servers that number frames send it none.
        case waiting
    }

    private let topic: String
    private let compression: WebSocketCompression?
    private let conduct: Conduct
    private let meter: LoadMeter
    private let ready: EventLoopPromise<Void>
    private var session = ClientSession()
    /// The handler before this one, through which answers go.
    private var messages: WebSocketMessageHandler?

    private init(
        topic: String, compression: WebSocketCompression?, conduct: Conduct, meter: LoadMeter
    ) {
        self.topic = topic
        self.compression = compression
        self.conduct = conduct
        self.meter = meter
        ready = meter.loop.makePromise()
    }

    /// Succeeds once the topic is registered and, for a client that reads, its dump has
    /// arrived.
    package var isReady: EventLoopFuture<Void> { ready.futureResult }

    /// Connects a client.
    ///
    /// - Parameter meter: Counts what it gets, on its event loop.
    /// - Throws: `NIOConnectionError`.
    package static func connect(
        host: String, port: Int, topic: String, compression: WebSocketCompression? = nil,
        conduct: Conduct = .reading, meter: LoadMeter
    ) async throws -> LoadClient {
        let client = LoadClient(
            topic: topic, compression: compression, conduct: conduct, meter: meter)
        let connecting = ClientBootstrap(group: meter.loop)
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            // Makes a client that stops reading slow at once, not only after
            // megabytes.
            .channelOption(.socketOption(.so_rcvbuf), value: 128 << 10)
            // Has room for large frames from the first one on.
            .channelOption(
                .recvAllocator, value: FixedSizeRecvByteBufferAllocator(capacity: 64 << 10))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try client.setUp(channel, host: host)
                }
            }
            .connect(host: host, port: port)
        do {
            client.watch(try await connecting.get())
        } catch {
            client.ready.fail(error)
            throw error
        }
        return client
    }

    /// Tells of the end of the channel that is connected; those to other addresses of the
    /// name say nothing.
    private func watch(_ channel: any Channel) {
        channel.closeFuture.whenComplete { [meter, ready] _ in
            meter.seen.closedCount += 1
            ready.fail(ChannelError.ioOnClosedChannel)
        }
    }

    private func setUp(_ channel: any Channel, host: String) throws {
        let handshake = WebSocketHandshake(
            host: host, path: EMFeed.path, subprotocol: EMFeed.subprotocol,
            compression: compression)
        try channel.pipeline.syncOperations.addWebSocketClient(
            handshake, messageBytesMax: 1 << 26, handler: self
        ) { [ready] error in
            ready.fail(error)
            channel.close(promise: nil)
        }
    }

    package func handlerRemoved(context: ChannelHandlerContext) { messages = nil }

    package func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        messages = try? pipeline.handler(type: WebSocketMessageHandler.self)
        messages?.receiveText = { [self, unowned context] in receive($0, context) }
        send(session.open(realm: "load"), context)
    }

    private func send(_ message: WAMPMessage, _ context: ChannelHandlerContext) {
        context.writeAndFlush(
            wrapOutboundOut(.text(ByteBuffer(bytes: message.json))), promise: nil)
    }

    package func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unwrapInboundIn(data).data.withUnsafeReadableBytes { receive($0, context) }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer, _ context: ChannelHandlerContext) {
        if let head = WAMPEnvelopeHead(bytes) {
            take(head, of: bytes, context)
        } else if let message = try? WAMPMessage(json: bytes) {
            for event in session.receive(message) { take(event, context) }
        }
    }

    package func channelReadComplete(context: ChannelHandlerContext) { messages?.flush() }

    private func take(
        _ head: WAMPEnvelopeHead, of message: UnsafeRawBufferPointer,
        _ context: ChannelHandlerContext
    ) {
        guard head.type == .invocation else {
            meter.seen.dumpCount += 1
            ready.succeed()
            return
        }
        meter.seen.frameCount += 1
        meter.seen.byteCount += message.count
        meter.seen.countRecords(of: UnsafeRawBufferPointer(rebasing: message[head.keywords]))
        if meter.isMeasuring, let due = head.intendedNanoseconds {
            let now = NIODeadline.now().uptimeNanoseconds
            _ = meter.seen.latency.record(now > due ? now - due : 0)
        }
        var yield = WebSocketMessageHandler.payloadBuffer(
            capacity: 34, context.channel.allocator)
        yield.writeString("[70,\(head.request),{}]")
        messages?.write(text: yield)
    }

    private func take(_ event: ClientSession.Event, _ context: ChannelHandlerContext) {
        switch event {
        case .established: request(context) { try $0.register(topic) }
        case .registered: registered(context)
        case .send(let message): send(message, context)
        case .failed(_, let error): ready.fail(error)
        case .closed: context.close(promise: nil)
        default: break
        }
    }

    private func registered(_ context: ChannelHandlerContext) {
        if conduct != .reading { ready.succeed() }
        guard conduct != .waiting else { return }
        let keywords = JSONObjectText(["topic": topic])
        request(context) { try $0.call(EMFeed.initialDump, keywords: keywords) }
        if conduct == .deaf {
            context.channel.setOption(.autoRead, value: false).whenFailure { _ in }
        }
    }

    private func request(
        _ context: ChannelHandlerContext,
        _ make: (inout ClientSession) throws -> WAMPRequest
    ) {
        if let request = try? make(&session) { send(request.message, context) }
    }

    package func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
