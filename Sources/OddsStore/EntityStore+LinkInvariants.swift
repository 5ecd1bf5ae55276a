import OddsModel

#if ODDS_INVARIANTS
extension EntityStore {
    /// How often links and edges name each row, by type.
    private typealias ReferenceCounts = [[UInt32]]

    /// Checks links, edges and the lists that they make.
    func checkLinks() throws(InvariantViolation) {
        var counts = EntityType.typed.map {
            [UInt32](repeating: 0, count: tables.table($0).pointee.rowCount)
        }
        for type in EntityType.typed { try countLinks(of: type, &counts) }
        try countEdges(&counts)
        for type in EntityType.typed {
            let table = tables.table(type)
            for row in table.pointee.rows {
                try require(
                    table.pointee.structure(row).pointee.references
                        == counts[Int(type.rawValue)][row.index],
                    Invariant.referenceCounts, "\(type.feedName)", row.index)
            }
        }
        try checkChildren(.market, of: .match, tables.table(.match).pointee.children)
        try checkChildren(.eventInfo, of: .match, tables.table(.match).pointee.infos)
        try checkChildren(.bettingOffer, of: .outcome, tables.table(.outcome).pointee.children)
        try checkEvents()
        try checkEdgesOfMarkets()
        try checkEdgesOfOutcomes()
    }

    private func countLinks(
        of type: EntityType, _ counts: inout ReferenceCounts
    ) throws(InvariantViolation) {
        let table = tables.table(type)
        for row in table.pointee.rows {
            var rest = table.pointee.state(row).pointee.present & table.pointee.linkMask
            while rest != 0 {
                let column = rest.trailingZeroBitCount
                rest &= rest - 1
                let target = table.pointee.link(column, row).index
                let targetType = Int(table.pointee.linkTargets[column].rawValue)
                try require(
                    target < counts[targetType].count, Invariant.linkTargets, "\(type.feedName)",
                    row.index)
                counts[targetType][target] += 1
            }
        }
    }

    // MARK: Lists

    /// The rows of a list from first to last, where all links agree.
    func checkedRows<Links: ListLinks>(
        of list: RowList<Links.Table>, _ links: Links, in name: String, rowCount: Int
    ) throws(InvariantViolation) -> [Row<Links.Table>] {
        var rows: [Row<Links.Table>] = []
        var link = ListLink(next: list.first, previous: Row<Links.Table>.noRow)
        while link.next != .noRow {
            let row = link.next
            try require(
                row.index < rowCount && rows.count < rowCount
                    && links[row].previous == link.previous,
                Invariant.listLinks, name, row.index)
            rows.append(row)
            link = ListLink(next: links[row].next, previous: row)
        }
        try require(list.last == link.previous, Invariant.listLinks, name, rows.last?.index)
        return rows
    }

    func checkOrder<Table>(
        of rows: [Row<Table>], in name: String, arrival: (Row<Table>) -> UInt64
    ) throws(InvariantViolation) {
        for (row, next) in zip(rows, rows.dropFirst()) {
            try require(arrival(row) < arrival(next), Invariant.arrivalOrder, name, row.index)
        }
        guard let last = rows.last else { return }
        try require(arrival(last) < tables.nextArrival, Invariant.arrivalOrder, name, last.index)
    }

    private func checkedSiblings(
        in list: RowList<Tables.Entity>, _ type: EntityType
    ) throws(InvariantViolation) -> [EntityRow] {
        let siblings = tables.table(type).pointee.siblings
        let rows = try checkedRows(
            of: list, siblings, in: "\(type.feedName)",
            rowCount: tables.table(type).pointee.rowCount)
        try checkOrder(of: rows, in: "\(type.feedName)") {
            siblings.structures[$0].sibling.arrival
        }
        return rows
    }

    /// Checks the lists of the rows of `type` whose first link names a row of
    /// `parentType`.
    private func checkChildren(
        _ type: EntityType, of parentType: EntityType,
        _ lists: RowField<RowList<Tables.Entity>>
    ) throws(InvariantViolation) {
        let table = tables.table(type)
        let name = "\(type.feedName)"
        var members = 0
        for parent in tables.table(parentType).pointee.rows {
            let rows = try checkedSiblings(in: lists[parent], type)
            for row in rows {
                try require(
                    table.pointee.has(0, row) && table.pointee.link(0, row) == parent,
                    Invariant.listMembers, name, row.index)
            }
            members += rows.count
        }
        for row in table.pointee.rows where table.pointee.has(0, row) { members -= 1 }
        try require(members == 0, Invariant.listMembers, name)
    }

    private func checkEvents() throws(InvariantViolation) {
        let table = tables.table(.match)
        let rows = try checkedSiblings(in: tables.events, .match)
        for row in rows {
            try require(table.pointee.exists(row), Invariant.listMembers, "MATCH", row.index)
        }
        try require(rows.count == table.pointee.entityCount, Invariant.listMembers, "MATCH")
    }

    // MARK: Edges

    private struct EdgeEnds: Hashable {
        var market: MarketRow
        var outcome: OutcomeRow
    }

    private func countEdges(_ counts: inout ReferenceCounts) throws(InvariantViolation) {
        let isFree = try tables.edges.freeRows.freeRows(
            of: "edges", rowCount: tables.edges.rowCount, Invariant.freeRows)
        let (markets, outcomes) = (
            Int(EntityType.market.rawValue), Int(EntityType.outcome.rawValue)
        )
        var links = linksByEdge()
        for row in tables.edges.rows where !isFree[row.index] {
            let edge = tables.edges[row]
            try require(
                edge.market.index < counts[markets].count
                    && edge.outcome.index < counts[outcomes].count,
                Invariant.linkTargets, "edges", row.index)
            let ends = EdgeEnds(market: edge.market, outcome: edge.outcome)
            try require(
                links.removeValue(forKey: ends) == edge.links, Invariant.edgeLinks, "edges",
                row.index)
            try require(
                edge.isPlaced == tables.table(.outcome).pointee.exists(edge.outcome.entity),
                Invariant.placedEdges, "edges", row.index)
            counts[markets][edge.market.index] += 1
            counts[outcomes][edge.outcome.index] += 1
        }
        try require(links.isEmpty, Invariant.edgeLinks, "edges")
    }

    /// How many links make each edge that there should be.
    private func linksByEdge() -> [EdgeEnds: UInt32] {
        var links: [EdgeEnds: UInt32] = [:]
        let outcomes = tables.table(.outcome)
        for row in outcomes.pointee.rows
        where outcomes.pointee.has(Schema.Outcome.marketId, row) {
            let market = MarketRow(outcomes.pointee.link(Schema.Outcome.marketId, row))
            links[EdgeEnds(market: market, outcome: OutcomeRow(row)), default: 0] += 1
        }
        for row in tables.table(.marketOutcomeRelation).pointee.rows {
            guard let (market, outcome) = ends(of: row) else { continue }
            links[EdgeEnds(market: market, outcome: outcome), default: 0] += 1
        }
        return links
    }

    private func checkEdgesOfMarkets() throws(InvariantViolation) {
        let structures = tables.table(.outcome).pointee.allStructures
        let edges = tables.edges.column
        var members = 0
        for market in tables.table(.market).pointee.rows {
            let rows = try checkedRows(
                of: tables.table(.market).pointee.edges[market], EdgesOfMarket(edges: edges),
                in: "edges", rowCount: tables.edges.rowCount)
            for row in rows {
                try require(
                    edges[row].market.entity == market && edges[row].isPlaced,
                    Invariant.listMembers, "edges", row.index)
            }
            try checkOrder(of: rows, in: "edges") {
                structures[edges[$0].outcome.entity].sibling.arrival
            }
            members += rows.count
        }
        for row in tables.edges.rows where edges[row].isPlaced { members -= 1 }
        try require(members == 0, Invariant.listMembers, "edges")
    }

    private func checkEdgesOfOutcomes() throws(InvariantViolation) {
        let edges = tables.edges.column
        var members = 0
        for outcome in tables.table(.outcome).pointee.rows {
            let rows = try checkedRows(
                of: tables.table(.outcome).pointee.edges[outcome], EdgesOfOutcome(edges: edges),
                in: "edges", rowCount: tables.edges.rowCount)
            for row in rows {
                try require(
                    edges[row].outcome.entity == outcome, Invariant.listMembers, "edges",
                    row.index)
            }
            members += rows.count
        }
        try require(members == tables.edges.count, Invariant.listMembers, "edges")
    }
}
#endif
