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
/// Allocates, beside what the strategy does, only while frames are held. One thread owns it.
public struct Channel<Strategy: ReconstructionStrategy & ~Copyable>: ~Copyable {
    public var strategy = Strategy()
    /// The version of the state, `nil` if there is none.
    public var version: FrameVersion? { state.version }
    public var counters: ChannelCounters { state.counters }

    @usableFromInline var parser = FrameParser()
    @usableFromInline var batch = FrameBatch()
    @usableFromInline var state = ChannelState()

    public init() {}

    /// Takes one frame's bytes, which it does not keep, and calls `applied`
    /// after each batch that reached the strategy: once for most frames, more
    /// often for a first dump that releases held frames. There the strategy's
    /// change set is that batch's.
    ///
    /// - Parameter isTreeRead: Whether the tree may be read before the next
    ///   frame comes; if not, the strategy may put its rebuilding off.
    @inlinable
    public mutating func receive(
        _ frame: UnsafeRawBufferPointer, isTreeRead: Bool = true,
        applied: (inout Strategy) -> Void = { _ in }
    ) -> FrameDisposition {
        do throws(FrameError) {
            try parser.parse(frame, into: &batch)
        } catch {
            state.countRejection()
            return .rejected(error)
        }
        switch state.admit(batch, frame) {
        case .hold: return .held
        case .drop: return .stale
        case .apply: break
        }
        let releases = state.isFirstDump
        apply(isTreeRead, applied)
        if releases { release(isTreeRead, applied) }
        return .applied
    }

    @inlinable
    mutating func apply(_ isTreeRead: Bool, _ applied: (inout Strategy) -> Void) {
        let counts = isTreeRead ? strategy.apply(batch) : strategy.applyUnread(batch)
        state.count(counts, batch)
        applied(&strategy)
    }

    /// Applies what was held, each frame under rule 5.
    @inlinable
    mutating func release(_ isTreeRead: Bool, _ applied: (inout Strategy) -> Void) {
        for frame in state.takeHeldFrames() {
            frame.withUnsafeBytes { frame in
                // It was legal on arrival, or it would not have been held.
                guard (try? parser.parse(frame, into: &batch)) != nil,
                    state.admit(batch, frame) == .apply
                else { return }
                apply(isTreeRead, applied)
            }
        }
    }
}
