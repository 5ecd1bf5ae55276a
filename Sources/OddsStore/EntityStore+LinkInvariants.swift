import OddsModel

#if ODDS_INVARIANTS
extension EntityStore {
    /// Checks links, edges and the lists that they make.
    func checkLinks() throws(InvariantViolation) {
        var references = EntityType.typed.map {
            [UInt32](repeating: 0, count: tables.table($0).pointee.rowCount)
        }
        for type in EntityType.typed { try countLinks(of: type, &references) }
        try countEdges(&references)
        for type in EntityType.typed {
            let table = tables.table(type)
            for row in 0..<table.pointee.rowCount {
                try require(
                    table.pointee.references[row] == references[Int(type.rawValue)][row],
                    Invariant.referenceCounts, "\(type.feedName)", row)
            }
        }
        try checkLists(of: .market, under: .match, tables.table(.match).pointee.children)
        try checkLists(of: .eventInfo, under: .match, tables.table(.match).pointee.otherChildren)
        try checkLists(of: .bettingOffer, under: .outcome, tables.table(.outcome).pointee.children)
        try checkEvents()
    }

    private func countLinks(
        of type: EntityType, _ references: inout [[UInt32]]
    ) throws(InvariantViolation) {
        let table = tables.table(type)
        for row in 0..<table.pointee.rowCount {
            var rest = table.pointee.state(row).pointee.present & table.pointee.linkMask
            while rest != 0 {
                let column = rest.trailingZeroBitCount
                rest &= rest - 1
                let target = table.pointee.link(column, row)
                let targetType = Int(table.pointee.linkTargets[column].rawValue)
                try require(
                    target < references[targetType].count, Invariant.linkTargets,
                    "\(type.feedName)", row)
                references[targetType][target] += 1
            }
        }
    }

    // MARK: Siblings

    /// Checks the lists of the rows of `type` whose first link names a row of
    /// `parentType`.
    private func checkLists(
        of type: EntityType, under parentType: EntityType,
        _ lists: UnsafeMutablePointer<ChildList>
    ) throws(InvariantViolation) {
        let table = tables.table(type)
        let name = "\(type.feedName)"
        var members = 0
        for parent in 0..<tables.table(parentType).pointee.rowCount {
            let rows = try checkedSiblings(in: lists[parent], of: name, table)
            for row in rows {
                try require(
                    table.pointee.has(0, row) && table.pointee.link(0, row) == parent,
                    Invariant.listMembers, name, row)
            }
            members += rows.count
        }
        for row in 0..<table.pointee.rowCount where table.pointee.has(0, row) { members -= 1 }
        try require(members == 0, Invariant.listMembers, name)
    }

    private func checkEvents() throws(InvariantViolation) {
        let table = tables.table(.match)
        let rows = try checkedSiblings(in: tables.events.pointee, of: "MATCH", table)
        for row in rows {
            try require(table.pointee.exists(row), Invariant.listMembers, "MATCH", row)
        }
        try require(rows.count == table.pointee.entityCount, Invariant.listMembers, "MATCH")
    }

    private func checkedSiblings(
        in list: ChildList, of name: String, _ table: UnsafeMutablePointer<EntityTable>
    ) throws(InvariantViolation) -> [Row] {
        try checkedSiblings(
            in: list, of: name, table.pointee.siblings, rowCount: table.pointee.rowCount)
    }

    /// The rows of a list of siblings from first to last.
    func checkedSiblings(
        in list: ChildList, of name: String, _ siblings: UnsafeMutablePointer<SiblingLink>,
        rowCount: Int
    ) throws(InvariantViolation) -> [Row] {
        let rows = try checkedRows(of: list, in: name, rowCount: rowCount) {
            (siblings[$0].next, siblings[$0].previous)
        }
        for (row, next) in zip(rows, rows.dropFirst()) {
            try require(
                siblings[row].arrival < siblings[next].arrival, Invariant.arrivalOrder, name, row)
        }
        if let last = rows.last {
            try require(
                siblings[last].arrival < tables.nextArrival, Invariant.arrivalOrder, name, last)
        }
        return rows
    }

    /// The rows of a list from first to last, where all links agree.
    func checkedRows(
        of list: ChildList, in name: String, rowCount: Int, hasLast: Bool = true,
        _ link: (Row) -> (next: UInt32, previous: UInt32)
    ) throws(InvariantViolation) -> [Row] {
        var rows: [Row] = []
        var previous = noRow
        var row = list.first
        while row != noRow {
            try require(
                row < rowCount && rows.count < rowCount && link(Row(row)).previous == previous,
                Invariant.listLinks, name, Int(row))
            rows.append(Row(row))
            previous = row
            row = link(Row(row)).next
        }
        try require(
            !hasLast || list.last == previous, Invariant.listLinks, name, rows.last ?? nil)
        return rows
    }

    // MARK: Edges

    private func countEdges(_ references: inout [[UInt32]]) throws(InvariantViolation) {
        let edges = UnsafeBufferPointer(
            start: tables.edges.edges.pointer, count: tables.edges.edges.count)
        let isFree = try tables.edges.freeRows.freeRows(
            of: "edges", rowCount: edges.count, Invariant.freeRows)
        var links = linksByEdge()
        for row in edges.indices where !isFree[row] {
            let edge = edges[row]
            try require(
                edge.market < references[Int(EntityType.market.rawValue)].count
                    && edge.outcome < references[Int(EntityType.outcome.rawValue)].count,
                Invariant.linkTargets, "edges", row)
            let ends = EdgeEnds(market: edge.market, outcome: edge.outcome)
            try require(
                links.removeValue(forKey: ends) == edge.links, Invariant.edgeLinks, "edges", row)
            try require(
                edge.isPlaced == tables.table(.outcome).pointee.exists(Row(edge.outcome)),
                Invariant.placedEdges, "edges", row)
            references[Int(EntityType.market.rawValue)][Int(edge.market)] += 1
            references[Int(EntityType.outcome.rawValue)][Int(edge.outcome)] += 1
        }
        try require(links.isEmpty, Invariant.edgeLinks, "edges")
        try checkEdgesOfMarkets(edges, isFree)
        try checkEdgesOfOutcomes(edges, isFree)
    }

    private struct EdgeEnds: Hashable {
        var market: UInt32
        var outcome: UInt32
    }

    /// How many links make each edge that there should be.
    private func linksByEdge() -> [EdgeEnds: UInt32] {
        var links: [EdgeEnds: UInt32] = [:]
        let outcomes = tables.table(.outcome)
        for row in 0..<outcomes.pointee.rowCount
        where outcomes.pointee.has(Schema.Outcome.marketId, row) {
            let market = UInt32(outcomes.pointee.link(Schema.Outcome.marketId, row))
            links[EdgeEnds(market: market, outcome: UInt32(row)), default: 0] += 1
        }
        let relations = tables.table(.marketOutcomeRelation)
        for row in 0..<relations.pointee.rowCount
        where relations.pointee.has(Schema.Relation.marketId, row)
            && relations.pointee.has(Schema.Relation.outcomeId, row) {
            let market = UInt32(relations.pointee.link(Schema.Relation.marketId, row))
            let outcome = UInt32(relations.pointee.link(Schema.Relation.outcomeId, row))
            links[EdgeEnds(market: market, outcome: outcome), default: 0] += 1
        }
        return links
    }

    private func checkEdgesOfMarkets(
        _ edges: UnsafeBufferPointer<Edge>, _ isFree: [Bool]
    ) throws(InvariantViolation) {
        let siblings = tables.table(.outcome).pointee.siblings
        var members = 0
        for market in 0..<tables.table(.market).pointee.rowCount {
            let list = tables.table(.market).pointee.children[market]
            let rows = try checkedRows(of: list, in: "edges", rowCount: edges.count) {
                (edges[$0].nextInMarket, edges[$0].previousInMarket)
            }
            for row in rows {
                try require(
                    !isFree[row] && edges[row].market == market && edges[row].isPlaced,
                    Invariant.listMembers, "edges", row)
            }
            for (row, next) in zip(rows, rows.dropFirst()) {
                let outcome = siblings[Row(edges[row].outcome)]
                let nextOutcome = siblings[Row(edges[next].outcome)]
                try require(
                    outcome.arrival < nextOutcome.arrival, Invariant.arrivalOrder, "edges", row)
            }
            members += rows.count
        }
        for row in edges.indices where !isFree[row] && edges[row].isPlaced { members -= 1 }
        try require(members == 0, Invariant.listMembers, "edges")
    }

    private func checkEdgesOfOutcomes(
        _ edges: UnsafeBufferPointer<Edge>, _ isFree: [Bool]
    ) throws(InvariantViolation) {
        var members = 0
        for outcome in 0..<tables.table(.outcome).pointee.rowCount {
            let list = tables.table(.outcome).pointee.otherChildren[outcome]
            let rows = try checkedRows(
                of: list, in: "edges", rowCount: edges.count, hasLast: false
            ) { (edges[$0].nextInOutcome, edges[$0].previousInOutcome) }
            for row in rows {
                try require(
                    !isFree[row] && edges[row].outcome == outcome, Invariant.listMembers, "edges",
                    row)
            }
            members += rows.count
        }
        for row in edges.indices where !isFree[row] { members -= 1 }
        try require(members == 0, Invariant.listMembers, "edges")
    }
}
#endif
