import GRDB

/// The platform's state: a SQLite database in memory or in a file.
///
/// One transaction runs at a time. In a file, what has been committed survives the
/// end of the process at any moment: it is in the write-ahead log, which the system
/// holds. (`synchronous=NORMAL` may lose the last commits when the machine itself
/// loses power, and keeps the file consistent even then.)
final class PlatformState: Sendable {
    private let queue: DatabaseQueue
    private let clock: PlatformClock
    private let pushes: PushCenter

    /// - Parameter path: The file; `nil` for memory.
    /// - Throws: `PlatformStateError` if the file cannot be opened, is not such a
    ///   state, or was written by a newer version.
    init(
        path: String?, clock: PlatformClock, pushes: PushCenter
    ) throws(PlatformStateError) {
        self.clock = clock
        self.pushes = pushes
        var configuration = Configuration()
        configuration.label = "platform"
        configuration.prepareDatabase { db in
            try db.execute(sql: "PRAGMA synchronous = NORMAL")
            // Pages of a hundred players' wallets; the default holds fifty times fewer.
            try db.execute(sql: "PRAGMA cache_size = -16384")
        }
        do {
            if let path {
                configuration.journalMode = .wal
                queue = try DatabaseQueue(path: path, configuration: configuration)
            } else {
                queue = try DatabaseQueue(configuration: configuration)
            }
            let migrator = PlatformSchema.migrator
            if try queue.read(migrator.hasBeenSuperseded) {
                throw PlatformStateError(
                    description: "\(path ?? "") was written by a newer version")
            }
            try migrator.migrate(queue)
        } catch let error as PlatformStateError {
            throw error
        } catch {
            throw PlatformStateError(description: "\(path ?? "memory"): \(error)")
        }
    }

    /// Runs a transaction, and returns once it is committed. If `body` throws, nothing
    /// has happened.
    ///
    /// What it pushed is sent right after the commit, in the order of commits.
    func transact<Value: Sendable>(
        _ body: @escaping @Sendable (Transaction) throws -> Value
    ) async throws(Refusal) -> Value {
        do {
            return try await queue.writeWithoutTransaction { [clock, pushes] db in
                let transaction = Transaction(db, now: clock.milliseconds)
                var value: Value?
                try db.inTransaction(.immediate) {
                    value = try body(transaction)
                    return .commit
                }
                pushes.send(transaction.pushes)
                guard let value else { preconditionFailure("a transaction runs its body") }
                return value
            }
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal.failed(error)
        }
    }
}

/// A reason why a state cannot be used.
package struct PlatformStateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, with the file.
    package let description: String
}

/// One transaction: a moment, and access to the database in it. Belongs to the
/// thread that runs the transaction.
final class Transaction {
    /// When it runs, in milliseconds since 1970 by the platform's clock.
    let now: Int64
    private let db: Database
    /// What is sent once it is committed.
    fileprivate(set) var pushes: [Push] = []

    init(_ db: Database, now: Int64) {
        self.db = db
        self.now = now
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
        let pushCount = pushes.count
        var result: Result<Value, Refusal>?
        try db.inSavepoint {
            do {
                result = .success(try body())
                return .commit
            } catch let refusal as Refusal {
                result = .failure(refusal)
                pushes.removeLast(pushes.count - pushCount)
                return .rollback
            }
        }
        guard let result else { preconditionFailure("a savepoint runs its body") }
        return result
    }

    /// Sends an event to the player's streams once the transaction is committed.
    func push(_ push: Push) { pushes.append(push) }
}
