/// A frame of a topic, encoded once and shared by all who get it: what waits
/// for a connection is no more than a reference.
public final class SharedFrame: Sendable {
    public let topic: TopicNumber
    /// The keyword arguments of the INVOCATIONs.
    public let bytes: [UInt8]
    public let recordCount: Int
    /// When it was due, on the machine's monotonic clock.
    public let intendedNanoseconds: UInt64

    public init(
        topic: TopicNumber, bytes: [UInt8], recordCount: Int, intendedNanoseconds: UInt64
    ) {
        self.topic = topic
        self.bytes = bytes
        self.recordCount = recordCount
        self.intendedNanoseconds = intendedNanoseconds
    }
}
