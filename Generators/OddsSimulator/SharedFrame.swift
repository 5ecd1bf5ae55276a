/// A frame of a topic, encoded once and shared by all connections that send it:
/// each queues no more than a reference.
package final class SharedFrame: Sendable {
    /// The topic that the frame belongs to.
    package let topic: TopicNumber
    /// The keyword arguments of the INVOCATIONs.
    package let bytes: [UInt8]
    /// The records of the frame.
    package let recordCount: Int
    /// When the frame was due, on the machine's monotonic clock.
    package let intendedNanoseconds: UInt64

    /// Takes the bytes over; they are not copied.
    package init(
        topic: TopicNumber, bytes: [UInt8], recordCount: Int, intendedNanoseconds: UInt64
    ) {
        self.topic = topic
        self.bytes = bytes
        self.recordCount = recordCount
        self.intendedNanoseconds = intendedNanoseconds
    }
}
