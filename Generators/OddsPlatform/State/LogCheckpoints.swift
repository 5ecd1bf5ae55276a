import GRDB
import NIOConcurrencyHelpers

/// Copies what the write-ahead log has into the file, so that the log begins anew.
///
/// SQLite would do so within a commit, which would wait for it, and with it all requests: for
/// 100 ms and more under load. Here a connection of its own copies beside the transactions, and
/// only what they have written in the meantime is left for between two commits
/// (https://www.sqlite.org/wal.html#ckpt).
final class LogCheckpoints: Sendable {
    private enum Phase {
        /// Waits until enough rows have changed.
        case waiting(rows: Int)
        case copying
        /// The rest is to be copied by the connection that writes.
        case copied
    }

    /// How many rows change between two of them: some 12 MiB of log.
    private static let rowCount = 4_096
    /// How many frames of the log may be left for between two commits, and how often the others
    /// are copied before.
    private static let framesLeftMax = 512
    private static let copiesMax = 4

    private let queue: DatabaseQueue
    private let phase = NIOLockedValueBox(Phase.waiting(rows: 0))

    /// - Parameter path: The file, in the mode of a write-ahead log.
    /// - Throws: An error of the database if it cannot be opened.
    init(path: String) throws {
        var configuration = Configuration()
        configuration.label = "platform log"
        queue = try DatabaseQueue(path: path, configuration: configuration)
    }

    /// To be called after each commit, on its connection.
    func advance(_ db: Database) {
        switch phase.withLockedValue(\.self) {
        case .waiting(let rows) where db.totalChangesCount - rows >= Self.rowCount:
            phase.withLockedValue { $0 = .copying }
            queue.asyncWriteWithoutTransaction { [self] in
                copy($0)
                phase.withLockedValue { $0 = .copied }
            }
        case .copied:
            _ = try? db.checkpoint()
            phase.withLockedValue { $0 = .waiting(rows: db.totalChangesCount) }
        case .waiting, .copying: break
        }
    }

    /// Copies until little is left. What fails is tried again the next time: all is in the log.
    private func copy(_ db: Database) {
        for _ in 0..<Self.copiesMax {
            guard let counts = try? db.checkpoint(),
                counts.walFrameCount - counts.checkpointedFrameCount > Self.framesLeftMax
            else { return }
        }
    }
}
