import NIOCore
import NIOWebSocket
import OddsSimulator
import OddsWAMP
import OddsWebSocket

// Sending and the slow-consumer policies.
extension Connection {
    func send(_ message: WAMPMessage) { append(.message(message.json)) }

    /// Queues an entry; the caller must call `drain` afterwards. If the backlog
    /// already exceeds the limit, the slow-consumer policy applies first. The
    /// size of the new entry does not count.
    func append(_ entry: SendQueue.Entry, notBefore: UInt64 = 0) {
        if isBehind {
            // Its turn to send may not have come yet.
            drain()
            if isBehind { giveUp() }
        }
        guard !isEnded, !isLeaving else {
            if case .invocation(_, let frame) = entry {
                shard.metrics.addDropped(records: frame.recordCount, .disconnected)
            }
            return
        }
        if case .invocation(let registration, let frame) = entry,
            resyncing.contains(registration)
        {
            shard.metrics.add(.framesDropped)
            shard.metrics.addDropped(records: frame.recordCount, .slowConsumer)
            return
        }
        queue.append(entry, notBefore: notBefore)
        shard.metrics.raise(.queuedBytesMax, to: queue.byteCount)
    }

    private var isBehind: Bool { queue.byteCount > shard.configuration.queueBytesMax }

    /// Closes the connection once everything is sent, or after a timeout.
    func closeWhenDrained() {
        closesWhenDrained = true
        guard let channel = context?.channel else { return }
        shard.loop.scheduleTask(in: .seconds(ServerConfiguration.lastMessagesSecondsMax)) {
            channel.close(promise: nil)
        }
    }

    /// Queues a frame for a registration; the caller must call `drain`
    /// afterwards.
    func enqueue(_ frame: SharedFrame, for registration: WAMPID) {
        if shard.holdsFrames {
            enqueueInOrder(frame, for: registration)
        } else {
            enqueueAdmitted(frame, for: registration)
        }
    }

    /// Queues a frame whose turn it is.
    func enqueueAdmitted(_ frame: SharedFrame, for registration: WAMPID) {
        shard.metrics.add(.recordsDue, frame.recordCount)
        guard !isHalfOpen, session.phase == .established else {
            shard.metrics.addDropped(
                records: frame.recordCount, isHalfOpen ? .fault : .disconnected)
            return
        }
        if faults == nil {
            append(.invocation(registration: registration, frame))
        } else {
            enqueueFaulty(frame, for: registration)
        }
    }

    /// Applies the slow-consumer policy. Answers are never dropped: if they
    /// alone exceed the limit, the client is disconnected under either policy.
    private func giveUp() {
        var policy = shard.configuration.slowConsumerPolicy
        if queue.answerByteCount > shard.configuration.queueBytesMax { policy = .disconnect }
        shard.logger.warning(
            "connection \(number) is \(queue.byteCount) bytes behind: \(policy.rawValue)")
        shard.metrics.addDropped(records: queue.recordCount, .slowConsumer)
        let droppedCount = queue.dropInvocations()
        shard.metrics.add(.framesDropped, droppedCount)
        switch policy {
        case .disconnect:
            shard.metrics.add(.slowConsumersDisconnected)
            drop()
        case .resync:
            shard.metrics.add(.slowConsumersResynced)
            resyncing = Set(topics.keys)
            isResyncAsked = false
            for progress in progresses.values { progress.restart() }
        }
    }

    /// Closes the connection because it reads too slowly for the server's memory.
    func dropBehind() {
        shard.metrics.addDropped(records: queue.recordCount, .slowConsumer)
        shard.metrics.add(.framesDropped, queue.dropInvocations())
        drop()
    }

    /// How far the client is behind, in bytes.
    var backlogByteCount: Int { queue.byteCount + bufferedByteCount }

    /// The memory of what waits to be sent, without frames, which queues share. A
    /// buffer takes up to twice its bytes, as NIO allocates powers of two.
    var memoryByteCount: Int { queue.ownByteCount + 2 * bufferedByteCount }

    /// Sends the entries that are due while the socket is writable.
    func drain() {
        guard let context, !isHalfOpen else { return }
        let channel = context.channel
        let now = NIODeadline.now().uptimeNanoseconds
        var hasWritten = false
        while let time = queue.nextTime, channel.isWritable {
            guard max(time, stalledUntil) <= now else {
                drainLater(max(time, stalledUntil))
                break
            }
            guard let entry = queue.popFirst() else { break }
            write(entry, context)
            hasWritten = true
        }
        if hasWritten { messages.flush() }
        guard queue.isEmpty else { return }
        if closesWhenDrained {
            closesWhenDrained = false
            context.triggerUserOutboundEvent(
                WebSocketCommand.close(closeCode, reason: ""), promise: nil)
        } else if !resyncing.isEmpty, !isResyncAsked, channel.isWritable {
            resync()
        }
    }

    /// Sends all entries, whether the socket is writable or not.
    func flushQueue() {
        guard let context else { return }
        while let entry = queue.popFirst() { write(entry, context) }
        context.flush()
    }

    private func drainLater(_ time: UInt64) {
        drainTimer?.cancel()
        drainTimer = shard.loop.assumeIsolated().scheduleTask(
            deadline: .uptimeNanoseconds(time)
        ) { [weak self] in self?.drain() }
    }

    private func write(_ entry: SendQueue.Entry, _ context: ChannelHandlerContext) {
        if sharesDeflatedFrames, case .invocation(let registration, let frame) = entry,
            frame.bytes.count >= Self.sharedFrameBytesMin
        {
            writeDeflated(frame, for: registration, context)
            return
        }
        var buffer = buffer(entry.byteCount + 1, context)
        switch entry {
        case .message(let text): buffer.writeBytes(text)
        case .result(let request, let keywords):
            buffer.writeBytes(WAMPEnvelope.resultHead(request: request))
            buffer.writeBytes(keywords)
            buffer.writeInteger(WAMPEnvelope.tail)
        case .invocation(let registration, let frame):
            buffer.writeWithUnsafeMutableBytes(
                minimumWritableBytes: WAMPEnvelope.headBytesMax
            ) {
                writeHead(of: frame, for: registration, to: $0)
            }
            buffer.writeBytes(frame.bytes)
            buffer.writeInteger(WAMPEnvelope.tail)
            countSent(frame)
        }
        countSent(buffer.readableBytes)
        messages.write(text: buffer)
    }

    /// Smaller frames are compressed with their messages, if at all.
    private static let sharedFrameBytesMin = 256

    /// Writes a frame that is compressed once for all connections.
    private func writeDeflated(
        _ frame: SharedFrame, for registration: WAMPID, _ context: ChannelHandlerContext
    ) {
        let blocks = frame.deflated { shard.deflater.blocks(of: $0) }
        var buffer = buffer(
            WAMPEnvelope.headBytesMax + blocks.count + 1 + DeflatedMessage.extraBytesMax, context)
        withUnsafeTemporaryAllocation(byteCount: WAMPEnvelope.headBytesMax, alignment: 1) {
            let count = writeHead(of: frame, for: registration, to: $0)
            let head = UnsafeRawBufferPointer(rebasing: $0[..<count])
            withUnsafeBytes(of: WAMPEnvelope.tail) { tail in
                DeflatedMessage.write(head, blocks, tail, to: &buffer)
                countSent(head.count + frame.bytes.count + tail.count)
            }
        }
        countSent(frame)
        messages.write(text: buffer, isDeflated: true)
    }

    private func buffer(_ capacity: Int, _ context: ChannelHandlerContext) -> ByteBuffer {
        WebSocketMessageHandler.payloadBuffer(capacity: capacity, context.channel.allocator)
    }

    private func writeHead(
        of frame: SharedFrame, for registration: WAMPID, to space: UnsafeMutableRawBufferPointer
    ) -> Int {
        WAMPEnvelope.writeInvocationHead(
            request: session.nextInvocation(), registration: registration,
            intendedNanoseconds: shard.configuration.stampsInvocations
                ? frame.intendedNanoseconds : nil, to: space)
    }

    private func countSent(_ frame: SharedFrame) {
        shard.metrics.add(.invocationsSent)
        shard.metrics.add(.recordsSent, frame.recordCount)
    }

    /// Counts a message of so many bytes, before compression.
    private func countSent(_ byteCount: Int) {
        shard.metrics.add(.messagesSent)
        shard.metrics.add(.bytesSent, byteCount)
    }

    /// Requests a new dump for each affected registration, once the client has
    /// read the rest of its queue.
    private func resync() {
        if shard.holdsFrames {
            resyncing = []
            for progress in progresses.values { ask(progress) }
            return
        }
        resyncing = resyncing.filter { topics[$0] != nil }
        isResyncAsked = true
        for registration in resyncing {
            guard let text = topics[registration]?.text else { continue }
            shard.feed.dump(
                of: text, notBefore: nil,
                unlimitedRequest { $0.restart(registration, with: $1) })
        }
    }

    private func restart(_ registration: WAMPID, with dump: Result<TopicDump, FeedError>) {
        let isAwaited = resyncing.remove(registration) != nil
        if resyncing.isEmpty { isResyncAsked = false }
        guard isAwaited, topics[registration] != nil, let dump = try? dump.get() else { return }
        shard.metrics.add(.dumpsSent)
        append(.invocation(registration: registration, dump.frame))
        drain()
    }
}
