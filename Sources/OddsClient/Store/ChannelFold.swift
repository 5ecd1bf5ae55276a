import OddsModel
import OddsReconstruction
import OddsWire

/// A channel's tree without its strategy's type, as its store reads it.
protocol ChannelFold: AnyObject {
    /// What the last frame changed, and the held frames that it released.
    var changes: ChangeSet { get }
    var version: FrameVersion? { get }
    var counters: ChannelCounters { get }
    /// What became of a content's changes; `nil` for a topic.
    var contentCounters: ContentCounters? { get }
    func events(limit: Int) -> [EventModel]
    func references() -> [ReferenceModel]
    func value(of name: EntityName) -> EntityValue?
}

/// A topic's channel without its strategy's type. One dynamic call per frame goes
/// through it; the code behind it is generic.
protocol TopicFold: ChannelFold {
    func receive(_ frame: UnsafeRawBufferPointer, trace: inout FrameTrace) -> FrameDisposition
    /// What the version is compared by.
    var versionNumber: UInt64? { get }
    /// That of the last dump, without the held frames that it released.
    var dumpVersionNumber: UInt64? { get }
    /// Those of the held frames, as far as they were not applied before.
    var releasedVersions: [UInt64] { get }
    var missedFrameCount: Int { get }
    func holdUntilDump()
    func keepUntilDump()
    func stopKeeping()
}

final class StrategyFold<Strategy: ReconstructionStrategy & ~Copyable>: TopicFold {
    private var channel = Channel<Strategy>()
    /// The changes of a dump that released held frames. Those of any other
    /// frame are in the strategy.
    private var merged: ChangeSet?

    var changes: ChangeSet { merged ?? channel.strategy.changes }
    var version: FrameVersion? { channel.version }
    var versionNumber: UInt64? { channel.versionNumber }
    var dumpVersionNumber: UInt64? { channel.dumpVersionNumber }
    var releasedVersions: [UInt64] { channel.releasedVersions }
    var counters: ChannelCounters { channel.counters }
    var contentCounters: ContentCounters? { nil }
    var missedFrameCount: Int { channel.missedFrameCount }

    func receive(
        _ frame: UnsafeRawBufferPointer, trace: inout FrameTrace
    ) -> FrameDisposition {
        merged = nil
        // A call applies several frames only if some are held. Readers get
        // their changes as one set.
        guard channel.counters.framesHeld > 0 else {
            return channel.receive(frame, isTreeRead: false, probe: &trace) { _, _ in }
        }
        var merger = ChangeSetMerger()
        var batchCount = 0
        let disposition = channel.receive(frame, isTreeRead: false, probe: &trace) { strategy, _ in
            batchCount += 1
            merger.add(strategy.changes)
        }
        if batchCount > 1 { merged = merger.finish() }
        return disposition
    }

    func holdUntilDump() { channel.holdUntilDump() }

    func keepUntilDump() { channel.keepUntilDump() }

    func stopKeeping() { channel.stopKeeping() }

    func events(limit: Int) -> [EventModel] { channel.strategy.events(limit: limit) }

    func references() -> [ReferenceModel] { channel.strategy.references() }

    func value(of name: EntityName) -> EntityValue? { channel.strategy.value(of: name) }
}
