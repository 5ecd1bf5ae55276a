import OddsReconstruction
import OddsTraffic

/// The state that a topic should show, as a snapshot of the feed contract
/// (EM-S1).
package enum FeedTruth {
    /// The snapshot document of a channel that has received only `dump`.
    /// - Complexity: O(bytes of the dump).
    package static func document(topic: String, dump: [UInt8]) -> [UInt8] {
        var channel = Channel<FullRebuild>()
        _ = dump.withUnsafeBytes { channel.receive($0) }
        let snapshot = ChannelSnapshot(
            channel: topic, version: channel.version,
            events: channel.strategy.events(limit: .max),
            references: channel.strategy.references(), counters: channel.counters)
        return SnapshotWriter.document(of: [snapshot])
    }

    /// The snapshot document of a channel of SportRadar's wire that has received only a
    /// content as a whole. Its `mainLine` is that of a fresh subscriber: another one has it on
    /// the markets that were the first ones when it got their events (SR-E4), so that a
    /// comparison leaves it out.
    ///
    /// - Parameter refreshed: The element of the socket frame.
    /// - Complexity: O(bytes).
    package static func document(refreshed: [UInt8]) -> [UInt8] {
        var channels = ContentChannels<FullRebuild>(opensContents: true)
        SocketFrame.frame(of: [refreshed]).withUnsafeBytes { _ = try? channels.receive($0) }
        return SnapshotWriter.document(of: channels.snapshots())
    }

    /// The document of a channel that has received only the dump of the moment behind the last
    /// of these frames, whose source is elsewhere: it is folded from an earlier dump. Order
    /// and counters are those of that dump, not of the way to it.
    ///
    /// - Parameters:
    ///   - dump: Any dump of the topic.
    ///   - frames: All that followed it.
    /// - Complexity: O(bytes), and O(n log n) in the number of entities.
    package static func document(
        topic: String, dump: [UInt8], frames: some Sequence<[UInt8]>
    ) -> [UInt8] {
        var state = FoldedChannel()
        _ = dump.withUnsafeBytes { state.apply($0) }
        var hasChanged = false
        for frame in frames {
            _ = frame.withUnsafeBytes { state.apply($0) }
            hasChanged = true
        }
        return document(
            topic: topic, dump: hasChanged ? state.dump(version: state.version) : dump)
    }
}
