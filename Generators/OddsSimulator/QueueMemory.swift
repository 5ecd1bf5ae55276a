import Synchronization

/// The memory that the connections of a server take: frames, which their queues share, what
/// each one has for itself, and the bodies of requests. Safe to use from any thread.
package final class QueueMemory: Sendable {
    /// The bytes beyond which the connections that take most are closed.
    package let bytesMax: Int
    private let sharedBytes = Atomic<Int>(0)
    /// Of the connections of each thread.
    private let ownBytes: MetricCells

    package init(bytesMax: Int, threadCount: Int) {
        self.bytesMax = bytesMax
        ownBytes = MetricCells(count: threadCount)
    }

    /// Bytes of frames that are alive, each counted once, and of all connections.
    package var byteCount: Int {
        (0..<ownBytes.count).reduce(sharedBytes.load(ordering: .relaxed)) {
            $0 + ownBytes[$1].load(ordering: .relaxed)
        }
    }

    /// Takes bytes in, or gives them back if there are fewer than none.
    package func addShared(_ byteCount: Int) {
        sharedBytes.wrappingAdd(byteCount, ordering: .relaxed)
    }

    /// Sets what the connections of a thread have for themselves.
    ///
    /// - Returns: The bytes that this thread must free: of what is beyond the
    ///   limit, the share that its connections have of all memory; 0 within the
    ///   limit. What they free of frames comes on top.
    package func setOwn(_ byteCount: Int, thread: Int) -> Int {
        ownBytes[thread].store(byteCount, ordering: .relaxed)
        let excess = self.byteCount - bytesMax
        guard excess > 0, byteCount > 0 else { return 0 }
        return max(1, Int(Double(excess) * Double(byteCount) / Double(self.byteCount)))
    }
}
