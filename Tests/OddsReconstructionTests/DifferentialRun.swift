import OddsModel
import OddsReconstruction
import OddsReference
import OddsTestInputs
import OddsVerification

/// All strategies of the registry and the reference, fed with the same frames
/// and compared after each.
struct DifferentialRun {
    private let strategies: [(name: String, channel: any StrategyUnderTest)]
    private var reference = ReferenceChannel()
    /// Read by fits and starts, in every fourth run: what a strategy puts off
    /// until it is read must not depend on when that is.
    private let lazy: [(name: String, channel: any StrategyUnderTest)]
    /// A tree that a reader still holds, and what it must go on to show.
    private var kept: (events: [EventModel], nodes: [ReferenceNode])?
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        strategies = StrategyName.all.map { ($0.text, $0.makeChannel()) }
        lazy = seed % 4 == 0
            ? StrategyName.all.map { ("\($0) read lazily", $0.makeChannel()) } : []
    }

    /// Feeds one frame; returns what does not agree, `nil` if all does.
    mutating func feed(_ frame: [UInt8]) -> String? {
        let (disposition, changes) = reference.receive(frame)
        let expected = Received(disposition: FrameDisposition(disposition), changes: changes)
        for (name, channel) in strategies + lazy {
            let received = channel.receive(frame)
            guard received.disposition == expected.disposition else {
                return "\(name): \(received.disposition), expected \(expected.disposition)"
            }
            guard received.changes == expected.changes else {
                return "\(name): \(describe(received)), expected \(describe(expected))"
            }
        }
        return stateDifference(changes)
    }

    /// Compares all that a snapshot shows, as its text; slower than what is
    /// compared after every frame.
    func snapshotDifference() -> String? {
        let expected = reference.snapshot(name: "test")
        for (name, channel) in strategies + lazy {
            if let found = channel.snapshot.firstDifference(from: expected) {
                return "\(name): \(found)"
            }
        }
        let texts = strategies.map(\.channel.snapshotText)
        return texts.allSatisfy { $0 == texts[0] }
            ? nil : "snapshots of the same value differ in their bytes"
    }

    /// `changes` are those of the last frame.
    private mutating func stateDifference(_ changes: [ReferenceChanges]) -> String? {
        let tree = reference.tree()
        let nodes = tree.events()
        let first = strategies[0].channel
        let events = first.events(limit: .max)
        guard nodes.count == events.count, zip(nodes, events).allSatisfy({ $0.matches($1) }) else {
            return snapshotDifference() ?? "\(strategies[0].name): tree differs"
        }
        let comparesReferences = changes.contains(where: \.concernsReferences) || random.chance(5)
        let references = comparesReferences ? first.references : []
        if comparesReferences, !tree.references().matches(references) {
            return snapshotDifference() ?? "references differ"
        }
        guard first.counters == ChannelCounters(reference.counters),
            first.version?.number == reference.version?.number,
            first.version?.text == reference.version?.digits.description
        else { return snapshotDifference() ?? "counters or version differ" }
        for (name, channel) in strategies.dropFirst() {
            guard channel.events(limit: .max) == events else {
                return snapshotDifference() ?? "\(name): tree differs"
            }
            guard !comparesReferences || channel.references == references,
                channel.counters == first.counters, channel.version == first.version
            else { return snapshotDifference() ?? "\(name): references or counters differ" }
        }
        return lazyDifference(events) ?? keptDifference(nodes)
    }

    private mutating func lazyDifference(_ events: [EventModel]) -> String? {
        guard !lazy.isEmpty, random.chance(25) else { return nil }
        let limit = random.chance(50) ? Int.max : random.below(4)
        let expected = Array(events.prefix(limit))
        return lazy.first { $0.channel.events(limit: limit) != expected }
            .map { "\($0.name) differs" }
    }

    private mutating func keptDifference(_ nodes: [ReferenceNode]) -> String? {
        if let kept, !zip(kept.nodes, kept.events).allSatisfy({ $0.matches($1) }) {
            return "a tree that was still held changed"
        }
        kept = nil
        let drawn = random.below(2 * strategies.count)
        if drawn < strategies.count {
            kept = (strategies[drawn].channel.events(limit: .max), nodes)
        }
        return nil
    }

    private func describe(_ received: Received) -> String {
        "\(received.changes.map { ($0.isReset, $0.notation) })"
    }
}

extension ReferenceChanges {
    /// Whether reference entities may not be as they were.
    fileprivate var concernsReferences: Bool {
        isReset || entries.keys.contains { ReferenceSchema.properties[$0.type] == nil }
    }
}
