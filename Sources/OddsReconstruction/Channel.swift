import OddsModel
import OddsWire

/// What a channel did with a frame.
public enum FrameDisposition: Equatable, Sendable {
    /// Applied, and so were the held frames that a first dump released, as far
    /// as they were not stale.
    case applied
    /// Older than the state; dropped unread (EM-V3).
    case stale
    /// Kept until the channel's first dump (EM-D1).
    case held
    /// Not a frame (EM-F1).
    case rejected(FrameError)
}

/// One channel of a feed: the parser, the strategy and the rules that decide
/// which frames reach it (EM-F1, EM-V3 and EM-D1 of the feed contract).
///
/// Allocates, beside what the strategy does, only while frames are held and for
/// frames of `FrameBatch.longFrameBytes` and more. One thread owns it.
public struct Channel<Strategy: ReconstructionStrategy & ~Copyable>: ~Copyable {
    /// What keeps the channel's tree current.
    public var strategy = Strategy()
    /// The version of the state, `nil` if there is none.
    public var version: FrameVersion? { state.version }
    /// What `version` is compared by, without its text.
    package var versionNumber: UInt64? { state.versionNumber }
    /// The number of the last dump's own version, without what it released.
    package var dumpVersionNumber: UInt64? { state.dumpVersionNumber }
    /// The versions of the held frames that the last dump released, as far as
    /// they were not applied before.
    package var releasedVersions: [UInt64] { state.releasedVersions }
    /// What became of the channel's frames and records so far.
    public var counters: ChannelCounters { state.counters }

    @usableFromInline var parser = FrameParser()
    @usableFromInline var batch = FrameBatch()
    @usableFromInline var state = ChannelState()

    /// A channel without state, which holds updates until its first dump.
    public init() {}

    /// Updates whose changes the state lacks, so far: they came out of order
    /// and were dropped as stale although no dump since was as new as they, or
    /// were dropped while they were held. Who can ask for a new dump does so
    /// when this rises.
    public var missedFrameCount: Int { state.missedFrameCount }

    /// Says that frames are those of a new connection from now on: updates are
    /// held until its first dump (EM-D1 anew), while the state stays as it is
    /// to be read. What was held so far is dropped.
    public mutating func holdUntilDump() { state.holdUntilDump() }

    /// Says that a dump was asked for, which may come late: updates are applied
    /// as before, and once more after it, under EM-V3. Bounded like the held
    /// ones. Nothing changes while updates are held.
    public mutating func keepUntilDump() { state.keepUntilDump() }

    /// Says that the dump announced by `keepUntilDump` will not come.
    public mutating func stopKeeping() { state.stopKeeping() }

    /// Takes one frame's bytes, which it does not keep, and calls `applied`
    /// after each batch that reached the strategy: once for most frames, more
    /// often for a first dump that releases held frames. There the strategy's
    /// change set is that batch's.
    ///
    /// - Parameters:
    ///   - frame: The frame's text, whole.
    ///   - isTreeRead: Whether the tree may be read before the next frame
    ///     comes; if not, the strategy may put its rebuilding off.
    ///   - applied: Called with the strategy after each applied batch.
    /// - Complexity: O(bytes), and the strategy's `apply`; the same for each
    ///   held frame that a dump releases.
    @inlinable
    public mutating func receive(
        _ frame: UnsafeRawBufferPointer, isTreeRead: Bool = true,
        applied: (inout Strategy) -> Void = { _ in }
    ) -> FrameDisposition {
        var probe = NoProbe()
        return receive(frame, isTreeRead: isTreeRead, probe: &probe) { strategy, _ in
            applied(&strategy)
        }
    }

    /// `receive` that marks the end of each stage on `probe`. What follows the
    /// last mark belongs to `deliver`; `applied` may go on with the probe.
    @inlinable
    public mutating func receive<Probe: StageProbe>(
        _ frame: UnsafeRawBufferPointer, isTreeRead: Bool = true, probe: inout Probe,
        applied: (inout Strategy, inout Probe) -> Void
    ) -> FrameDisposition {
        defer { if frame.count >= FrameBatch.longFrameBytes { batch.releaseMemory() } }
        do throws(FrameError) {
            try parser.parse(frame, into: &batch, lookup: strategy.lookup)
        } catch {
            state.countRejection()
            probe.mark(.decode)
            return .rejected(error)
        }
        let admission = state.admit(batch, frame)
        probe.mark(.decode)
        switch admission {
        case .hold: return .held
        case .drop: return .stale
        case .apply: break
        }
        let releases = state.isFirstDump
        apply(isTreeRead, &probe, applied)
        if releases { release(isTreeRead, &probe, applied) }
        return .applied
    }

    @inlinable
    mutating func apply<Probe: StageProbe>(
        _ isTreeRead: Bool, _ probe: inout Probe,
        _ applied: (inout Strategy, inout Probe) -> Void
    ) {
        let counts = strategy.applyUnread(batch)
        state.count(counts, batch)
        probe.mark(.apply)
        if isTreeRead { strategy.rebuild() }
        probe.mark(.reconstruct)
        applied(&strategy, &probe)
    }

    /// Applies what was held, each frame by its version (EM-D2).
    @inlinable
    mutating func release<Probe: StageProbe>(
        _ isTreeRead: Bool, _ probe: inout Probe,
        _ applied: (inout Strategy, inout Probe) -> Void
    ) {
        for frame in state.takeHeldFrames() {
            probe.mark(.deliver)
            frame.content.withUnsafeBytes { text in
                // It was legal on arrival, or it would not have been held.
                guard (try? parser.parse(text, into: &batch, lookup: strategy.lookup)) != nil,
                    state.admit(batch, text) == .apply
                else { return }
                probe.mark(.decode)
                apply(isTreeRead, &probe, applied)
                if !frame.wasApplied { state.noteReleased() }
            }
        }
    }
}
