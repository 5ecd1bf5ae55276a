import OddsModel
import OddsReconstruction
import OddsWire

/// Whole channels: no sequence of frames, legal or not, ends the process, and
/// after each frame every strategy shows the same tree and reports the same
/// changes; at the end all snapshots are the same. Between batches the
/// strategies' invariants hold.
public enum ChannelTarget {
    public static func run(_ input: UnsafeRawBufferPointer) {
        var full = ObservedChannel<FullRebuild>()
        var delta = ObservedChannel<DeltaRebuild>()
        var graph = ObservedChannel<IncrementalGraph>()
        // Read only at the end: what was put off until then must not be lost.
        var unreadDelta = ObservedChannel<DeltaRebuild>()
        var unreadGraph = ObservedChannel<IncrementalGraph>()

        let frames = FuzzInput(input).frames
        for (index, bytes) in frames.enumerated() {
            let difference: String? = withExactBytes(bytes) { frame in
                unreadDelta.receiveUnread(frame)
                unreadGraph.receiveUnread(frame)
                let expected = full.receive(frame)
                return delta.receive(frame).difference(from: expected, "delta", "full")
                    ?? graph.receive(frame).difference(from: expected, "graph", "full")
            }
            if let difference { FuzzDriver.fail(difference, frame: index, of: bytes) }
        }
        let state = full.state
        let others = [delta.state, graph.state, unreadDelta.state, unreadGraph.state]
        if others.contains(where: { $0 != state }) {
            let texts = ([state] + others).map { String(decoding: $0, as: UTF8.self) }
            FuzzDriver.fail(
                texts.joined(separator: "\n"), frame: frames.count - 1, of: frames[0])
        }
    }
}

/// What a channel shows after a frame.
private struct Observation: Equatable {
    let disposition: FrameDisposition
    let counters: ChannelCounters
    let version: FrameVersion?
    /// The sum of the hashes of all entries: their order says nothing.
    let changes: UInt64
    let events: [EventModel]

    func difference(from other: Observation, _ name: String, _ otherName: String) -> String? {
        guard self != other else { return nil }
        return "\(name): \(text)\n\(otherName): \(other.text)"
    }

    private var text: String {
        let state = SnapshotWriter.state(events: events, references: [])
        return """
            \(disposition), \(counters), version \(version?.text ?? "none"), \
            changes \(changes), \(String(decoding: state, as: UTF8.self))
            """
    }
}

private struct ObservedChannel<Strategy: ReconstructionStrategy & ~Copyable>: ~Copyable {
    private var channel = Channel<Strategy>()
    private var frameCount = 0

    init() {}

    mutating func receive(_ frame: UnsafeRawBufferPointer) -> Observation {
        defer { frameCount += 1 }
        let index = frameCount
        var changes: UInt64 = 0
        let disposition = channel.receive(frame) { strategy in
            changes &+= Self.hash(of: strategy.changes)
            Self.checkInvariants(of: &strategy, index, frame)
        }
        let events = channel.strategy.events(limit: .max)
        Self.checkInvariants(of: &channel.strategy, index, frame)
        return Observation(
            disposition: disposition, counters: channel.counters, version: channel.version,
            changes: changes, events: events)
    }

    mutating func receiveUnread(_ frame: UnsafeRawBufferPointer) {
        defer { frameCount += 1 }
        let index = frameCount
        _ = channel.receive(frame, isTreeRead: false) { strategy in
            Self.checkInvariants(of: &strategy, index, frame)
        }
    }

    private static func checkInvariants(
        of strategy: inout Strategy, _ index: Int, _ frame: UnsafeRawBufferPointer
    ) {
        #if ODDS_INVARIANTS
            do throws(InvariantViolation) {
                try strategy.checkInvariants()
            } catch {
                FuzzDriver.fail("\(Strategy.name): \(error)", frame: index, of: Array(frame)[...])
            }
        #endif
    }

    var state: [UInt8] {
        mutating get {
            SnapshotWriter.state(
                events: channel.strategy.events(limit: .max),
                references: channel.strategy.references())
        }
    }

    private static func hash(of changes: ChangeSet) -> UInt64 {
        var sum: UInt64 = changes.isReset ? 1 : 0
        changes.forEach { change in
            var hash = Hasher64()
            hash.add(changes.typeName(of: change).utf8)
            hash.add(changes.id(of: change).utf8)
            hash.add(CollectionOfOne(change.kinds.rawValue))
            for name in changes.propertyNames(of: change).map({ Array($0.utf8) }).sorted(by: {
                $0.lexicographicallyPrecedes($1)
            }) {
                hash.add(name)
            }
            sum &+= hash.value
        }
        return sum
    }
}

/// FNV-1a over texts, each with an end that no text has.
private struct Hasher64 {
    private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

    mutating func add(_ text: some Sequence<UInt8>) {
        for byte in text { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
        value = (value ^ 0x100) &* 0x100_0000_01B3
    }
}
