import OddsClient
import OddsReconstruction
import OddsResults

extension LiveRun {
    /// Pauses the world, and compares each channel with the server's own state.
    /// What was measured is kept whatever the channels show, so one that does
    /// not become consistent in time differs, and ends nothing.
    func compare(_ clients: LiveClients) async throws -> LiveFigures.Truth? {
        guard let server else { return nil }
        progress.note("comparing with the server")
        try await server.endFaults()
        try await server.pause()
        let deadline = ContinuousClock.now + plan.consistencyLimit
        var truths: [String: TopicTruth] = [:]
        var truth = LiveFigures.Truth(channels: clients.stores.count, differing: 0)
        for store in clients.stores {
            let expected: TopicTruth
            if let known = truths[store.topic] {
                expected = known
            } else {
                expected = try await server.truth(of: store.topic)
                truths[store.topic] = expected
            }
            guard let reason = try await difference(of: store, from: expected, until: deadline)
            else { continue }
            truth.differing += 1
            truth.reason = truth.reason ?? reason
        }
        try await server.resume()
        return truth
    }

    /// What a channel lacks; `nil` if it is equal.
    private func difference(
        of store: ChannelDataStore, from truth: TopicTruth,
        until deadline: ContinuousClock.Instant
    ) async throws -> String? {
        let isConsistent = try await LiveWait.isReached(until: deadline) {
            let (state, version) = await (store.state, store.version)
            return state == .active && version?.text == truth.version
        }
        guard isConsistent else {
            return """
                \(store.topic) did not have version \(truth.version) within \
                \(plan.consistencyLimit) of the server's pause
                """
        }
        let snapshot = await store.snapshot()
        let state = SnapshotWriter.state(
            events: snapshot.events, references: snapshot.references)
        return state == truth.state
            ? nil : "the tree of \(store.topic) is not the server's version \(truth.version)"
    }
}
