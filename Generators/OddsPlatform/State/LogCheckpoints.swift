import GRDB
import NIOConcurrencyHelpers

/// Copies what the write-ahead log has into the file, so that the log begins anew.
///
/// SQLite would do so within a commit, which would wait for it, and with it all requests: for
/// 100 ms and more under load. Here a connection of its own copies beside the transactions, and
/// only what they have written in the meantime is left for between two commits
/// (https://www.sqlite.org/wal.html#ckpt).
///
/// The two connections never make checkpoints at once, and that beside the transactions begins
/// only when the log has many rows, so is not about to begin anew: versions of SQLite before
/// 3.51.3 may lose pages where one connection's checkpoint meets another's new log
/// (https://www.sqlite.org/wal.html#walresetbug).
final class LogCheckpoints: Sendable {
    private enum Phase {
        /// Waits until enough rows have changed.
        case waiting(rows: Int)
        case copying
        /// The rest is to be copied by the connection that writes.
        case copied
    }

    /// How many rows change between two of them: some 12 MiB of log. The more, the longer is
    /// one of the processors busy with copying.
    private static let rowCount: Int32 = 4_096

    private let queue: DatabaseQueue
    private let metrics: PlatformMetrics
    private let phase = NIOLockedValueBox(Phase.waiting(rows: 0))

    /// - Parameters:
    ///   - path: The file, in the mode of a write-ahead log.
    ///   - durability: The loss that commits survive: a copy must not lose what the log has.
    ///   - metrics: Counts those that fail. All is then in the log, and is copied the next time.
    /// - Throws: An error of the database if it cannot be opened, `PlatformStateError` if
    ///   commits would survive less.
    init(path: String, durability: Durability, metrics: PlatformMetrics) throws {
        self.metrics = metrics
        var configuration = Configuration()
        configuration.label = "platform log"
        configuration.prepareDatabase(durability.prepare)
        queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.read(durability.check)
    }

    /// To be called after each commit, on its connection.
    func advance(_ db: Database) {
        switch phase.withLockedValue(\.self) {
        case .waiting(let rows) where Self.rowCount <= changes(db, since: rows):
            phase.withLockedValue { $0 = .copying }
            queue.asyncWriteWithoutTransaction { [self] in
                copy($0)
                phase.withLockedValue { $0 = .copied }
            }
        case .copied:
            copy(db)
            phase.withLockedValue { $0 = .waiting(rows: db.totalChangesCount) }
        case .waiting, .copying: break
        }
    }

    /// SQLite counts in 32 bits, which a loaded service passes within a day.
    private func changes(_ db: Database, since rows: Int) -> Int32 {
        Int32(truncatingIfNeeded: db.totalChangesCount &- rows)
    }

    private func copy(_ db: Database) {
        do {
            try db.checkpoint()
        } catch {
            metrics.addFailedCheckpoint()
        }
    }
}
