import OddsReconstruction

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
}
