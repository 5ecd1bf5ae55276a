import OddsModel

// Insertion and removal of entities, and the links between them.

extension EntityStore {
    /// The entity at `row` is there from now on, after all that were before.
    mutating func insert(_ type: EntityType, _ row: EntityRow) {
        let table = tables.table(type)
        table.pointee.state(row).pointee.flags.insert(.exists)
        table.pointee.entityCount += 1
        table.pointee.structure(row).pointee.sibling.arrival = tables.nextArrival
        tables.nextArrival += 1
        switch type {
        case .match:
            Self.insert(row, into: &tables.events, table.pointee.siblings)
            isEventListDirty = true
            markEvent(EventRow(row))
        case .outcome:
            for edge in tables.edges(ofOutcome: row) { placeEdge(edge) }
        case .market, .bettingOffer, .eventInfo, .marketOutcomeRelation, .reference:
            break
        }
    }

    /// The entity at `row` is gone from now on; its children stay.
    mutating func remove(_ type: EntityType, _ row: EntityRow) {
        let table = tables.table(type)
        switch type {
        case .match:
            tables.events.remove(row, table.pointee.siblings)
            isEventListDirty = true
        case .outcome:
            for edge in tables.edges(ofOutcome: row) { unplaceEdge(edge) }
        case .market, .bettingOffer, .eventInfo, .marketOutcomeRelation, .reference:
            break
        }
        clear(table.pointee.state(row).pointee.present, row, table)
        table.pointee.state(row).pointee.flags.remove(.exists)
        table.pointee.entityCount -= 1
        releaseIfUnused(type, row)
    }

    // MARK: Links

    /// Sets a link of an entity that is there.
    mutating func attach(
        _ type: EntityType, _ row: EntityRow, _ column: Int, to target: EntityRow
    ) {
        let table = tables.table(type)
        let targetType = table.pointee.linkTargets[column]
        tables.table(targetType).pointee.structure(target).pointee.references += 1
        table.pointee.setLink(column, row, target)
        switch type {
        case .market, .eventInfo, .bettingOffer:
            Self.insert(row, into: &children(of: type)[target], table.pointee.siblings)
            markParent(targetType, target)
        case .outcome:
            addEdge(MarketRow(target), OutcomeRow(row))
            // The outcome's own link is a value as well, shown wherever another
            // market names the outcome.
            markParent(.outcome, row)
        case .marketOutcomeRelation:
            table.pointee.state(row).pointee.present |= 1 << UInt32(column)
            if let (market, outcome) = ends(of: row) { addEdge(market, outcome) }
        case .match, .reference:
            preconditionFailure("no links")
        }
    }

    /// Takes back a link.
    mutating func detach(
        _ type: EntityType, _ row: EntityRow, _ column: Int, from target: EntityRow
    ) {
        let table = tables.table(type)
        let targetType = table.pointee.linkTargets[column]
        switch type {
        case .market, .eventInfo, .bettingOffer:
            children(of: type)[target].remove(row, table.pointee.siblings)
            markParent(targetType, target)
        case .outcome:
            removeEdge(MarketRow(target), OutcomeRow(row))
        case .marketOutcomeRelation:
            if let (market, outcome) = ends(of: row) { removeEdge(market, outcome) }
            // The other end may be taken back next: this one is no longer set.
            table.pointee.state(row).pointee.present &= ~(1 << UInt32(column))
        case .match, .reference:
            preconditionFailure("no links")
        }
        tables.table(targetType).pointee.structure(target).pointee.references -= 1
        releaseIfUnused(targetType, target)
    }

    /// Puts a row behind the siblings that arrived before it.
    @inline(__always)
    private static func insert(
        _ row: EntityRow, into list: inout RowList<Tables.Entity>,
        _ siblings: Siblings
    ) {
        let structures = siblings.structures
        let arrival = structures[row].sibling.arrival
        list.insert(row, siblings) { structures[$0].sibling.arrival > arrival }
    }

    /// The lists of the entities of `type` under each of their parents.
    @inline(__always)
    private func children(of type: EntityType) -> RowField<RowList<Tables.Entity>> {
        switch type {
        case .market: tables.table(.match).pointee.children
        case .eventInfo: tables.table(.match).pointee.infos
        case .bettingOffer: tables.table(.outcome).pointee.children
        case .match, .outcome, .marketOutcomeRelation, .reference:
            preconditionFailure("no list of siblings")
        }
    }

    /// What a relation names, if it names both a market and an outcome.
    func ends(of relation: EntityRow) -> (MarketRow, OutcomeRow)? {
        let table = tables.table(.marketOutcomeRelation)
        let (market, outcome) = (Schema.Relation.marketId, Schema.Relation.outcomeId)
        guard table.pointee.has(market, relation), table.pointee.has(outcome, relation) else {
            return nil
        }
        return (
            MarketRow(table.pointee.link(market, relation)),
            OutcomeRow(table.pointee.link(outcome, relation))
        )
    }

    // MARK: Edges
    //
    // Lists are changed by way of a copy of their column's pointer, as the thread
    // sanitizer of Swift 6.3 makes the compiler fail at what is written through
    // the property of a table behind a pointer.

    /// - Complexity: O(markets that name the outcome), nearly always one.
    private mutating func addEdge(_ market: MarketRow, _ outcome: OutcomeRow) {
        if let edge = edge(market, outcome) {
            tables.edges[edge].links += 1
            return
        }
        let outcomes = tables.table(.outcome)
        let edges = outcomes.pointee.edges
        let edge = tables.edges.add(Edge(market: market, outcome: outcome))
        tables.table(.market).pointee.structure(market.entity).pointee.references += 1
        outcomes.pointee.structure(outcome.entity).pointee.references += 1
        edges[outcome.entity].insert(edge, EdgesOfOutcome(edges: tables.edges.column))
        if outcomes.pointee.exists(outcome.entity) { placeEdge(edge) }
    }

    private mutating func removeEdge(_ market: MarketRow, _ outcome: OutcomeRow) {
        guard let edge = edge(market, outcome) else {
            preconditionFailure("an edge that was not added")
        }
        tables.edges[edge].links -= 1
        guard tables.edges[edge].links == 0 else { return }
        let outcomes = tables.table(.outcome)
        let edges = outcomes.pointee.edges
        if tables.edges[edge].isPlaced { unplaceEdge(edge) }
        edges[outcome.entity].remove(edge, EdgesOfOutcome(edges: tables.edges.column))
        tables.edges.free(edge)
        // Where it still shows, the node noted may be that of the place it
        // just left.
        markParent(.outcome, outcome.entity)
        tables.table(.market).pointee.structure(market.entity).pointee.references -= 1
        outcomes.pointee.structure(outcome.entity).pointee.references -= 1
        releaseIfUnused(.market, market.entity)
        releaseIfUnused(.outcome, outcome.entity)
    }

    private func edge(_ market: MarketRow, _ outcome: OutcomeRow) -> EdgeRow? {
        tables.edges(ofOutcome: outcome.entity).first { tables.edges[$0].market == market }
    }

    /// Puts an edge into its market's list, in order of arrival of the
    /// outcomes.
    private mutating func placeEdge(_ edge: EdgeRow) {
        let market = tables.edges[edge].market.entity
        let outcomes = tables.table(.outcome).pointee.allStructures
        let edges = tables.edges.column
        let arrival = outcomes[edges[edge].outcome.entity].sibling.arrival
        edges[edge].isPlaced = true
        let edgesOfMarkets = tables.table(.market).pointee.edges
        edgesOfMarkets[market].insert(edge, EdgesOfMarket(edges: edges)) {
            outcomes[edges[$0].outcome.entity].sibling.arrival > arrival
        }
        markParent(.market, market)
    }

    private mutating func unplaceEdge(_ edge: EdgeRow) {
        let market = tables.edges[edge].market.entity
        tables.edges[edge].isPlaced = false
        let edgesOfMarkets = tables.table(.market).pointee.edges
        edgesOfMarkets[market].remove(edge, EdgesOfMarket(edges: tables.edges.column))
        markParent(.market, market)
    }

    // MARK: Free rows

    @inline(__always)
    func isUnused(_ type: EntityType, _ row: EntityRow) -> Bool {
        let table = tables.table(type)
        return table.pointee.structure(row).pointee.references == 0 && !table.pointee.exists(row)
    }

    private mutating func releaseIfUnused(_ type: EntityType, _ row: EntityRow) {
        let state = tables.table(type).pointee.state(row)
        guard isUnused(type, row), !state.pointee.flags.contains(.isReleased) else { return }
        state.pointee.flags.insert(.isReleased)
        releasedRows.append(TypedRow(type, row))
    }

    /// Frees the rows that the last batch left without entity and without
    /// anything that names them.
    mutating func freeReleasedRows() {
        for position in 0..<releasedRows.count {
            let released = releasedRows[position]
            let table = tables.table(released.type)
            table.pointee.state(released.row).pointee.flags.remove(.isReleased)
            guard isUnused(released.type, released.row) else { continue }
            releaseText(of: table.pointee.key(released.row))
            table.pointee.freeRow(released.row)
        }
        releasedRows.truncate(to: 0)
        for position in 0..<releasedReferences.count {
            freeReleasedReference(releasedReferences[position])
        }
        releasedReferences.truncate(to: 0)
    }

    /// Gives back the reference that a row's key has to its text.
    @inline(__always)
    mutating func releaseText(of key: EntityKey) {
        if !key.isWord { texts.release(key.text) }
    }
}
