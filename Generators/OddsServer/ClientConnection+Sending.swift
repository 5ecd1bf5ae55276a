import NIOCore
import NIOWebSocket
import OddsSimulator
import OddsWebSocket

// Sending and the slow-consumer policies.
extension ClientConnection {
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
            shard.metrics.addDropped(records: entry.recordCount, .disconnected)
            return
        }
        guard !isAwaitingState(entry) else {
            shard.metrics.add(.framesDropped)
            shard.metrics.addDropped(records: entry.recordCount, .slowConsumer)
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

    /// Applies the slow-consumer policy. Answers are never dropped: if they
    /// alone exceed the limit, the client is disconnected under either policy.
    private func giveUp() {
        var policy = shard.configuration.slowConsumerPolicy
        if queue.answerByteCount > shard.configuration.queueBytesMax { policy = .disconnect }
        shard.logger.warning(
            "connection \(number) is \(queue.byteCount) bytes behind: \(policy.rawValue)")
        shard.metrics.addDropped(records: queue.recordCount, .slowConsumer)
        shard.metrics.add(.framesDropped, queue.dropFrames())
        switch policy {
        case .disconnect:
            shard.metrics.add(.slowConsumersDisconnected)
            drop()
        case .resync:
            shard.metrics.add(.slowConsumersResynced)
            didDropFrames()
        }
    }

    /// Closes the connection because it reads too slowly for the server's memory.
    func dropBehind() {
        shard.metrics.addDropped(records: queue.recordCount, .slowConsumer)
        shard.metrics.add(.framesDropped, queue.dropFrames())
        drop()
    }

    /// The bytes by which the client is behind, with reading or with sending.
    var backlogByteCount: Int { queue.byteCount + bufferedByteCount + receivedByteCount }

    /// The memory of what waits to be sent, without frames, which queues share, and of what has
    /// been received and not processed. A buffer takes up to twice its bytes, as NIO allocates
    /// powers of two.
    var memoryByteCount: Int {
        queue.ownByteCount + 2 * (bufferedByteCount + receivedByteCount)
    }

    private var receivedByteCount: Int {
        waitingByteCount + (messages.unfinished?.byteCount ?? 0)
    }

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
        } else if channel.isWritable {
            didDrain()
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

    // MARK: Writing

    /// Smaller frames are compressed with their messages, if at all.
    private static let sharedFrameBytesMin = 256

    /// Whether a frame goes to many connections, which all send what one of them has
    /// compressed.
    func sharesDeflated(_ frame: SharedFrame) -> Bool {
        sharesDeflatedFrames && frame.bytes.count >= Self.sharedFrameBytesMin
    }

    /// Writes a frame that is compressed once for all connections, between what stands before
    /// and behind it in this connection's message.
    func writeDeflated(
        _ frame: SharedFrame, head: UnsafeRawBufferPointer, tail: UnsafeRawBufferPointer,
        _ context: ChannelHandlerContext
    ) {
        let blocks = frame.deflated { shard.deflater.blocks(of: $0) }
        var buffer = buffer(
            head.count + blocks.count + tail.count + DeflatedMessage.extraBytesMax, context)
        DeflatedMessage.write(head, blocks, tail, to: &buffer)
        countSent(head.count + frame.bytes.count + tail.count)
        messages.write(text: buffer, isDeflated: true)
    }

    func buffer(_ capacity: Int, _ context: ChannelHandlerContext) -> ByteBuffer {
        WebSocketMessageHandler.payloadBuffer(capacity: capacity, context.channel.allocator)
    }

    /// Counts a message of so many bytes, before compression.
    func countSent(_ byteCount: Int) {
        shard.metrics.add(.messagesSent)
        shard.metrics.add(.bytesSent, byteCount)
    }
}
