import OddsModel
import OddsReconstruction

/// What is read after each frame, within the measured time. It keeps
/// strategies honest that build only what is asked for.
public protocol TreeConsumer {
    /// Reads, and folds all that was read into `checksum`. Tells `probe` when
    /// the strategy has handed out what is read.
    static func read<Strategy: ReconstructionStrategy & ~Copyable, Probe: StageProbe>(
        _ strategy: inout Strategy, probe: inout Probe, into checksum: inout Checksum)
}

/// Reads which entities the frame changed, and no tree.
public enum ChangesConsumer: TreeConsumer {
    @inlinable
    public static func read<Strategy: ReconstructionStrategy & ~Copyable, Probe: StageProbe>(
        _ strategy: inout Strategy, probe: inout Probe, into checksum: inout Checksum
    ) {
        checksum.fold(strategy.changes)
    }
}

/// Reads every offer of the first 20 events: a visible page.
public enum PageConsumer: TreeConsumer {
    @inlinable
    public static func read<Strategy: ReconstructionStrategy & ~Copyable, Probe: StageProbe>(
        _ strategy: inout Strategy, probe: inout Probe, into checksum: inout Checksum
    ) {
        let events = strategy.events(limit: HarnessLimits.pageEventCount)
        probe.mark(.reconstruct)
        for event in events { checksum.fold(event) }
    }
}

/// Reads every offer of the whole tree.
public enum SnapshotConsumer: TreeConsumer {
    @inlinable
    public static func read<Strategy: ReconstructionStrategy & ~Copyable, Probe: StageProbe>(
        _ strategy: inout Strategy, probe: inout Probe, into checksum: inout Checksum
    ) {
        let events = strategy.events(limit: .max)
        probe.mark(.reconstruct)
        for event in events { checksum.fold(event) }
    }
}
