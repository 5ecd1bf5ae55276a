import OddsModel
import OddsReconstruction
import OddsReference

/// The three strategies and the reference, fed with the same frames and
/// compared after each.
struct DifferentialRun {
    private let full = StrategyChannel<FullRebuild>()
    private let delta = StrategyChannel<DeltaRebuild>()
    private let graph = StrategyChannel<IncrementalGraph>()
    private var reference = ReferenceChannel()
    /// Read by fits and starts, in every fourth run: what a strategy puts off
    /// until it is read must not depend on when that is.
    private let lazyDelta: StrategyChannel<DeltaRebuild>?
    private let lazyGraph: StrategyChannel<IncrementalGraph>?
    /// A tree that a reader still holds, and what it must go on to show.
    private var kept: (events: [EventModel], nodes: [ReferenceNode])?
    private var random: SplitMix64

    init(seed: UInt64) {
        random = SplitMix64(seed: seed)
        lazyDelta = seed % 4 == 0 ? StrategyChannel() : nil
        lazyGraph = seed % 4 == 0 ? StrategyChannel() : nil
    }

    /// Feeds one frame; returns what does not agree, `nil` if all does.
    mutating func feed(_ frame: [UInt8]) -> String? {
        let (disposition, changes) = reference.receive(frame)
        let expected = Received(disposition: FrameDisposition(disposition), changes: changes)
        for (name, channel) in channels {
            let received = channel.receive(frame)
            guard received.disposition == expected.disposition else {
                return "\(name): \(received.disposition), expected \(expected.disposition)"
            }
            guard received.changes == expected.changes else {
                return "\(name): \(describe(received)), expected \(describe(expected))"
            }
        }
        return stateDifference()
    }

    /// Compares all that a snapshot shows, as its text; slower than what is
    /// compared after every frame.
    func snapshotDifference() -> String? {
        let expected = reference.snapshot(name: "test")
        for (name, channel) in channels {
            if let found = channel.snapshot.firstDifference(from: expected) {
                return "\(name): \(found)"
            }
        }
        return full.snapshotText == delta.snapshotText && full.snapshotText == graph.snapshotText
            ? nil : "snapshots of the same value differ in their bytes"
    }

    private var channels: [(String, any ChannelUnderTest)] {
        let all: [(String, (any ChannelUnderTest)?)] = [
            ("full", full), ("delta", delta), ("graph", graph), ("delta read lazily", lazyDelta),
            ("graph read lazily", lazyGraph),
        ]
        return all.compactMap { name, channel in channel.map { (name, $0) } }
    }

    private mutating func stateDifference() -> String? {
        let tree = reference.tree()
        let nodes = tree.events()
        let events = full.events()
        guard nodes.count == events.count, zip(nodes, events).allSatisfy({ $0.matches($1) }) else {
            return snapshotDifference() ?? "full: tree differs"
        }
        guard delta.events() == events else { return snapshotDifference() ?? "delta: tree differs" }
        guard graph.events() == events else { return snapshotDifference() ?? "graph: tree differs" }
        guard tree.references().matches(full.references), delta.references == full.references,
            graph.references == full.references
        else { return snapshotDifference() ?? "references differ" }
        guard full.counters == delta.counters, full.counters == graph.counters,
            full.version == delta.version, full.version == graph.version,
            full.version?.number == reference.version?.number,
            full.version?.text == reference.version?.digits.description,
            full.counters == ChannelCounters(reference.counters)
        else { return snapshotDifference() ?? "counters or version differ" }
        return lazyDifference(events) ?? keptDifference(nodes)
    }

    private mutating func lazyDifference(_ events: [EventModel]) -> String? {
        guard let lazyDelta, let lazyGraph, random.chance(25) else { return nil }
        let limit = random.chance(50) ? Int.max : random.below(4)
        let expected = Array(events.prefix(limit))
        guard lazyDelta.events(limit: limit) == expected else { return "delta read lazily differs" }
        guard lazyGraph.events(limit: limit) == expected else { return "graph read lazily differs" }
        return nil
    }

    private mutating func keptDifference(_ nodes: [ReferenceNode]) -> String? {
        if let kept, !zip(kept.nodes, kept.events).allSatisfy({ $0.matches($1) }) {
            return "a tree that was still held changed"
        }
        switch random.below(6) {
        case 0: kept = (graph.events(), nodes)
        case 1: kept = (delta.events(), nodes)
        default: kept = nil
        }
        return nil
    }

    private func describe(_ received: Received) -> String {
        "\(received.changes.map { ($0.isReset, $0.notation) })"
    }
}

extension ChannelCounters {
    init(_ counters: ReferenceChannel.Counters) {
        self.init()
        framesApplied = counters.framesApplied
        framesRejected = counters.framesRejected
        framesStale = counters.framesStale
        framesHeld = counters.framesHeld
        framesHeldDropped = counters.framesHeldDropped
        recordsApplied = counters.recordsApplied
        recordsRejected = counters.recordsRejected
        orphanUpdates = counters.orphanUpdates
        orphanDeletes = counters.orphanDeletes
    }
}
