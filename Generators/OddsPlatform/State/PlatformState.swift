import DequeModule
import GRDB
import NIOConcurrencyHelpers

/// The platform's state: a SQLite database in memory or in a file.
///
/// One transaction runs at a time. In a file, what has been committed survives the
/// end of the process at any moment: it is in the write-ahead log, which the system
/// holds. When the machine itself loses power, it survives only if each commit waits for
/// the disk; the file is consistent in any case.
final class PlatformState: Sendable {
    /// Something to do in a transaction.
    private struct Job: Sendable {
        let run: @Sendable (Transaction) -> Void
        /// Called after the commit, or with the reason why there was none.
        let end: @Sendable (Refusal?) -> Void
    }

    private struct Jobs {
        var waiting: Deque<Job> = []
        var isRunning = false
    }

    /// The most transactions that share a commit: the first one waits for all of them.
    private static let batchMax = 256

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let jobs = NIOLockedValueBox(Jobs())
    private let queue: DatabaseQueue
    private let syncsCommits: Bool
    private let checkpoints: LogCheckpoints?
    private let clock: PlatformClock
    private let pushes: PushCenter
    private let metrics: PlatformMetrics
    private let settledOutcomes = NIOLockedValueBox(SettledOutcomes())
    let unfinished: UnfinishedRequests

    /// - Parameters:
    ///   - path: The file; `nil` for memory.
    ///   - durability: The loss that commits to the file survive.
    /// - Throws: `PlatformStateError` if the file cannot be opened, is not such a
    ///   state, was written by a newer version, or if commits would survive less.
    init(
        path: String?, durability: Durability, clock: PlatformClock, pushes: PushCenter,
        metrics: PlatformMetrics
    ) throws(PlatformStateError) {
        syncsCommits = path != nil && durability == .powerLoss
        self.clock = clock
        self.pushes = pushes
        self.metrics = metrics
        var configuration = Configuration()
        configuration.label = "platform"
        // Of a state in the same process that is being closed.
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            if path != nil { try durability.prepare(db) }
            // 16 MiB, for the pages of many players' wallets; the default is 2 MB.
            try db.execute(sql: "PRAGMA cache_size = -16384")
            // `LogCheckpoints` makes them.
            try db.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            // What undoes a part of a transaction; by default in a file beyond 64 KiB
            // (https://www.sqlite.org/compile.html#stmtjrnl_spill).
            try db.execute(sql: "PRAGMA temp_store = MEMORY")
        }
        do {
            queue =
                if let path {
                    try DatabaseQueue(path: path, configuration: configuration)
                } else {
                    try DatabaseQueue(configuration: configuration)
                }
            let migrator = PlatformSchema.migrator
            if try queue.read(migrator.hasBeenSuperseded) {
                throw PlatformStateError(description: "was written by a newer version")
            }
            try migrator.migrate(queue)
            checkpoints = try path.map {
                try LogCheckpoints(path: $0, durability: durability, metrics: metrics)
            }
            if path != nil { try queue.read(durability.check) }
        } catch {
            throw PlatformStateError(description: "\(path ?? "memory"): \(error)")
        }
        unfinished = UnfinishedRequests(beside: path, metrics: metrics)
    }

    /// Runs a transaction, and returns once it is committed. If `body` throws, nothing
    /// has happened.
    ///
    /// Transactions run in the order of their calls. Those that wait while another one is
    /// being committed are committed together, so that they share its write to the disk.
    /// What they pushed is sent right after the commit, in the same order.
    func transact<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(Refusal) -> Value {
        try await transactInParts { transaction in
            try transaction.attempt { try body(transaction) }.get()
        }
    }

    /// The same for a `body` that undoes by itself, with `attempt`, what has no effect.
    func transactInParts<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(Refusal) -> Value {
        let kept = NIOLockedValueBox<Result<Value, Refusal>?>(nil)
        let failure = await withCheckedContinuation { continuation in
            submit(
                Job { transaction in
                    let result = Result { () throws(Refusal) in
                        do {
                            return try body(transaction)
                        } catch let refusal as Refusal {
                            throw refusal
                        } catch {
                            throw .failed(error)
                        }
                    }
                    kept.withLockedValue { $0 = result }
                } end: {
                    continuation.resume(returning: $0)
                })
        }
        if let failure { throw failure }
        guard let result = kept.withLockedValue(\.self) else {
            preconditionFailure("what was committed has run")
        }
        return try result.get()
    }

    /// The number of transactions that wait for those that run.
    var waitingCount: Int { jobs.withLockedValue { $0.waiting.count } }

    private func submit(_ job: Job) {
        let isIdle = jobs.withLockedValue { jobs in
            jobs.waiting.append(job)
            defer { jobs.isRunning = true }
            return !jobs.isRunning
        }
        guard isIdle else { return }
        queue.asyncWriteWithoutTransaction { [self] db in
            while let batch = nextBatch() { run(batch, db) }
        }
    }

    /// What waits now; `nil` if nothing does, after which `submit` begins anew.
    private func nextBatch() -> [Job]? {
        jobs.withLockedValue { jobs in
            guard !jobs.waiting.isEmpty else {
                jobs.isRunning = false
                return nil
            }
            let batch = Array(jobs.waiting.prefix(Self.batchMax))
            jobs.waiting.removeFirst(batch.count)
            return batch
        }
    }

    /// Runs jobs in one transaction of the database: all of them take effect, or none.
    private func run(_ batch: [Job], _ db: Database) {
        let transaction = Transaction(db, settledOutcomes, unfinished)
        let rows = db.totalChangesCount
        var failure: Refusal?
        do {
            try db.inTransaction(.immediate) {
                for job in batch {
                    transaction.now = clock.milliseconds
                    // After an error that ends the whole transaction, such as that of a full
                    // disk, GRDB refuses all that comes until its end, and the commit.
                    job.run(transaction)
                }
                return .commit
            }
            pushes.send(transaction.pushes)
            // A commit of nothing has nothing to wait for.
            let isSynced = syncsCommits && db.totalChangesCount != rows
            metrics.addCommit(
                transactions: batch.count, isSynced: isSynced, transaction.betCounts)
        } catch {
            failure = .failed(error)
        }
        for job in batch { job.end(failure) }
        checkpoints?.advance(db)
    }
}

/// A reason why a state cannot be used.
package struct PlatformStateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, with the file.
    package let description: String
}

/// What a job of a batch may do: access to the database at one moment. Belongs to the thread
/// that runs the batch.
final class Transaction {
    /// When it runs, in milliseconds since 1970 by the platform's clock.
    fileprivate(set) var now: Int64 = 0
    private let db: Database
    /// Outcomes without bets that the world has settled of late. They stay settled if the
    /// transaction fails: its news come again.
    let settledOutcomes: NIOLockedValueBox<SettledOutcomes>
    let unfinished: UnfinishedRequests
    /// What is sent once it is committed.
    fileprivate(set) var pushes: [Push] = []
    /// What is counted once it is committed.
    var betCounts = BetCounts()

    fileprivate init(
        _ db: Database, _ settledOutcomes: NIOLockedValueBox<SettledOutcomes>,
        _ unfinished: UnfinishedRequests
    ) {
        self.db = db
        self.settledOutcomes = settledOutcomes
        self.unfinished = unfinished
    }

    /// Runs a statement, which is compiled once for each text.
    func run(_ sql: String, _ arguments: StatementArguments = []) throws {
        try db.cachedStatement(sql: sql).execute(arguments: arguments)
    }

    /// The first row of a query.
    func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
        try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
    }

    /// All rows of a query.
    func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
        try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
    }

    /// The first column of the first row of a query, 0 without a row.
    func number(_ sql: String, _ arguments: StatementArguments = []) throws -> Int64 {
        try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) ?? 0
    }

    /// The number of the row that was inserted last.
    var insertedID: Int64 { db.lastInsertedRowID }

    /// How many rows the last statement changed.
    var changedCount: Int { db.changesCount }

    /// Runs a part of the transaction that may be refused: what it did before is then
    /// undone, and what the transaction did before it is not.
    func attempt<Value>(_ body: () throws -> Value) throws -> Result<Value, Refusal> {
        let (pushCount, betCounts) = (pushes.count, betCounts)
        // Not by GRDB's `inSavepoint`, which compiles its statements anew each time.
        try run("SAVEPOINT attempt")
        do {
            let value = try body()
            try run("RELEASE attempt")
            return .success(value)
        } catch {
            pushes.removeLast(pushes.count - pushCount)
            self.betCounts = betCounts
            guard let refusal = error as? Refusal else {
                // There is nothing to go back to if the error has ended the whole transaction.
                try? undo()
                throw error
            }
            try undo()
            return .failure(refusal)
        }
    }

    private func undo() throws {
        try run("ROLLBACK TO attempt")
        try run("RELEASE attempt")
    }

    /// Sends an event to the player's streams once the transaction is committed.
    func push(_ push: Push) { pushes.append(push) }
}
