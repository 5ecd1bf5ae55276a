/// Commits of the service's state between two readings of its counters.
package struct CommitFigures: Codable, Equatable, Sendable {
    /// Time between the readings.
    package var nanoseconds: UInt64
    /// Transactions, each of which is in one commit.
    package var transactions: Int
    package var commits: Int
    /// Commits that waited until the disk had them.
    package var synced: Int

    package init(nanoseconds: UInt64, transactions: Int, commits: Int, synced: Int) {
        self.nanoseconds = nanoseconds
        self.transactions = transactions
        self.commits = commits
        self.synced = synced
    }

    /// Commits per second that waited for the disk; `nil` without time.
    package var syncedRate: Double? {
        nanoseconds > 0 ? Double(synced) / (Double(nanoseconds) / 1e9) : nil
    }
}
