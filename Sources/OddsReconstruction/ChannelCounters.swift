import OddsModel

/// What became of a channel's frames and records over its whole life, as
/// snapshots show it (EM-S4 of the feed contract).
public struct ChannelCounters: Codable, Equatable, Sendable {
    /// Frames applied, released ones included.
    public var framesApplied = 0
    /// Frames rejected as a whole.
    public var framesRejected = 0
    /// Updates dropped because they were older than the state.
    public var framesStale = 0
    /// Held now, for want of a dump.
    public var framesHeld = 0
    /// Held frames dropped for want of room.
    public var framesHeldDropped = 0
    /// Records that took effect.
    public var recordsApplied = 0
    /// Records rejected alone, in frames that were applied.
    public var recordsRejected = 0
    /// Updates of entities that were not there.
    public var orphanUpdates = 0
    /// Deletions of entities that were not there.
    public var orphanDeletes = 0

    /// All zero.
    public init() {}

    /// Counts a frame that was applied.
    ///
    /// - Parameter rejectedCount: Its records that could not be read.
    @usableFromInline
    mutating func count(_ counts: ApplyCounts, rejected rejectedCount: Int) {
        framesApplied += 1
        recordsApplied += counts.applied
        recordsRejected += rejectedCount
        orphanUpdates += counts.orphanUpdates
        orphanDeletes += counts.orphanDeletes
    }
}
