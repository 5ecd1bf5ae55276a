/// What became of a channel's frames and records over its whole life, as
/// snapshots show it (EM-S4 of the feed contract).
public struct ChannelCounters: Codable, Equatable, Sendable {
    public var framesApplied = 0
    public var framesRejected = 0
    public var framesStale = 0
    /// Held now, for want of a dump.
    public var framesHeld = 0
    public var framesHeldDropped = 0
    public var recordsApplied = 0
    public var recordsRejected = 0
    public var orphanUpdates = 0
    public var orphanDeletes = 0

    public init() {}
}
