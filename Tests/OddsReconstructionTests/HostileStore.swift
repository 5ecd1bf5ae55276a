import OddsModel
import OddsReference
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
        EntityType.typed.allSatisfy { !rows(of: $0).isEmpty } && eventsInARow.count > 1 && !placedEdges.isEmpty && shownOffer != nil
    }

    // MARK: Rows

    private func table(_ type: EntityType) -> UnsafeMutablePointer<EntityTable> {
        store.tables.table(type)
    }

    /// The rows of entities that are there.
    private func rows(of type: EntityType) -> [Row] {
        (0..<table(type).pointee.rowCount).filter { table(type).pointee.exists($0) }
    }

    private var eventsInARow: [Row] {
        var rows: [Row] = []
        store.forEachEventRow { rows.append($0) }
        return rows
    }

    private var placedEdges: [Row] {
        rows(of: .market).flatMap { market in
            let first = table(.market).pointee.children[market].first
            return first == noRow ? [] : [Row(first)]
        }
    }

    /// A betting offer that the tree shows, below an outcome with one market.
    private var shownOffer: (offer: Row, event: Row)? {
        for offer in rows(of: .bettingOffer) where table(.bettingOffer).pointee.has(0, offer) {
            let outcome = table(.bettingOffer).pointee.link(0, offer)
            let edge = table(.outcome).pointee.otherChildren[outcome].first
            guard edge != noRow, table(.outcome).pointee.exists(outcome),
                store.tables.edges[Row(edge)].pointee.nextInOutcome == noRow
            else { continue }
            let market = Row(store.tables.edges[Row(edge)].pointee.market)
            guard table(.market).pointee.exists(market), table(.market).pointee.has(0, market)
            else { continue }
            let event = table(.market).pointee.link(0, market)
            if table(.match).pointee.exists(event) { return (offer, event) }
        }
        return nil
    }

    private func toggle(
        _ flag: RowFlags, of type: EntityType, using random: inout SplitMix64
    ) -> Row {
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
        let events = eventsInARow
        let siblings = table(.match).pointee.siblings
        switch invariant {
        case .freeRows:
            table(type).pointee.freeRow(row)
            return row
        case .usedRows:
            return table(type).pointee.addRow(EntityKey(rawValue: .max / 2))
        case .entityCount:
            table(type).pointee.entityCount += 1
            return nil
        case .presentValues:
            table(type).pointee.booleans[row] |= 1 << 31
            return row
        case .linkTargets:
            let offer = try #require(shownOffer).offer
            table(.bettingOffer).pointee.setLink(0, offer, table(.outcome).pointee.rowCount)
            return offer
        case .referenceCounts:
            table(type).pointee.addReference(to: row)
            return row
        case .listLinks:
            siblings[events[1]].previous = UInt32(events[1])
            return events[1]
        case .listMembers:
            SiblingList.remove(events[1], from: store.tables.events, siblings)
            return nil
        case .arrivalOrder:
            siblings[events[1]].arrival = siblings[events[0]].arrival
            return events[0]
        case .edgeLinks:
            let edge = random.pick(placedEdges)
            store.tables.edges[edge].pointee.links += 1
            return edge
        case .placedEdges:
            let edge = random.pick(placedEdges)
            store.tables.edges[edge].pointee.isPlaced = false
            return edge
        case .releasedRows: return toggle(.isReleased, of: type, using: &random)
        case .dirtyRows: return toggle(.isDirty, of: type, using: &random)
        case .dirtyEvents: return toggle(.isDirtyBelow, of: .match, using: &random)
        case .touchedRows:
            let row = toggle(.isTouched, of: .match, using: &random)
            // One without an entry is not missed, but counted.
            return table(.match).pointee.state(row).pointee.flags.contains(.isTouched) ? nil : row
        case .textReferences:
            let alive = (0..<store.texts.entries.count).filter {
                store.texts.entries[$0].references > 0
            }
            let text = random.pick(alive)
            (store.texts.entries.pointer + text).pointee.references += 1
            return text
        }
    }

    /// The same for the tree.
    func corrupt(_ invariant: EventList.Invariant, using random: inout SplitMix64) throws -> Int? {
        let rows = channel.strategy.tree.rows
        let row = random.pick(rows)
        switch invariant {
        case .positions:
            channel.strategy.tree.positions[row] += 1
            return row
        case .events:
            SiblingList.remove(row, from: store.tables.events, table(.match).pointee.siblings)
            return nil
        case .values:
            let (_, event) = try #require(shownOffer)
            var model = try #require(channel.strategy.tree[event])
            model.withUniqueNode(.match, at: 0) { header, _ in header.pointee.present ^= 1 }
            channel.strategy.tree[event] = model
            return event
        case .nodePositions:
            let (offer, event) = try #require(shownOffer)
            table(.bettingOffer).pointee.nodes[offer] += 1
            return event
        }
    }
}
#endif
