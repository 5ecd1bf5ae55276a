import OddsFleetFeed
import OddsNATS
import OddsServer
import OddsSimulator

// Requests over NATS. They come on a thread of the C library, which must not wait.
extension FleetSource {
    /// Where the answer to a request goes. With a subject that is no inbox, who may only ask
    /// could have this source publish there, where it is believed.
    static func inbox(of message: borrowing NATSMessage) -> String? {
        message.reply.flatMap { $0.hasPrefix("_INBOX") ? $0 : nil }
    }

    func orderDump(_ message: borrowing NATSMessage) {
        guard let reply = Self.inbox(of: message),
            let token = subjects.topic(ofDump: message.subject),
            let request = try? DumpRequest(message.headers)
        else {
            counters.malformed.add(1, ordering: .relaxed)
            return
        }
        let order = DumpOrder(
            token: token, request: request, reply: reply, arrived: FleetClock.now)
        if case .dropped = dumps.continuation.yield(order) {
            counters.dumpsLate.add(1, ordering: .relaxed)
        }
    }

    func giveDump(_ order: DumpOrder) async {
        // Who asked has given up by then, and has asked again, or will.
        guard FleetClock.now - order.arrived < EdgeLimits().dumpTimeout else {
            counters.dumpsLate.add(1, ordering: .relaxed)
            return
        }
        let topic = order.token.topic
        // Before its first frame can come.
        let isNew = world.withLock {
            $0.topics.open(order.token, isNamed: order.request.isNamed, now: time())
        }
        do {
            let published = try await server.openPublished(topic)
            let epoch = world.withLock { world in
                published.restartCount < world.epochs.count
                    ? world.epochs[published.restartCount] : nil
            }
            // The restart is on its way here; the edge asks again.
            guard let epoch else { return }
            let dump = FleetDump(
                epoch: epoch, number: published.number,
                version: published.bytes.withUnsafeBytes(FrameVersionReader.version),
                bytes: published.bytes)
            counters.dumps.add(1, ordering: .relaxed)
            let splitter = DumpSplitter(
                messageBytesMax: connection.messageBytesMax, digest: FleetDigests.sha256)
            for (header, bytes) in try splitter.messages(of: dump, for: order.request) {
                try connection.publish(order.reply, headers: header.headers, bytes)
            }
        } catch is NATSError {
            // No answer is no refusal: the edge asks again.
        } catch {
            if isNew { world.withLock { $0.topics.remove(topic) } }
            let refusal = DumpRefusal(requestID: order.request.id, reason: "\(error)")
            try? connection.publish(order.reply, headers: refusal.headers)
        }
    }

    func tellTime(_ message: borrowing NATSMessage) {
        guard let reply = Self.inbox(of: message), message.byteCount <= TimeRequest.bytesMax,
            let request = try? TimeRequest(json: message.bytes)
        else {
            counters.malformed.add(1, ordering: .relaxed)
            return
        }
        clock.async { [self] in
            let answer = TimeAnswer(
                to: request, epoch: epoch, nanoseconds: FleetClock.now, bootID: .own)
            try? connection.publish(reply, answer.json)
        }
    }
}
