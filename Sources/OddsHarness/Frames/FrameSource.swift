import OddsCapture

/// The schedule's entry for a frame.
@frozen
public struct FrameTicket: BitwiseCopyable, Equatable, Sendable {
    /// When the frame is due, in nanoseconds since the schedule's start.
    public var intendedNanoseconds: UInt64
    /// The number of its UPDATE records of type BETTING_OFFER, the unit of all
    /// rates.
    public var updateCount: UInt32
    /// Its channel's position in `FrameSource.channelNames`.
    public var channel: UInt32
    /// Whether it belongs to the initial state, which is applied before the
    /// schedule starts.
    public var isPreload: Bool

    /// Creates a ticket.
    ///
    /// - Parameters:
    ///   - intendedNanoseconds: When the frame is due, since the schedule's
    ///     start.
    ///   - updateCount: The number of its updates, at most `UInt32.max`.
    ///   - channel: Its channel's position in `FrameSource.channelNames`.
    ///   - isPreload: Whether it belongs to the initial state.
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

/// A frame in memory, with its ticket.
@frozen
public struct ScheduledFrame {
    /// When and where the frame is due.
    public let ticket: FrameTicket
    /// The frame's text, valid until `FrameSource.release()`.
    public let bytes: UnsafeRawBufferPointer

    /// Pairs a frame with its ticket.
    ///
    /// - Parameters:
    ///   - ticket: When and where the frame is due.
    ///   - bytes: The frame's text, which the source keeps until it is
    ///     released.
    @inlinable
    public init(ticket: FrameTicket, bytes: UnsafeRawBufferPointer) {
        self.ticket = ticket
        self.bytes = bytes
    }
}

/// Where the measured loop takes its frames from: first the frames of the
/// initial state, then those of the schedule, by ascending intended time.
/// Frames that are due after the window's end are applied, but neither
/// measured nor counted.
///
/// The measuring thread owns a source.
public protocol FrameSource: ~Copyable {
    /// Returns the next frame; `nil` after the last one. It must not allocate,
    /// as its allocations would count as the strategy's.
    mutating func next() -> ScheduledFrame?

    /// Returns the memory of the last frame to the source, which may then
    /// overwrite it.
    mutating func release()

    /// How often `next` has waited for a producer; 0 where all frames are
    /// ready before the run.
    var waitCount: Int { get }

    /// Whose wire the frames are on.
    var provider: FeedProvider { get }

    /// The names of the channels, at the positions that tickets refer to; the socket alone
    /// for SportRadar's, whose frames name their contents.
    var channelNames: [String] { get }

    /// The size of the memory that holds the frames, in bytes, all of it
    /// resident. It is subtracted from the resident set size of a run.
    var mappedBytes: Int { get }

    /// Whether `next` returned `nil` before the schedule's end, because someone
    /// asked for an early end of the run; the window then closes at once.
    var hasEndedEarly: Bool { get }
}

extension FrameSource where Self: ~Copyable {
    /// EM's.
    public var provider: FeedProvider { .everyMatrix }

    @usableFromInline var feed: FeedChannels { FeedChannels(channelNames, of: provider) }

    /// `false`: the schedule is always offered to its end.
    public var hasEndedEarly: Bool { false }
}

/// A source whose frames are being produced while it is read.
@usableFromInline
package protocol ProducedFrames: FrameSource, ~Copyable {
    /// Whether `next` would return without waiting for the producer.
    mutating func isReady() -> Bool

    /// Sleeps until `isReady`, and so long that the producer gets ahead.
    mutating func waitUntilReady()
}
