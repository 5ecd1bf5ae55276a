import OddsClient
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

extension LiveFigures.Truth {
    /// That channels are wrong, with the first one's reason; `nil` if none is.
    package var failure: String? {
        guard differing > 0 else { return nil }
        let difference = "\(differing) of \(channels) channels differ from the server's state"
        return difference + (reason.map { ": \($0)" } ?? "")
    }
}
