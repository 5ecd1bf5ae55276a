import OddsMeasurement
import OddsResults

/// A reading of the service's counters of commits, and its time.
struct CommitReading {
    private let nanoseconds: UInt64
    private let counts: ServiceCounts

    /// - Throws: Errors of the service.
    init(of service: any PlatformService) async throws {
        counts = try await service.counts()
        nanoseconds = MonotonicClock().now
    }

    /// The commits between this reading and a later one; `nil` if the service counts none.
    func figures(until later: CommitReading) -> CommitFigures? {
        guard later.counts.commits > 0 else { return nil }
        let since = later.counts.since(counts)
        return CommitFigures(
            nanoseconds: later.nanoseconds - nanoseconds, transactions: since.transactions,
            commits: since.commits, synced: since.syncedCommits)
    }
}
