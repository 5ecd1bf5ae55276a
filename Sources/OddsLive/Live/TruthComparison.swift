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
        guard let version = truth.version else {
            return try await difference(ofContent: store, from: truth, deadline, limit)
        }
        let isConsistent = try await LiveWait.isReached(until: deadline) {
            let (state, shown) = await (store.state, store.version)
            return state == .active && shown?.text == version
        }
        guard isConsistent else {
            return """
                \(store.topic) did not have version \(version) within \(limit) of the server's \
                pause
                """
        }
        return await state(of: store) == truth.state
            ? nil : "the tree of \(store.topic) is not the server's version \(version)"
    }

    /// Nothing says that a content has all that was sent, so it is compared until it is equal.
    private static func difference(
        ofContent store: ChannelDataStore, from truth: TopicTruth,
        _ deadline: ContinuousClock.Instant, _ limit: Duration
    ) async throws -> String? {
        let expected = withoutMainLines(truth.state)
        let isEqual = try await LiveWait.isReached(until: deadline) {
            guard await store.state == .active else { return false }
            return withoutMainLines(await state(of: store)) == expected
        }
        return isEqual
            ? nil : "\(store.topic) was not the server's within \(limit) of the server's pause"
    }

    private static func state(of store: ChannelDataStore) async -> [UInt8] {
        let snapshot = await store.snapshot()
        return SnapshotWriter.state(events: snapshot.events, references: snapshot.references)
    }

    /// Which market is the main line depends on when a content came whole (SR-E4).
    private static func withoutMainLines(_ state: [UInt8]) -> [UInt8] {
        Array(
            String(decoding: state, as: UTF8.self)
                .replacing(#""mainLine":true,"#, with: "").utf8)
    }
}
