import OddsModel
import OddsTestInputs
import Testing

@testable import OddsReconstruction
@testable import OddsStore

#if ODDS_INVARIANTS
/// A graph that hostile traffic filled until there is something of every kind
/// in it, to be corrupted.
final class HostileStore {
    private var channel = Channel<IncrementalGraph>()

    init(seed: UInt64) throws {
        var traffic = HostileTraffic(seed: seed)
        for _ in 0..<1_000 {
            traffic.nextFrame().withUnsafeBytes { _ = channel.receive($0) }
            if hasEverything { break }
        }
        try #require(hasEverything, "seed \(seed)")
        try store.checkInvariants()
        _ = channel.strategy.events(limit: .max)
        try checkTree()
    }

    var store: EntityStore {
        _read { yield channel.strategy.store }
        _modify { yield &channel.strategy.store }
    }

    func checkTree() throws(InvariantViolation) {
        try channel.strategy.checkTree()
    }

    private var hasEverything: Bool {
        EntityType.typed.allSatisfy { !rows(of: $0).isEmpty } && events.count > 1
            && !placedEdges.isEmpty && shownOffer != nil
    }

    // MARK: Rows

    private func table(_ type: EntityType) -> UnsafeMutablePointer<EntityTable> {
        store.tables.table(type)
    }

    /// The rows of entities that are there.
    private func rows(of type: EntityType) -> [EntityRow] {
        table(type).pointee.rows.filter { table(type).pointee.exists($0) }
    }

    private var events: [EntityRow] { Array(store.tables.eventRows()) }

    private var placedEdges: [EdgeRow] {
        rows(of: .market).flatMap { Array(store.tables.edges(ofMarket: $0)) }
    }

    /// A betting offer that the tree shows, below an outcome with one market.
    private var shownOffer: (offer: EntityRow, event: EventRow)? {
        for offer in rows(of: .bettingOffer) where table(.bettingOffer).pointee.has(0, offer) {
            let outcome = table(.bettingOffer).pointee.link(0, offer)
            let edges = Array(store.tables.edges(ofOutcome: outcome))
            guard edges.count == 1, table(.outcome).pointee.exists(outcome) else { continue }
            let market = store.tables.edges[edges[0]].market.entity
            guard table(.market).pointee.exists(market), table(.market).pointee.has(0, market)
            else { continue }
            let event = table(.market).pointee.link(0, market)
            if table(.match).pointee.exists(event) { return (offer, EventRow(event)) }
        }
        return nil
    }

    private func toggle(
        _ flag: RowFlags, of type: EntityType, using random: inout SplitMix64
    ) -> EntityRow {
        let row = random.pick(rows(of: type))
        table(type).pointee.state(row).pointee.flags.formSymmetricDifference(flag)
        return row
    }

    // MARK: Corruption

    /// Violates one invariant of the store and returns the row at which the
    /// check has to find it, if it is one.
    func corrupt(
        _ invariant: EntityStore.Invariant, using random: inout SplitMix64
    ) throws -> Int? {
        let type = random.pick(EntityType.typed)
        let row = random.pick(rows(of: type))
        let events = self.events
        let siblings = table(.match).pointee.siblings
        switch invariant {
        case .freeRows:
            table(type).pointee.freeRow(row)
            return row.index
        case .usedRows:
            return table(type).pointee.addRow(EntityKey(rawValue: .max / 2)).index
        case .entityCount:
            table(type).pointee.entityCount += 1
            return nil
        case .presentValues:
            table(type).pointee.structure(row).pointee.booleans |= 1 << 31
            return row.index
        case .linkTargets:
            let offer = try #require(shownOffer).offer
            let missing = EntityRow(table(.outcome).pointee.rowCount)
            table(.bettingOffer).pointee.setLink(0, offer, missing)
            return offer.index
        case .referenceCounts:
            table(type).pointee.structure(row).pointee.references += 1
            return row.index
        case .listLinks:
            siblings[events[1]].previous = events[1]
            return events[1].index
        case .listMembers:
            store.tables.events.remove(events[1], siblings)
            return nil
        case .arrivalOrder:
            siblings.structures[events[1]].sibling.arrival =
                siblings.structures[events[0]].sibling.arrival
            return events[0].index
        case .edgeLinks:
            let edge = random.pick(placedEdges)
            store.tables.edges[edge].links += 1
            return edge.index
        case .placedEdges:
            let edge = random.pick(placedEdges)
            store.tables.edges[edge].isPlaced = false
            return edge.index
        case .releasedRows: return toggle(.isReleased, of: type, using: &random).index
        case .dirtyRows: return toggle(.isDirty, of: type, using: &random).index
        case .dirtyEvents: return toggle(.isDirtyBelow, of: .match, using: &random).index
        case .touchedRows:
            let position = store.changes.appendOwned(
                ChangeSet.Entry(
                    key: EntityKey(rawValue: 1 << 62), type: type, kinds: .removed,
                    properties: [], row: row.number))
            table(type).pointee.state(row).pointee.change = UInt32(position) + 1
            return row.index
        case .textReferences:
            let references = store.texts.references.pointer
            let texts = store.texts.entries.rows
            let text = random.pick(texts.filter { references[$0.index] > 0 })
            references[text.index] += 1
            return text.index
        }
    }

    /// The same for the tree.
    func corrupt(_ invariant: EventList.Invariant, using random: inout SplitMix64) throws -> Int? {
        let rows = channel.strategy.tree.rows
        let row = random.pick(rows)
        switch invariant {
        case .positions:
            channel.strategy.tree.positions[row.index] += 1
            return row.index
        case .events:
            let siblings = table(.match).pointee.siblings
            store.tables.events.remove(row.entity, siblings)
            return nil
        case .values:
            let (_, event) = try #require(shownOffer)
            var model = try #require(channel.strategy.tree[event])
            model.withUniqueNode(.match, at: 0, changesTexts: false) { header, _ in
                header.pointee.present ^= 1
            }
            channel.strategy.tree[event] = model
            return event.index
        case .nodePositions:
            let (offer, event) = try #require(shownOffer)
            table(.bettingOffer).pointee.structure(offer).pointee.node += 1
            return event.index
        }
    }
}
#endif
