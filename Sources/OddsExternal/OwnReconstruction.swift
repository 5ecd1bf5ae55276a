import OddsModel
import OddsReconstruction

/// A strategy of this package behind the protocol: what other programs are measured and
/// checked against.
package struct OwnReconstruction<
    Strategy: ReconstructionStrategy & ~Copyable
>: MessageAnswering {
    /// As the program's users know it.
    package let name: String
    package var level: ConformanceLevel { .full }
    private var names: [String] = []
    private var channels: [OwnChannel<Strategy>] = []

    package init(name: String) { self.name = name }

    package mutating func begin(channels names: [String]) {
        self.names = names
        channels = names.map { _ in OwnChannel() }
    }

    package mutating func apply(
        _ frame: UnsafeRawBufferPointer, channel: Int, events: Int
    ) -> AppliedAnswer {
        precondition(channels.indices.contains(channel), "a channel that hello did not name")
        return channels[channel].apply(frame, events: events)
    }

    package mutating func snapshot() -> [UInt8] {
        SnapshotWriter.document(
            of: zip(names, channels).filter { $1.hasFrames }.map { $1.snapshot(name: $0) })
    }
}

private final class OwnChannel<Strategy: ReconstructionStrategy & ~Copyable> {
    private(set) var hasFrames = false
    private var channel = Channel<Strategy>()
    private var read = ReadChecksum()

    func apply(_ frame: UnsafeRawBufferPointer, events: Int) -> AppliedAnswer {
        hasFrames = true
        let before = channel.counters
        var changed: UInt32 = 0
        let disposition = channel.receive(frame, isTreeRead: events > 0) { strategy in
            let changes = strategy.changes
            guard !changes.isReset else { return }
            changes.forEach { if $0.type != .reference { changed += 1 } }
        }
        let after = channel.counters
        var answer = AppliedAnswer()
        switch disposition {
        case .applied: answer.disposition = AnsweredDisposition.applied.rawValue
        case .stale: answer.disposition = AnsweredDisposition.stale.rawValue
        case .held: answer.disposition = AnsweredDisposition.held.rawValue
        case .rejected(let error):
            answer.disposition = AnsweredDisposition.rejected.rawValue
            answer.errorOffset = UInt32(error.offset)
        }
        answer.recordsApplied = UInt32(after.recordsApplied - before.recordsApplied)
        answer.recordsRejected = UInt32(after.recordsRejected - before.recordsRejected)
        answer.orphanUpdates = UInt32(after.orphanUpdates - before.orphanUpdates)
        answer.orphanDeletes = UInt32(after.orphanDeletes - before.orphanDeletes)
        answer.changed = changed
        if events > 0 {
            let limit = events == Int(UInt32.max) ? Int.max : events
            answer.checksum = read.checksum(of: channel.strategy.events(limit: limit))
        }
        return answer
    }

    func snapshot(name: String) -> ChannelSnapshot {
        ChannelSnapshot(
            channel: name, version: channel.version,
            events: channel.strategy.events(limit: .max),
            references: channel.strategy.references(), counters: channel.counters)
    }
}

/// A program that answers every frame with nothing: what it costs to ask one.
package struct NullReconstruction: MessageAnswering {
    package static let name = "null"
    /// The subcommand of `bench` that is such a program.
    package static let command = "null-strategy"
    package var name: String { Self.name }
    package var level: ConformanceLevel { .basic }

    package init() {}

    package mutating func begin(channels: [String]) {}

    package mutating func apply(
        _ frame: UnsafeRawBufferPointer, channel: Int, events: Int
    ) -> AppliedAnswer { AppliedAnswer() }

    package mutating func snapshot() -> [UInt8] { Array(#"{"channels":[]}"#.utf8) }
}
