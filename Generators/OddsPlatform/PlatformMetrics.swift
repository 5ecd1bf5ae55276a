import NIOConcurrencyHelpers
import Synchronization

/// What a platform has done since it was started.
package final class PlatformMetrics: Sendable {
    private let logins = Atomic(0)
    private let refreshes = Atomic(0)
    private let passwordHashes = Atomic(0)
    private let ambiguousSelections = Atomic(0)
    private let unnotedRequests = Atomic(0)
    // Not a `Mutex`, which the thread sanitizer does not know.
    private let committed = NIOLockedValueBox((bets: BetCounts(), commits: CommitCounts()))

    init() {}

    /// Logins that were answered with a session.
    package var loginCount: Int { logins.load(ordering: .relaxed) }

    /// Those of them whose player's session before had expired.
    package var refreshCount: Int { refreshes.load(ordering: .relaxed) }

    /// Password hashes that were computed, those of names that nobody has too.
    package var passwordHashCount: Int { passwordHashes.load(ordering: .relaxed) }

    /// Selections of the second provider that were refused as unknown because their outcome
    /// hangs on several markets, or has several offers.
    package var ambiguousSelectionCount: Int { ambiguousSelections.load(ordering: .relaxed) }

    /// Parts of the work on requests under idempotency keys that could not be noted in the file
    /// beside the state.
    package var unnotedRequestCount: Int { unnotedRequests.load(ordering: .relaxed) }

    /// What has become of bets.
    package var bets: BetCounts { committed.withLockedValue(\.bets) }

    /// How transactions have been committed.
    package var commits: CommitCounts { committed.withLockedValue(\.commits) }

    func addCommit(transactions: Int, isSynced: Bool, _ bets: BetCounts) {
        committed.withLockedValue {
            $0.commits.count += 1
            $0.commits.syncedCount += isSynced ? 1 : 0
            $0.commits.transactionCount += transactions
            $0.bets += bets
        }
    }

    func addFailedCheckpoint() {
        committed.withLockedValue { $0.commits.failedCheckpointCount += 1 }
    }

    func addPasswordHash() { passwordHashes.add(1, ordering: .relaxed) }

    func addAmbiguousSelections(_ count: Int) {
        ambiguousSelections.add(count, ordering: .relaxed)
    }

    func addUnnotedRequest() { unnotedRequests.add(1, ordering: .relaxed) }

    func addLogin(isRefresh: Bool) {
        logins.add(1, ordering: .relaxed)
        if isRefresh { refreshes.add(1, ordering: .relaxed) }
    }
}

/// What has become of bets.
package struct BetCounts: Equatable, Sendable {
    /// Bets that were placed.
    package internal(set) var placedCount = 0
    /// Cashouts, of parts of bets too.
    package internal(set) var cashoutCount = 0
    /// Bets that were settled, for the first time or again.
    package internal(set) var settledCount = 0

    static func += (counts: inout BetCounts, more: BetCounts) {
        counts.placedCount += more.placedCount
        counts.cashoutCount += more.cashoutCount
        counts.settledCount += more.settledCount
    }
}

/// How transactions have been committed.
package struct CommitCounts: Equatable, Sendable {
    /// Commits, each of one or more transactions.
    package internal(set) var count = 0
    /// The commits of them that waited until the disk had the write-ahead log.
    package internal(set) var syncedCount = 0
    /// The transactions in them, those that were refused too.
    package internal(set) var transactionCount = 0
    /// Attempts to copy the write-ahead log into the file that failed: it grows until one
    /// succeeds.
    package internal(set) var failedCheckpointCount = 0
}
