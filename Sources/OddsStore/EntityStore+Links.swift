import OddsModel

// How entities come into being, go, and hang on each other.

extension EntityStore {
    /// The entity at `row` is there from now on, after all that were before.
    mutating func insert(_ type: EntityType, _ row: Row) {
        let table = tables.table(type)
        table.pointee.state(row).pointee.flags.insert(.exists)
        table.pointee.entityCount += 1
        table.pointee.siblings[row].arrival = tables.nextArrival
        tables.nextArrival += 1
        switch type {
        case .match:
            SiblingList.insert(row, into: tables.events, table.pointee.siblings)
            isEventListDirty = true
            markEvent(row)
        case .outcome:
            forEachEdge(ofOutcome: row) { store, edge in store.placeEdge(edge) }
        case .market, .bettingOffer, .eventInfo, .marketOutcomeRelation, .reference:
            break
        }
    }

    /// The entity at `row` is gone from now on; its children stay.
    mutating func remove(_ type: EntityType, _ row: Row) {
        let table = tables.table(type)
        switch type {
        case .match:
            SiblingList.remove(row, from: tables.events, table.pointee.siblings)
            isEventListDirty = true
        case .outcome:
            forEachEdge(ofOutcome: row) { store, edge in store.unplaceEdge(edge) }
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
    mutating func attach(_ type: EntityType, _ row: Row, _ column: Int, to target: Row) {
        let table = tables.table(type)
        let targetType = table.pointee.linkTargets[column]
        tables.table(targetType).pointee.addReference(to: target)
        table.pointee.setLink(column, row, target)
        switch type {
        case .market, .eventInfo, .bettingOffer:
            SiblingList.insert(
                row, into: childList(of: type, under: target), table.pointee.siblings)
            markParent(targetType, target)
        case .outcome:
            addEdge(market: target, outcome: row)
            // The outcome's own link is a value as well, shown wherever another
            // market names the outcome.
            markParent(.outcome, row)
        case .marketOutcomeRelation:
            if let other = otherEnd(of: row, column) {
                addEdge(market: other.market ?? target, outcome: other.outcome ?? target)
            }
        case .match, .reference:
            preconditionFailure("no links")
        }
    }

    /// Takes back a link.
    mutating func detach(_ type: EntityType, _ row: Row, _ column: Int, from target: Row) {
        let table = tables.table(type)
        let targetType = table.pointee.linkTargets[column]
        switch type {
        case .market, .eventInfo, .bettingOffer:
            SiblingList.remove(
                row, from: childList(of: type, under: target), table.pointee.siblings)
            markParent(targetType, target)
        case .outcome:
            removeEdge(market: target, outcome: row)
        case .marketOutcomeRelation:
            if let other = otherEnd(of: row, column) {
                removeEdge(market: other.market ?? target, outcome: other.outcome ?? target)
            }
            // The other end may be taken back next: this one is no longer set.
            table.pointee.state(row).pointee.present &= ~(1 << UInt32(column))
        case .match, .reference:
            preconditionFailure("no links")
        }
        tables.table(targetType).pointee.removeReference(to: target)
        releaseIfUnused(targetType, target)
    }

    @inline(__always)
    private func childList(
        of type: EntityType, under parent: Row
    ) -> UnsafeMutablePointer<ChildList> {
        switch type {
        case .market: tables.table(.match).pointee.children + parent
        case .eventInfo: tables.table(.match).pointee.otherChildren + parent
        case .bettingOffer: tables.table(.outcome).pointee.children + parent
        case .match, .outcome, .marketOutcomeRelation, .reference:
            preconditionFailure("no list of siblings")
        }
    }

    /// What a relation names beside the end at `column`, if it is set.
    private func otherEnd(of row: Row, _ column: Int) -> (market: Row?, outcome: Row?)? {
        let table = tables.table(.marketOutcomeRelation)
        let other =
            column == Schema.Relation.marketId
            ? Schema.Relation.outcomeId : Schema.Relation.marketId
        guard table.pointee.has(other, row) else { return nil }
        let target = table.pointee.link(other, row)
        return other == Schema.Relation.marketId ? (target, nil) : (nil, target)
    }

    // MARK: Edges

    /// Complexity: O(markets that name the outcome), nearly always one.
    private mutating func addEdge(market: Row, outcome: Row) {
        if let edge = edge(market: market, outcome: outcome) {
            tables.edges[edge].pointee.links += 1
            return
        }
        let markets = tables.table(.market)
        let outcomes = tables.table(.outcome)
        let edge = tables.edges.add(market: market, outcome: outcome)
        markets.pointee.addReference(to: market)
        outcomes.pointee.addReference(to: outcome)
        tables.edges.addToOutcome(edge, outcomes.pointee.otherChildren + outcome)
        if outcomes.pointee.exists(outcome) { placeEdge(edge) }
    }

    private mutating func removeEdge(market: Row, outcome: Row) {
        guard let edge = edge(market: market, outcome: outcome) else {
            preconditionFailure("an edge that was not added")
        }
        tables.edges[edge].pointee.links -= 1
        guard tables.edges[edge].pointee.links == 0 else { return }
        let markets = tables.table(.market)
        let outcomes = tables.table(.outcome)
        if tables.edges[edge].pointee.isPlaced { unplaceEdge(edge) }
        tables.edges.removeFromOutcome(edge, outcomes.pointee.otherChildren + outcome)
        tables.edges.free(edge)
        // Where it still shows, the node noted may be that of the place it
        // just left.
        markParent(.outcome, outcome)
        markets.pointee.removeReference(to: market)
        outcomes.pointee.removeReference(to: outcome)
        releaseIfUnused(.market, market)
        releaseIfUnused(.outcome, outcome)
    }

    private func edge(market: Row, outcome: Row) -> Row? {
        var edge = tables.table(.outcome).pointee.otherChildren[outcome].first
        while edge != noRow {
            if tables.edges[Row(edge)].pointee.market == UInt32(market) { return Row(edge) }
            edge = tables.edges[Row(edge)].pointee.nextInOutcome
        }
        return nil
    }

    private mutating func placeEdge(_ edge: Row) {
        let market = Row(tables.edges[edge].pointee.market)
        tables.edges.place(
            edge, in: tables.table(.market).pointee.children + market,
            tables.table(.outcome).pointee.siblings)
        markParent(.market, market)
    }

    private mutating func unplaceEdge(_ edge: Row) {
        let market = Row(tables.edges[edge].pointee.market)
        tables.edges.unplace(edge, from: tables.table(.market).pointee.children + market)
        markParent(.market, market)
    }

    /// Calls `body` for each edge of an outcome; it may not remove edges.
    @inline(__always)
    mutating func forEachEdge(
        ofOutcome outcome: Row, _ body: (inout EntityStore, Row) -> Void
    ) {
        var edge = tables.table(.outcome).pointee.otherChildren[outcome].first
        while edge != noRow {
            let next = tables.edges[Row(edge)].pointee.nextInOutcome
            body(&self, Row(edge))
            edge = next
        }
    }

    // MARK: Free rows

    @inline(__always)
    func isUnused(_ type: EntityType, _ row: Row) -> Bool {
        let state = tables.table(type).pointee.state(row).pointee
        return tables.table(type).pointee.references[row] == 0 && !state.flags.contains(.exists)
    }

    private mutating func releaseIfUnused(_ type: EntityType, _ row: Row) {
        let state = tables.table(type).pointee.state(row)
        guard isUnused(type, row), !state.pointee.flags.contains(.isReleased) else { return }
        state.pointee.flags.insert(.isReleased)
        releasedRows.append(RowReference(type, row))
    }

    /// Frees the rows that the last batch left without entity and without
    /// anything that names them.
    mutating func freeReleasedRows() {
        for position in 0..<releasedRows.count {
            let reference = releasedRows[position]
            if reference.type == .reference {
                freeReleasedReference(Row(reference.row))
                continue
            }
            let table = tables.table(reference.type)
            let row = Row(reference.row)
            table.pointee.state(row).pointee.flags.remove(.isReleased)
            guard isUnused(reference.type, row) else { continue }
            let key = table.pointee.key(row)
            if !key.isNumber {
                texts.release(TextID(rawValue: UInt32(key.textPosition)))
            }
            table.pointee.freeRow(row)
        }
        releasedRows.truncate(to: 0)
    }
}
