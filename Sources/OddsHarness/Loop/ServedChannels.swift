import OddsCapture
import OddsReconstruction
import OddsWire

/// The channels that a run serves: those of EM's feed, a frame of which is one channel's,
/// or the contents of SportRadar's socket, a frame of which changes several. One thread
/// owns them.
@usableFromInline
package struct ServedChannels<Strategy: ReconstructionStrategy & ~Copyable>: ~Copyable {
    @usableFromInline let feed: FeedChannels
    @usableFromInline let isSocket: Bool
    /// Empty for a socket.
    @usableFromInline var channels: ChannelSet<Strategy>
    /// Empty for EM's feed.
    @usableFromInline var contents = ContentChannels<Strategy>(opensContents: true)

    @inlinable
    package init(_ feed: FeedChannels) {
        self.feed = feed
        isSocket = feed.provider == .sportRadar
        channels = ChannelSet(count: isSocket ? 0 : feed.names.count)
    }

    /// Hands a frame to its channels, and calls `applied` after each batch that reached
    /// one. What cannot be read is counted.
    @inlinable
    package mutating func receive<Probe: StageProbe>(
        _ frame: ScheduledFrame, isTreeRead: Bool = true, probe: inout Probe,
        applied: (inout Strategy, inout Probe) -> Void
    ) {
        if isSocket {
            receiveOnSocket(frame, isTreeRead, &probe, applied)
        } else {
            _ = channels[Int(frame.ticket.channel)].receive(
                frame.bytes, isTreeRead: isTreeRead, probe: &probe, applied: applied)
        }
    }

    /// Apart, so that one wire's code does not change what the other's is compiled to.
    @inlinable @inline(never)
    mutating func receiveOnSocket<Probe: StageProbe>(
        _ frame: ScheduledFrame, _ isTreeRead: Bool, _ probe: inout Probe,
        _ applied: (inout Strategy, inout Probe) -> Void
    ) {
        _ = try? contents.receive(frame.bytes, isTreeRead: isTreeRead, probe: &probe) {
            applied(&$1, &$2)
        }
    }

    /// Calls `body` with the strategy of each channel, in order.
    @inlinable
    package mutating func forEach(_ body: (inout Strategy) -> Void) {
        for number in 0..<channels.count { body(&channels[number].strategy) }
        guard isSocket else { return }
        for content in contents.openContents { body(&contents[content]) }
    }

    /// The canonical snapshot document of all channels.
    ///
    /// - Complexity: O(size of the state); allocates as much.
    package mutating func snapshot() -> [UInt8] {
        isSocket
            ? SnapshotWriter.document(of: contents.snapshots())
            : channels.snapshot(names: feed.names)
    }
}
