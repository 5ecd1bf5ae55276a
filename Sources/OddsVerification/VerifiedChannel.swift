import OddsModel
import OddsReconstruction
import OddsReference

/// A channel with any strategy, compared with the reference after its frames.
protocol VerifiedChannel: AnyObject {
    /// Takes a frame, and compares what became of it and what it changed; returns
    /// what differs, `nil` if nothing does.
    func difference(after frame: UnsafeRawBufferPointer, from expected: ExpectedFrame) -> String?

    /// Compares the tree, the reference entities, the counters and the version.
    ///
    /// - Complexity: O(state).
    func difference(from expected: ExpectedState) -> String?

    /// The canonical snapshot.
    func snapshot(name: String) -> ChannelSnapshot
}

/// What the reference made of a frame.
struct ExpectedFrame {
    let disposition: FrameDisposition
    let changes: [ReferenceChanges]
}

/// What the reference shows.
struct ExpectedState {
    let events: [ReferenceNode]
    let references: [UTF8Text: [ReferenceNode]]
    let counters: ChannelCounters
    let version: ReferenceVersion?

    init(_ channel: ReferenceChannel) {
        self.init(
            channel.tree(), ChannelCounters(channel.counters), version: channel.version)
    }

    init(_ tree: ReferenceTree, _ counters: ChannelCounters, version: ReferenceVersion?) {
        events = tree.events()
        references = tree.references()
        self.counters = counters
        self.version = version
    }

    /// What of a strategy's state differs, `nil` if nothing does.
    func difference(
        events: [EventModel], references: [ReferenceModel], counters: ChannelCounters
    ) -> String? {
        guard events.count == self.events.count else {
            return "the tree has \(events.count) events instead of \(self.events.count)"
        }
        for (node, event) in zip(self.events, events) where !node.matches(event) {
            return "event \(event.id) differs"
        }
        guard self.references.matches(references) else { return "the reference entities differ" }
        return counters == self.counters
            ? nil : "the counters are \(counters) instead of \(self.counters)"
    }
}

final class StrategyChannel<Strategy: ReconstructionStrategy & ~Copyable>: VerifiedChannel {
    private var channel = Channel<Strategy>()

    func difference(
        after frame: UnsafeRawBufferPointer, from expected: ExpectedFrame
    ) -> String? {
        var changes: [ReferenceChanges?] = []
        let disposition = channel.receive(frame) {
            changes.append(ReferenceChanges($0.changes))
        }
        guard disposition == expected.disposition else {
            return "the frame is \(disposition) instead of \(expected.disposition)"
        }
        guard changes.count == expected.changes.count else {
            return "\(changes.count) batches were applied instead of \(expected.changes.count)"
        }
        for (found, wanted) in zip(changes, expected.changes) {
            guard let found else { return "the change set contradicts itself" }
            if let difference = found.difference(from: wanted) { return difference }
        }
        return nil
    }

    func difference(from expected: ExpectedState) -> String? {
        let difference = expected.difference(
            events: channel.strategy.events(limit: .max),
            references: channel.strategy.references(), counters: channel.counters)
        if let difference { return difference }
        return channel.version?.text == expected.version?.digits.description
            ? nil : "the version differs"
    }

    func snapshot(name: String) -> ChannelSnapshot {
        ChannelSnapshot(
            channel: name, version: channel.version,
            events: channel.strategy.events(limit: .max),
            references: channel.strategy.references(), counters: channel.counters)
    }
}

extension ReferenceChanges {
    /// The first entity of which this says something else.
    func difference(from expected: ReferenceChanges) -> String? {
        guard isReset == expected.isReset else { return "it is wrong whether the tree is new" }
        let names = Set(entries.keys).union(expected.entries.keys)
        guard let name = names.first(where: { entries[$0] != expected.entries[$0] }) else {
            return nil
        }
        return "the change of \(name.type) \(name.id) differs"
    }
}
