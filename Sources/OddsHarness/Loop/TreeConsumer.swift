import OddsModel
import OddsReconstruction

/// A read of the tree after each frame, within the measured time. A lazy
/// strategy has to do its work within it.
@usableFromInline
package protocol TreeConsumer {
    /// Reads, adding all values to `checksum`, and marks the end of the
    /// reconstruction on `probe`.
    static func read<Strategy: ReconstructionStrategy & ~Copyable, Probe: StageProbe>(
        _ strategy: inout Strategy, probe: inout Probe, into checksum: inout Checksum)
}

/// Reads the change set of the frame, and no tree.
@usableFromInline
package enum ChangesConsumer: TreeConsumer {
    @inlinable
    package static func read<Strategy: ReconstructionStrategy & ~Copyable, Probe: StageProbe>(
        _ strategy: inout Strategy, probe: inout Probe, into checksum: inout Checksum
    ) {
        checksum.add(strategy.changes)
    }
}

/// Reads every offer of the first `HarnessLimits.pageEventCount` events: a
/// visible page.
@usableFromInline
package enum PageConsumer: TreeConsumer {
    @inlinable
    package static func read<Strategy: ReconstructionStrategy & ~Copyable, Probe: StageProbe>(
        _ strategy: inout Strategy, probe: inout Probe, into checksum: inout Checksum
    ) {
        let events = strategy.events(limit: HarnessLimits.pageEventCount)
        probe.mark(.reconstruct)
        for event in events { checksum.add(event) }
    }
}

/// Reads every offer of all events.
@usableFromInline
package enum SnapshotConsumer: TreeConsumer {
    @inlinable
    package static func read<Strategy: ReconstructionStrategy & ~Copyable, Probe: StageProbe>(
        _ strategy: inout Strategy, probe: inout Probe, into checksum: inout Checksum
    ) {
        let events = strategy.events(limit: .max)
        probe.mark(.reconstruct)
        for event in events { checksum.add(event) }
    }
}
