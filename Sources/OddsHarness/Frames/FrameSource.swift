/// What is known of a frame before it is served.
@frozen
public struct FrameTicket: BitwiseCopyable, Equatable, Sendable {
    /// When the frame is due, in nanoseconds since the schedule's start.
    public var intendedNanoseconds: UInt64
    /// Its UPDATE records of type BETTING_OFFER, the unit of all rates.
    public var updateCount: UInt32
    /// Its channel's number, in order of first appearance.
    public var channel: UInt32
    /// Whether it belongs to the initial state, which is applied before the
    /// schedule starts.
    public var isPreload: Bool

    @inlinable
    public init(
        intendedNanoseconds: UInt64, updateCount: Int, channel: Int = 0, isPreload: Bool = false
    ) {
        self.intendedNanoseconds = intendedNanoseconds
        self.updateCount = UInt32(updateCount)
        self.channel = UInt32(channel)
        self.isPreload = isPreload
    }
}

/// A frame that lies ready in memory.
@frozen
public struct ScheduledFrame {
    public let ticket: FrameTicket
    /// The frame's text; valid until its source is asked to release it.
    public let bytes: UnsafeRawBufferPointer

    @inlinable
    public init(ticket: FrameTicket, bytes: UnsafeRawBufferPointer) {
        self.ticket = ticket
        self.bytes = bytes
    }
}

/// Where the measured loop takes its frames from: first those of the initial
/// state, then those of the schedule, by ascending intended time. Those that
/// are due after the window's end are applied, but neither measured nor counted.
/// The measuring thread owns a source.
public protocol FrameSource: ~Copyable {
    /// The next frame, `nil` after the last one. It does not allocate.
    mutating func next() -> ScheduledFrame?

    /// Gives the memory of the frame last returned back to the source.
    mutating func release()

    /// How often `next` had to wait for a producer so far.
    var waitCount: Int { get }

    /// The names of the channels, by number.
    var channelNames: [String] { get }

    /// The memory in which the frames lie, all of it resident.
    var mappedBytes: Int { get }
}
