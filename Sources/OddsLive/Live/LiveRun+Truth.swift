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
        let truth = try await TruthComparison.compare(
            clients.stores, within: plan.consistencyLimit, truth: server.truth)
        try await server.resume()
        return truth
    }
}
