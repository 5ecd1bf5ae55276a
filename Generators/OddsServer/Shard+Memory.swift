import NIOCore
import OddsSimulator

// The limit on the memory of all send queues together.
extension Shard {
    /// How often the memory is summed up. In between it can grow beyond the limit
    /// by what a machine sends in that time.
    private static let period = TimeAmount.milliseconds(200)

    /// Begins to watch the memory of this thread's connections.
    func watchMemory() {
        loop.execute { [self] in
            memoryTimer = loop.scheduleRepeatedTask(
                initialDelay: Self.period, delay: Self.period
            ) { [weak self] in
                guard let self else { return $0.cancel() }
                keepMemoryLimit()
            }
        }
    }

    private func keepMemoryLimit() {
        var excess = sumUpMemory()
        if excess > 0 {
            // The turn of some to send may not have come yet.
            for connection in connections.values { connection.drain() }
            excess = sumUpMemory()
        }
        metrics.set(.queueMemory, to: memory.byteCount)
        metrics.raise(.queueMemoryMax, to: memory.byteCount)
        guard excess > 0 else { return }
        let count = closeSlowest(toFree: excess)
        logger.warning(
            """
            send queues take \(memory.byteCount) bytes, more than the \(memory.bytesMax) of \
            --memory-limit: closed the \(count) slowest connections
            """)
    }

    /// By how many bytes all threads together are over the limit.
    private func sumUpMemory() -> Int {
        let byteCount = connections.values.reduce(0) { $0 + $1.memoryByteCount }
        return memory.setOwn(byteCount, thread: index)
    }

    /// Closes connections, those furthest behind first, until they have freed so
    /// many bytes. What a connection frees of frames is known only afterwards, as
    /// others may have them queued: about those that the next one does not have.
    private func closeSlowest(toFree byteCount: Int) -> Int {
        let slowest = connections.values
            .map { (connection: $0, backlog: $0.backlogByteCount) }
            .sorted { $0.backlog > $1.backlog }
        var freedByteCount = 0
        var count = 0
        while count < slowest.count, freedByteCount < byteCount {
            let (connection, backlog) = slowest[count]
            count += 1
            let next = count < slowest.count ? slowest[count].backlog : 0
            freedByteCount += max(connection.memoryByteCount, backlog - next)
            metrics.add(.memoryLimitDisconnects)
            connection.dropBehind()
        }
        return count
    }
}
