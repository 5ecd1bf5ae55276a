import NIOCore
import OddsSimulator
import OddsWebSocket

// The limits on what connections take: memory, all of them together, and time for a message.
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
        let now = NIODeadline.now()
        for connection in connections.values { connection.endSlowMessage(now) }
        var excess = sumUpMemory()
        if excess > 0 {
            // The turn of some to send may not have come yet.
            for connection in connections.values { connection.drain() }
            excess = sumUpMemory()
        }
        metrics.set(.queueMemory, to: memory.byteCount)
        metrics.raise(.queueMemoryMax, to: memory.byteCount)
        guard excess > 0 else { return }
        let count = closeLargest(toFree: excess)
        logger.warning(
            """
            connections take \(memory.byteCount) bytes, more than the \(memory.bytesMax) of \
            --memory-limit: closed the \(count) that take most
            """)
    }

    /// By how many bytes all threads together are over the limit.
    private func sumUpMemory() -> Int {
        let byteCount = connections.values.reduce(0) { $0 + $1.memoryByteCount }
        return memory.setOwn(byteCount, thread: index)
    }

    /// Closes connections, those that take most first, until they have freed so
    /// many bytes. What a connection frees of frames is known only afterwards, as
    /// others may have them queued: about those that the next one does not have.
    private func closeLargest(toFree byteCount: Int) -> Int {
        let largest = connections.values
            .map { (connection: $0, backlog: $0.backlogByteCount) }
            .sorted { $0.backlog > $1.backlog }
        var freedByteCount = 0
        var count = 0
        while count < largest.count, freedByteCount < byteCount {
            let (connection, backlog) = largest[count]
            count += 1
            let next = count < largest.count ? largest[count].backlog : 0
            freedByteCount += max(connection.memoryByteCount, backlog - next)
            metrics.add(.memoryLimitDisconnects)
            connection.dropBehind()
        }
        return count
    }
}

extension EMServer {
    /// Takes the bodies of requests into the memory limit: who sends one beyond it is closed.
    package var bodyMemory: RequestFilter.Memory {
        { [memory, metrics] change in
            memory.addShared(change)
            guard change > 0, memory.byteCount > memory.bytesMax else { return true }
            metrics.add(.memoryLimitDisconnects)
            return false
        }
    }
}
