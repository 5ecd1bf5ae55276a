import OddsModel
import OddsWire

/// What a channel did with a frame.
public enum FrameDisposition: Equatable, Sendable {
    /// Applied, and so were the held frames that a first dump released, as far
    /// as they were not stale.
    case applied
    /// Older than the state; dropped unread (rule 5).
    case stale
    /// Kept until the channel's first dump (rule 3).
    case held
    /// Not a frame (rule 1).
    case rejected(FrameError)
}

/// One channel of a feed: the parser, the strategy and the rules that decide
/// which frames reach it (1, 3 and 5 of the feed contract).
///
/// Allocates in steady state only while frames are held. One thread owns it.
public struct Channel<Strategy: ReconstructionStrategy & ~Copyable>: ~Copyable {
    public var strategy = Strategy()
    public private(set) var counters = ChannelCounters()
    /// The version of the state, `nil` if the last dump had no readable one.
    public private(set) var version: FrameVersion?

    public init() {}

    /// Takes one frame's bytes, which it does not keep, and calls `applied`
    /// after each batch that reached the strategy: once for most frames, more
    /// often for a first dump that releases held frames. There the strategy's
    /// change set is that batch's.
    @inlinable
    public mutating func receive(
        _ frame: UnsafeRawBufferPointer, applied: (inout Strategy) -> Void = { _ in }
    ) -> FrameDisposition {
        .held
    }
}
