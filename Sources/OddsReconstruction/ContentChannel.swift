import OddsModel
import OddsWire

/// The channel of one content of SportRadar's socket: the strategy that keeps its tree,
/// and what became of its frames and records. One thread owns it.
public struct ContentChannel<Strategy: ReconstructionStrategy & ~Copyable>: ~Copyable {
    /// What keeps the content's tree current.
    public var strategy = Strategy()
    /// What became of the channel's frames and records so far, but for what the
    /// translator counts.
    @usableFromInline var counters = ChannelCounters()

    @usableFromInline
    init() {}

    /// Applies what one run means.
    @inlinable
    mutating func apply<Probe: StageProbe>(
        _ batch: borrowing FrameBatch, of run: ContentRun, _ isTreeRead: Bool,
        _ probe: inout Probe
    ) {
        var counts = strategy.applyUnread(batch)
        counts.orphanUpdates += run.orphanUpdates
        counts.orphanDeletes += run.orphanDeletes
        counters.count(counts, rejected: batch.rejectedRecordCount)
        probe.mark(.apply)
        if isTreeRead { strategy.rebuild() }
        probe.mark(.reconstruct)
    }
}
