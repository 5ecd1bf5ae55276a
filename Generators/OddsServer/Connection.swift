import NIOCore
import NIOWebSocket
import OddsSimulator
import OddsWAMP
import OddsWebSocket

/// A client's connection: its session, what it registered, and what waits to be
/// sent to it. Lives on the thread of its shard.
final class Connection: ChannelInboundHandler {
    typealias InboundIn = WebSocketMessage
    typealias OutboundOut = WebSocketMessage

    let shard: Shard
    /// Unique among the connections of a server.
    let number: UInt64
    var session: RouterSession
    var context: ChannelHandlerContext?
    var topics: [WAMPID: (topic: FeedLoop.Topic, text: String)] = [:]
    var queue = SendQueue()
    private var drainTimer: Scheduled<Void>?
    private var closesWhenDrained = false
    /// Registrations whose frames are dropped until their new dump is there.
    private var resyncing: Set<WAMPID> = []
    /// Whether these dumps are on their way.
    private var isResyncAsked = false
    private var wasPinged = false

    // Faults
    var faults: FaultDraw?
    /// Nothing is sent before.
    var stalledUntil: UInt64 = 0
    /// Neither reads nor writes any more.
    var isHalfOpen = false
    /// A frame that is to come after the next one of its registration.
    var reordered: [WAMPID: SharedFrame] = [:]

    init(shard: Shard, number: UInt64) {
        self.shard = shard
        self.number = number
        session = RouterSession(
            id: number, realm: shard.configuration.realm,
            registrationsMax: shard.configuration.registrationsMax)
    }

    // The channel

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        shard.add(self)
        drawFaults()
    }

    func channelInactive(context: ChannelHandlerContext) {
        end(releasing: true)
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { end(releasing: true) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isHalfOpen else { return }
        wasPinged = false
        let data = unwrapInboundIn(data).data
        shard.metrics.add(.messagesReceived)
        shard.metrics.add(.bytesReceived, data.readableBytes)
        let actions: [RouterSession.Action]
        do {
            let message = try data.withUnsafeReadableBytes { try WAMPMessage(json: $0) }
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
            if wasPinged { return drop() }
            wasPinged = true
            context.triggerUserOutboundEvent(WebSocketCommand.ping(ByteBuffer()), promise: nil)
        case WebSocketEvent.pong: wasPinged = false
        case WebSocketEvent.closing: end(releasing: true)
        default: context.fireUserInboundEventTriggered(event)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        shard.logger.debug("connection \(number): \(error)")
        context.close(promise: nil)
    }

    /// Closes without a word.
    func drop(releasing: Bool = true) {
        end(releasing: releasing)
        context?.close(promise: nil)
    }

    func leave() {
        perform(session.leave(reason: WAMPReason.systemShutdown))
        drain()
    }

    /// Forgets the session; what was queued is not sent any more.
    private func end(releasing: Bool) {
        for (registration, entry) in topics {
            shard.unregister(self, registration, entry.topic, closing: releasing)
        }
        topics = [:]
        reordered = [:]
        queue = SendQueue()
        drainTimer?.cancel()
        _ = session.receive(.abort(details: .empty, reason: ""))
        shard.remove(self)
    }

    // Sending

    func send(_ message: WAMPMessage, notBefore: UInt64 = 0) {
        queue.append(.message(message.json), notBefore: notBefore)
    }

    func closeWhenDrained() { closesWhenDrained = true }

    /// Takes a frame of a registration. `drain` is to follow.
    func enqueue(_ frame: SharedFrame, for registration: WAMPID) {
        guard !isHalfOpen, session.phase == .established else { return }
        guard !resyncing.contains(registration) else {
            shard.metrics.add(.framesDropped)
            return
        }
        if faults == nil {
            queue.append(.invocation(registration: registration, frame))
        } else {
            enqueueFaulty(frame, for: registration)
        }
        shard.metrics.raise(.queuedBytesMax, to: queue.byteCount)
        if queue.byteCount > shard.configuration.queueBytesMax { giveUp() }
    }

    /// The client does not read fast enough.
    private func giveUp() {
        let policy = shard.configuration.slowConsumerPolicy
        shard.logger.warning(
            "connection \(number) is \(queue.byteCount) bytes behind: \(policy.rawValue)")
        switch policy {
        case .disconnect:
            shard.metrics.add(.slowConsumersDisconnected)
            shard.metrics.add(.framesDropped, queue.count)
            drop()
        case .resync:
            shard.metrics.add(.slowConsumersResynced)
            shard.metrics.add(.framesDropped, queue.dropInvocations())
            resyncing = Set(topics.keys)
            isResyncAsked = false
        }
    }

    /// Sends what may be sent now, as far as the socket takes it.
    func drain() {
        guard let context, !isHalfOpen else { return }
        let now = NIODeadline.now().uptimeNanoseconds
        var hasWritten = false
        while context.channel.isWritable, let time = queue.nextTime {
            guard max(time, stalledUntil) <= now else {
                drainLater(max(time, stalledUntil))
                break
            }
            guard let entry = queue.popFirst() else { break }
            write(entry, context)
            hasWritten = true
        }
        if hasWritten { context.flush() }
        guard queue.isEmpty else { return }
        if closesWhenDrained {
            closesWhenDrained = false
            context.triggerUserOutboundEvent(
                WebSocketCommand.close(.normalClosure, reason: ""), promise: nil)
        } else if !resyncing.isEmpty, !isResyncAsked, context.channel.isWritable {
            resync()
        }
    }

    private func drainLater(_ time: UInt64) {
        drainTimer?.cancel()
        drainTimer = shard.loop.assumeIsolated().scheduleTask(
            deadline: .uptimeNanoseconds(time)
        ) { [weak self] in self?.drain() }
    }

    private func write(_ entry: SendQueue.Entry, _ context: ChannelHandlerContext) {
        let headroom = WebSocketMessageHandler.headroom
        var buffer = context.channel.allocator.buffer(capacity: headroom + entry.byteCount + 1)
        buffer.moveWriterIndex(to: headroom)
        buffer.moveReaderIndex(to: headroom)
        switch entry {
        case .message(let text): buffer.writeBytes(text)
        case .invocation(let registration, let frame):
            let request = session.nextInvocation()
            let stamp =
                shard.configuration.stampsInvocations ? frame.intendedNanoseconds : nil
            buffer.writeWithUnsafeMutableBytes(
                minimumWritableBytes: WAMPEnvelope.headBytesMax
            ) {
                WAMPEnvelope.writeInvocationHead(
                    request: request, registration: registration, intendedNanoseconds: stamp,
                    to: $0)
            }
            buffer.writeBytes(frame.bytes)
            buffer.writeInteger(WAMPEnvelope.tail)
            shard.metrics.add(.invocationsSent)
            shard.metrics.add(.recordsSent, frame.recordCount)
        }
        shard.metrics.add(.messagesSent)
        shard.metrics.add(.bytesSent, buffer.readableBytes)
        context.write(wrapOutboundOut(.text(buffer)), promise: nil)
    }

    /// The client has read all that was left: new dumps of all it registered.
    private func resync() {
        resyncing = resyncing.filter { topics[$0] != nil }
        isResyncAsked = true
        for registration in resyncing {
            guard let (topic, text) = topics[registration] else { continue }
            let connection = NIOLoopBound(self, eventLoop: shard.loop)
            shard.feed.dump(of: text, for: shard) { result in
                connection.value.restart(registration, topic, with: result)
            }
        }
    }

    private func restart(
        _ registration: WAMPID, _ topic: FeedLoop.Topic, with dump: Result<[UInt8], FeedError>
    ) {
        let isAwaited = resyncing.remove(registration) != nil
        if resyncing.isEmpty { isResyncAsked = false }
        guard isAwaited, topics[registration] != nil, let bytes = try? dump.get() else { return }
        shard.metrics.add(.dumpsSent)
        queue.append(
            .invocation(
                registration: registration,
                SharedFrame(
                    topic: topic.number, bytes: bytes, recordCount: 0,
                    intendedNanoseconds: NIODeadline.now().uptimeNanoseconds)))
        drain()
    }
}
