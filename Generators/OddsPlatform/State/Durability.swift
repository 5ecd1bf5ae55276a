import GRDB

/// The loss that a commit to a file survives, as the value of SQLite's `synchronous`
/// (https://www.sqlite.org/pragma.html#pragma_synchronous).
enum Durability: Int, Sendable {
    /// The end of the process, `NORMAL`: the system has the write-ahead log.
    case processEnd = 1
    /// The loss of power, `FULL`: the disk has the write-ahead log.
    case powerLoss = 2

    /// Puts a connection to a file in the mode of a write-ahead log, with this durability.
    ///
    /// Not by GRDB's `journalMode`, which sets `NORMAL` after a connection has been prepared.
    func prepare(_ db: Database) throws {
        let mode = try String.fetchOne(db, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw PlatformStateError(
                description: "takes no write-ahead log, but the mode \(mode ?? "of nothing")")
        }
        try db.execute(sql: "PRAGMA synchronous = \(rawValue)")
        // Apple's `fsync` does not wait for the disk by itself.
        try db.execute(sql: "PRAGMA fullfsync = \(self == .powerLoss)")
    }

    /// Asks a connection that is ready for use.
    ///
    /// - Throws: `PlatformStateError` if its commits survive less.
    func check(_ db: Database) throws {
        let synchronous = try Int.fetchOne(db, sql: "PRAGMA synchronous")
        guard let synchronous, synchronous >= rawValue else {
            throw PlatformStateError(
                description: "commits do not wait for the disk as asked: SQLite's synchronous "
                    + "is \(synchronous.map(String.init) ?? "unknown"), not \(rawValue)")
        }
    }
}
