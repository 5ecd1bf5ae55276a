import OddsFleetFeed
import OddsNATS
import Synchronization

// Topics, which stay open while an edge names them.
extension FleetSource {
    func hearTopics(_ message: borrowing NATSMessage) {
        guard message.byteCount <= TopicNames.bytesMax,
            let names = try? TopicNames(json: message.bytes)
        else {
            counters.malformed.add(1, ordering: .relaxed)
            return
        }
        world.withLock { $0.topics.name(names.tokens, now: time()) }
        counters.topicNames.add(1, ordering: .relaxed)
    }

    /// Closes the topics that no edge names. While nothing can be heard of edges all stay.
    func closeUnnamed() {
        guard !areRequestsAway.load(ordering: .relaxed) else { return }
        let count = world.withLock { world in
            let topics = world.topics.takeUnnamed(now: time())
            // Behind the lock, so that whoever opens one again comes later.
            try? server.closePublished(topics)
            return topics.count
        }
        counters.topicsClosed.add(count, ordering: .relaxed)
    }
}
