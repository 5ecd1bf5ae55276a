import OddsClient
import OddsReconstruction
import OddsResults

/// Compares channels with the server's own state, while its world is paused.
package enum TruthComparison {
    /// - Parameters:
    ///   - stores: The channels.
    ///   - limit: From now until all of them have the server's version.
    ///   - truth: The server's state of a topic; asked once for each.
    /// - Throws: What `truth` throws.
    package static func compare(
        _ stores: [ChannelDataStore], within limit: Duration,
        truth: (_ topic: String) async throws -> TopicTruth
    ) async throws -> LiveFigures.Truth {
        let deadline = ContinuousClock.now + limit
        var truths: [String: TopicTruth] = [:]
        var result = LiveFigures.Truth(channels: stores.count, differing: 0)
        for store in stores {
            let expected: TopicTruth
            if let known = truths[store.topic] {
                expected = known
            } else {
                expected = try await truth(store.topic)
                truths[store.topic] = expected
            }
            guard let reason = try await difference(of: store, from: expected, deadline, limit)
            else { continue }
            result.differing += 1
            result.reason = result.reason ?? reason
        }
        return result
    }

    /// What a channel lacks; `nil` if it is equal.
    private static func difference(
        of store: ChannelDataStore, from truth: TopicTruth,
        _ deadline: ContinuousClock.Instant, _ limit: Duration
    ) async throws -> String? {
        let isConsistent = try await LiveWait.isReached(until: deadline) {
            let (state, version) = await (store.state, store.version)
            return state == .active && version?.text == truth.version
        }
        guard isConsistent else {
            return """
                \(store.topic) did not have version \(truth.version) within \(limit) of the \
                server's pause
                """
        }
        let snapshot = await store.snapshot()
        let state = SnapshotWriter.state(
            events: snapshot.events, references: snapshot.references)
        return state == truth.state
            ? nil : "the tree of \(store.topic) is not the server's version \(truth.version)"
    }
}
