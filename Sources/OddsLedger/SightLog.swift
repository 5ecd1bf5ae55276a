import OddsMeasurement

/// What the readers of all channels saw, in order.
///
/// It grows while a run is measured, so it is in memory of its own, outside the
/// heap: `byteCount` is all that a measured process has more because of it.
/// Appending never moves what is there. One thread owns a log, and copies share
/// their sights.
package struct SightLog: Sendable {
    private struct Entry {
        var channel: UInt32
        var kind: Sight.Kind
        var version: UInt64
        var time: UInt64
    }

    private static let chunkByteCount = 64 << 10
    private static let chunkEntryCount = chunkByteCount / MemoryLayout<Entry>.stride

    private var chunks: [ResidentMemory] = []
    package private(set) var count = 0

    package init() {}

    /// The size of the memory, all of which is resident.
    package var byteCount: Int { chunks.count * Self.chunkByteCount }

    /// - Complexity: O(1); maps memory once in some thousand times.
    package mutating func append(_ sight: Sight, channel: Int) {
        if count == chunks.count * Self.chunkEntryCount {
            chunks.append(ResidentMemory(byteCount: Self.chunkByteCount))
        }
        let address =
            chunks[chunks.count - 1].base
            + count % Self.chunkEntryCount * MemoryLayout<Entry>.stride
        address.initializeMemory(
            as: Entry.self,
            to: Entry(
                channel: UInt32(channel), kind: sight.kind, version: sight.version,
                time: sight.time))
        count += 1
    }

    /// The sights of each channel.
    ///
    /// - Complexity: O(channels + sights).
    package func sights(channels: Int) -> [[Sight]] {
        var sights: [[Sight]] = Array(repeating: [], count: channels)
        for index in 0..<count {
            let entry = chunks[index / Self.chunkEntryCount].base.load(
                fromByteOffset: index % Self.chunkEntryCount * MemoryLayout<Entry>.stride,
                as: Entry.self)
            sights[Int(entry.channel)].append(
                Sight(entry.kind, version: entry.version, time: entry.time))
        }
        return sights
    }
}
