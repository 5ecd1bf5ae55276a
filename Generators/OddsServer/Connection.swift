import NIOCore
import NIOWebSocket
import OddsSimulator
import OddsWAMP
import OddsWebSocket

/// A client connection: its session, its registrations and its send queue.
/// Confined to its shard's event loop.
final class Connection: ChannelInboundHandler {
    typealias InboundIn = WebSocketMessage
    typealias OutboundOut = WebSocketMessage

    let shard: Shard
    /// Unique among the connections of a server.
    let number: UInt64
    /// The handler before this one, through which frames go.
    let messages: WebSocketMessageHandler
    var session: RouterSession
    var context: ChannelHandlerContext?
    /// The channel's, kept because all connections are asked for one several times a
    /// second.
    private(set) var options: (any NIOSynchronousChannelOptions)?
    var topics: [WAMPID: (topic: FeedTopic, text: String, progress: TopicProgress?)] = [:]
    /// What the client has of topics, by their texts, if the feed holds frames until a dump.
    var progresses: [String: TopicProgress] = [:]
    /// Whether the client has dumps of topics that are no longer in `progresses`.
    var hasForgottenTopics = false
    var queue = SendQueue()
    /// Whether frames are compressed once for all connections that do so.
    var sharesDeflatedFrames = false
    var isEnded = false
    /// Requests that the feed has not answered yet.
    private var pendingRequestCount = 0
    /// Messages received since the limit on pending requests was reached.
    private var inbox = CircularBuffer<ByteBuffer>()
    var drainTimer: Scheduled<Void>?
    var closesWhenDrained = false
    var closeCode = WebSocketErrorCode.normalClosure
    /// Whether the server stops, and GOODBYE was the last message.
    var isLeaving = false
    /// Registrations whose frames are dropped until their new dump arrives.
    var resyncing: Set<WAMPID> = []
    /// Whether the dumps for `resyncing` have been requested.
    var isResyncAsked = false
    private var wasPinged = false

    // Faults
    var faults: FaultDraw?
    /// Nothing is sent before this time, in nanoseconds.
    var stalledUntil: UInt64 = 0
    /// Whether the connection has stopped reading and writing.
    var isHalfOpen = false
    /// Frames held back until the next frame of their registration is sent.
    var reordered: [WAMPID: SharedFrame] = [:]

    /// Whether it waits in the fan-out.
    var isInFanOut = false

    init(
        shard: Shard, number: UInt64, ids: WAMPIDSource, messages: WebSocketMessageHandler
    ) {
        self.shard = shard
        self.messages = messages
        self.number = number
        session = RouterSession(
            id: number, realm: shard.configuration.realm, ticket: shard.configuration.ticket,
            registrationsMax: shard.configuration.registrationsMax, ids: ids)
    }

    // The channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        options = context.channel.syncOptions
        messages.receiveText = { [self] in receive($0) }
        shard.add(self)
        drawFaults()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(releasing: true)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        end(releasing: true)
        // The context retains its handler: this breaks the reference cycle.
        self.context = nil
        options = nil
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unwrapInboundIn(data).data.withUnsafeReadableBytes { receive($0) }
    }

    private func receive(_ bytes: UnsafeRawBufferPointer) {
        guard !isHalfOpen else { return }
        wasPinged = false
        guard inbox.isEmpty, pendingRequestCount < shard.pendingRequestsMax else {
            if inbox.isEmpty { setReading(false) }
            inbox.append(ByteBuffer(bytes: bytes))
            return
        }
        process(bytes)
    }

    private func setReading(_ isReading: Bool) {
        context?.channel.setOption(.autoRead, value: isReading).whenFailure { _ in }
    }

    /// A request to the feed that is pending until `receive` has been called.
    func request<Answer: Sendable>(
        _ receive: @escaping @Sendable (Connection, Result<Answer, FeedError>) -> Void
    ) -> FeedRequest<Answer> {
        willAsk()
        return unlimitedRequest { connection, result in
            receive(connection, result)
            connection.didAsk()
        }
    }

    /// A request of the server's own to the feed, which does not count as pending.
    func unlimitedRequest<Answer: Sendable>(
        _ receive: @escaping @Sendable (Connection, Result<Answer, FeedError>) -> Void
    ) -> FeedRequest<Answer> {
        let connection = NIOLoopBound(self, eventLoop: shard.loop)
        return FeedRequest(client: number, shard: shard) { receive(connection.value, $0) }
    }

    /// Counts a request to the feed as pending.
    func willAsk() { pendingRequestCount += 1 }

    /// Counts a request as answered and processes the messages that waited for
    /// it.
    func didAsk() {
        pendingRequestCount -= 1
        guard !inbox.isEmpty, !isHalfOpen else { return }
        while pendingRequestCount < shard.pendingRequestsMax,
            let data = inbox.popFirst()
        { data.withUnsafeReadableBytes { process($0) } }
        if inbox.isEmpty { setReading(true) }
    }

    private func process(_ bytes: UnsafeRawBufferPointer) {
        shard.metrics.add(.messagesReceived)
        shard.metrics.add(.bytesReceived, bytes.count)
        let actions: [RouterSession.Action]
        do {
            let message = try WAMPMessage(json: bytes)
            if case .hello = message, refusesSession() { return }
            actions = session.receive(message)
        } catch {
            shard.metrics.add(.messagesRejected)
            actions = session.violation("\(error)")
        }
        perform(actions)
        drain()
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        drain()
        context.fireChannelWritabilityChanged()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case is IdleStateHandler.IdleStateEvent:
            guard !isHalfOpen else { return }
            if wasPinged {
                shard.metrics.add(.idleConnectionsClosed)
                return drop()
            }
            wasPinged = true
            context.triggerUserOutboundEvent(WebSocketCommand.ping(ByteBuffer()), promise: nil)
        case WebSocketEvent.pong: wasPinged = false
        case WebSocketEvent.closing: end(releasing: true)
        case WebSocketEvent.violation(_, let what):
            shard.logger.debug("connection \(number): \(what)")
            shard.metrics.add(.webSocketViolations)
            end(releasing: true)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        shard.logger.debug("connection \(number): \(error)")
        context.close(promise: nil)
    }

    /// Closes the connection at once, without GOODBYE or a WebSocket close
    /// frame.
    func drop(releasing: Bool = true) {
        end(releasing: releasing)
        context?.close(promise: nil)
    }

    /// Ends the session and discards everything queued.
    private func end(releasing: Bool) {
        guard !isEnded else { return }
        isEnded = true
        if isLeaving {
            let isTaken = session.phase == .closed || hasReachedClient
            shard.metrics.add(isTaken ? .goodbyesTaken : .goodbyesCut)
        }
        for (registration, entry) in topics {
            shard.unregister(self, registration, entry.topic, closing: releasing)
        }
        topics = [:]
        progresses = [:]
        if shard.holdsFrames { shard.feed.forget(client: number) }
        let heldBack = reordered.values.reduce(0) { $0 + $1.recordCount }
        shard.metrics.addDropped(records: queue.recordCount + heldBack, .disconnected)
        reordered = [:]
        queue = SendQueue()
        inbox.removeAll()
        drainTimer?.cancel()
        _ = session.receive(.abort(details: .empty, reason: ""))
        shard.remove(self)
    }
}
