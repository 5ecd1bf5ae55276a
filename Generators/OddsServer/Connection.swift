import NIOCore
import OddsCapture
import OddsSimulator
import OddsWAMP
import OddsWebSocket

/// A connection of EM's feed: its session and its registrations.
final class Connection: ClientConnection {
    var session: RouterSession
    var topics: [WAMPID: (topic: FeedTopic, text: String, progress: TopicProgress?)] = [:]
    /// What the client has of topics, by their texts, if the feed holds frames until a dump.
    var progresses: [String: TopicProgress] = [:]
    /// Whether the client has dumps of topics that are no longer in `progresses`.
    var hasForgottenTopics = false
    /// Requests that the feed has not answered yet.
    private var pendingRequestCount = 0
    /// Messages received since the limit on pending requests was reached.
    private var inbox = CircularBuffer<ByteBuffer>()
    /// Registrations whose frames are dropped until their new dump arrives.
    var resyncing: Set<WAMPID> = []
    /// Whether the dumps for `resyncing` have been requested.
    var isResyncAsked = false
    /// Frames held back by a fault until the next frame of their registration is sent.
    var reordered: [WAMPID: SharedFrame] = [:]

    init(
        shard: Shard, number: UInt64, ids: WAMPIDSource, messages: WebSocketMessageHandler
    ) {
        session = RouterSession(
            id: number, realm: shard.configuration.realm, ticket: shard.configuration.ticket,
            registrationsMax: shard.configuration.registrationsMax, ids: ids)
        super.init(shard: shard, number: number, messages: messages)
    }

    override var provider: FeedProvider { .everyMatrix }

    override func process(_ bytes: UnsafeRawBufferPointer) {
        guard inbox.isEmpty, pendingRequestCount < shard.pendingRequestsMax else {
            if inbox.isEmpty { setReading(false) }
            inbox.append(ByteBuffer(bytes: bytes))
            return
        }
        take(bytes)
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
        { data.withUnsafeReadableBytes { take($0) } }
        if inbox.isEmpty { setReading(true) }
    }

    private func take(_ bytes: UnsafeRawBufferPointer) {
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

    // What the connection asks of its protocol.

    override func write(_ entry: SendQueue.Entry, _ context: ChannelHandlerContext) {
        writeEntry(entry, context)
    }

    override func isAwaitingState(_ entry: SendQueue.Entry) -> Bool {
        guard !resyncing.isEmpty, case .invocation(let registration, _) = entry else {
            return false
        }
        return resyncing.contains(registration)
    }

    override var waitingByteCount: Int { inbox.reduce(0) { $0 + $1.readableBytes } }

    override func didDropFrames() { noteDroppedFrames() }

    override func didDrain() { resync() }

    override func sayGoodbye() {
        resyncing = []
        perform(session.leave(reason: WAMPReason.systemShutdown))
    }

    override var hasAnsweredGoodbye: Bool { session.phase == .closed }

    override func didDrawFaults() {
        if faults == nil { releaseReordered() }
    }

    override func inject(_ rule: FaultRule) {
        guard rule.fault == .abortSession else { return }
        perform(session.abortSession("wamp.error.canceled"))
        drain()
    }

    override func didEnd(releasing: Bool) {
        for (registration, entry) in topics {
            shard.unregister(self, registration, entry.topic, closing: releasing)
        }
        topics = [:]
        progresses = [:]
        if shard.holdsFrames { shard.feed.forget(client: number) }
        let heldBack = reordered.values.reduce(0) { $0 + $1.recordCount }
        shard.metrics.addDropped(records: heldBack, .disconnected)
        reordered = [:]
        inbox.removeAll()
        _ = session.receive(.abort(details: .empty, reason: ""))
    }
}
