/// A frame of a topic. Shared by all who hold it, so that its bytes exist once.
package final class FleetFrame: Sendable {
    /// The world's epoch.
    package let epoch: UInt64
    /// The frame's number among those of its topic and epoch: 1, 2, 3 …
    package let number: UInt64
    /// The version, if the frame has one.
    package let version: UInt64?
    /// The number of records in the frame.
    package let recordCount: Int
    /// When the frame was due, on the source's monotonic clock.
    package let dueNanoseconds: UInt64
    /// The frame, as clients get it.
    package let bytes: [UInt8]

    /// Takes ownership of the bytes without copying them.
    package init(
        epoch: UInt64, number: UInt64, version: UInt64?, recordCount: Int,
        dueNanoseconds: UInt64, bytes: [UInt8]
    ) {
        self.epoch = epoch
        self.number = number
        self.version = version
        self.recordCount = recordCount
        self.dueNanoseconds = dueNanoseconds
        self.bytes = bytes
    }
}

/// A topic's whole state after one of its frames.
package struct FleetDump: Equatable, Sendable {
    /// The world's epoch.
    package let epoch: UInt64
    /// The number of the last frame that the dump includes; 0 before the first.
    package let number: UInt64
    /// The version, if the dump has one.
    package let version: UInt64?
    /// The dump, as clients get it.
    package let bytes: [UInt8]

    /// A dump after the frame of that number.
    package init(epoch: UInt64, number: UInt64, version: UInt64?, bytes: [UInt8]) {
        self.epoch = epoch
        self.number = number
        self.version = version
        self.bytes = bytes
    }
}
