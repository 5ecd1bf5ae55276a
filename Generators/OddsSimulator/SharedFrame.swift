import Synchronization

/// A frame of a topic, encoded once and shared by all connections that send it:
/// their queues hold only references.
package final class SharedFrame: Sendable {
    /// The topic of the frame.
    package let topic: TopicNumber
    /// Its place among the topic's frames: 1, 2, 3 …; 0 where a feed does not number them.
    package let number: UInt64
    /// The keyword arguments of the INVOCATIONs.
    package let bytes: [UInt8]
    /// The number of records in the frame.
    package let recordCount: Int
    /// When the frame is due, on the machine's monotonic clock.
    package let intendedNanoseconds: UInt64
    private let deflated = Mutex<[UInt8]?>(nil)

    /// Counts the bytes for as long as the frame lives.
    package let memory: QueueMemory?

    /// Takes ownership of the bytes without copying them.
    package init(
        topic: TopicNumber, number: UInt64 = 0, bytes: [UInt8], recordCount: Int,
        intendedNanoseconds: UInt64, memory: QueueMemory? = nil
    ) {
        self.memory = memory
        memory?.addShared(bytes.count)
        self.topic = topic
        self.number = number
        self.bytes = bytes
        self.recordCount = recordCount
        self.intendedNanoseconds = intendedNanoseconds
    }

    /// The frame compressed, which the first connection that sends it does for all.
    package func deflated(by deflate: (UnsafeRawBufferPointer) -> [UInt8]) -> [UInt8] {
        deflated.withLock { deflated in
            if let deflated { return deflated }
            let made = bytes.withUnsafeBytes(deflate)
            memory?.addShared(made.count)
            deflated = made
            return made
        }
    }

    deinit {
        let deflatedCount = deflated.withLock { $0?.count ?? 0 }
        memory?.addShared(-bytes.count - deflatedCount)
    }
}
