import NIOCore
import OddsSimulator
import OddsWAMP

// WAMP messages, and new dumps for clients that were too slow.
extension Connection {
    func send(_ message: WAMPMessage) { append(.message(message.json)) }

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

    func writeEntry(_ entry: SendQueue.Entry, _ context: ChannelHandlerContext) {
        if case .invocation(let registration, let frame) = entry, sharesDeflated(frame) {
            withUnsafeTemporaryAllocation(byteCount: WAMPEnvelope.headBytesMax, alignment: 1) {
                let count = writeHead(of: frame, for: registration, to: $0)
                let head = UnsafeRawBufferPointer(rebasing: $0[..<count])
                withUnsafeBytes(of: WAMPEnvelope.tail) { tail in
                    writeDeflated(frame, head: head, tail: tail, context)
                }
            }
            return countInvocation(frame)
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
            countInvocation(frame)
        case .frame: preconditionFailure("a frame of another wire")
        }
        countSent(buffer.readableBytes)
        messages.write(text: buffer)
    }

    private func writeHead(
        of frame: SharedFrame, for registration: WAMPID, to space: UnsafeMutableRawBufferPointer
    ) -> Int {
        WAMPEnvelope.writeInvocationHead(
            request: session.nextInvocation(), registration: registration,
            intendedNanoseconds: shard.configuration.stampsFrames
                ? frame.intendedNanoseconds : nil, to: space)
    }

    private func countInvocation(_ frame: SharedFrame) {
        shard.metrics.add(.invocationsSent)
        shard.metrics.add(.recordsSent, frame.recordCount)
    }

    // MARK: New dumps

    func noteDroppedFrames() {
        resyncing = Set(topics.keys)
        isResyncAsked = false
        for progress in progresses.values { progress.restart() }
    }

    /// Requests a new dump for each affected registration, once the client has
    /// read the rest of its queue.
    func resync() {
        guard !resyncing.isEmpty, !isResyncAsked else { return }
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
