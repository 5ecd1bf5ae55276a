import OddsFleetFeed
import OddsSimulator

// What clients may have the source do, and which topics it does that for.
extension FleetEdge {
    package func admitDump(by client: UInt64) throws(FeedError) {
        let result = lock.withLock {
            Result { () throws(EdgeBudgets.Refusal) in
                try budgets.giveDump(to: client, now: time())
            }
        }
        try result.mapError { FeedError($0) }.get()
    }

    /// Charges a client for a topic that is not open here, behind the lock.
    func openTopic(for client: UInt64) throws(FeedError) {
        do {
            try budgets.openTopic(for: client, now: time())
        } catch {
            throw FeedError(error)
        }
    }

    /// Names the topics that clients hold, if it is time.
    func nameTopics() {
        let tokens = lock.withLock { () -> [TopicToken] in
            let now = time()
            guard !isStopped, now >= nextNaming else { return [] }
            nextNaming = now + OpenTopics.namingInterval
            return heldTopics
        }
        guard !tokens.isEmpty else { return }
        calls.async { [connection, subjects] in
            let documents = TopicNames.documents(
                tokens, messageBytesMax: connection.messageBytesMax)
            // Those that are lost are named again, several times before it matters.
            for document in documents { try? connection.publish(subjects.topics, document.json) }
        }
    }

    /// The topics that clients hold or wait for, behind the lock.
    var heldTopics: [TopicToken] {
        entries.values.filter(\.isNeeded).map(\.token)
    }
}

extension FeedError {
    fileprivate init(_ refusal: EdgeBudgets.Refusal) {
        self.init(refusal.reason, comeBackInSeconds: refusal.seconds)
    }
}
