import Dispatch

/// Tables behind a concurrent queue, as apps guard dictionaries that several threads
/// use: reads run side by side, and a write is a barrier, which waits for all before
/// it and holds up all behind it.
///
/// Writes are waited for, so that all that a frame costs is within its time.
final class GuardedTables: @unchecked Sendable {
    // Touched on the queue alone.
    private var tables = EntityTables()
    private let queue = DispatchQueue(label: "entities", attributes: .concurrent)

    func read<Result>(_ body: (EntityTables) throws -> Result) rethrows -> Result {
        try queue.sync { try body(tables) }
    }

    func write(_ body: (inout EntityTables) -> Void) {
        queue.sync(flags: .barrier) { body(&tables) }
    }
}
