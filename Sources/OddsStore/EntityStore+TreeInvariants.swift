import OddsModel

#if ODDS_INVARIANTS
// What a tree that is kept current is checked against.

extension EntityStore {
    /// Whether `takeEventListChange` would say so.
    package var hasEventListChanged: Bool { isEventListDirty }

    /// The event at `row` as it would be made now; it changes no note.
    package mutating func event(
        at row: Int, with builder: inout EventModelBuilder
    ) -> EventModel { makeEvent(row, with: &builder, keepsNodes: false) }

    /// Whether an event has a node for each entity below `row` and the nodes
    /// noted are those of their entities.
    package func nodesMatch(_ model: EventModel, ofEventAt row: Int) -> Bool {
        let matches = tables.table(.match)
        var infos = model.eventInfos[...]
        let hasInfos = allRows(of: .eventInfo, in: matches.pointee.otherChildren[row]) {
            matchNext(&infos, .eventInfo, $0)
        }
        var markets = model.markets[...]
        let hasMarkets = allRows(of: .market, in: matches.pointee.children[row]) {
            guard let market = markets.first else { return false }
            return matchNext(&markets, .market, $0) && outcomesMatch(market, ofMarketAt: $0)
        }
        return hasInfos && hasMarkets && infos.isEmpty && markets.isEmpty
    }

    private func outcomesMatch(_ model: MarketModel, ofMarketAt row: Row) -> Bool {
        var outcomes = model.outcomes[...]
        var edge = tables.table(.market).pointee.children[row].first
        while edge != noRow {
            let outcome = Row(tables.edges[Row(edge)].pointee.outcome)
            edge = tables.edges[Row(edge)].pointee.nextInMarket
            guard let node = outcomes.first else { return false }
            let isShownOnce = isShownOnce(outcome)
            var offers = node.bettingOffers[...]
            let hasOffers = allRows(
                of: .bettingOffer, in: tables.table(.outcome).pointee.children[outcome]
            ) { matchNext(&offers, .bettingOffer, $0, isShownOnce: isShownOnce) }
            guard matchNext(&outcomes, .outcome, outcome, isShownOnce: isShownOnce), hasOffers,
                offers.isEmpty
            else { return false }
        }
        return outcomes.isEmpty
    }

    /// Takes the next of `nodes` off and says whether it is that of the entity
    /// at `row`, and noted as such; of entities that are shown several times
    /// only one node is noted.
    private func matchNext<Node: ModelNode>(
        _ nodes: inout Slice<ModelNodes<Node>>, _ type: EntityType, _ row: Row,
        isShownOnce: Bool = true
    ) -> Bool {
        guard let node = nodes.popFirst() else { return false }
        let table = tables.table(type)
        let key = table.pointee.key(row)
        let hasKey =
            key.isNumber
            ? node.key == key : node.withIDBytes { equalBytes($0, bytes(of: key)) }
        let isNoted = Int(table.pointee.nodes[row]) == node.reference.index
        return hasKey && (isNoted || !isShownOnce)
    }

    private func isShownOnce(_ outcome: Row) -> Bool {
        let edge = tables.table(.outcome).pointee.otherChildren[outcome].first
        return edge != noRow && tables.edges[Row(edge)].pointee.nextInOutcome == noRow
    }

    private func allRows(
        of type: EntityType, in list: ChildList, _ body: (Row) -> Bool
    ) -> Bool {
        var row = list.first
        while row != noRow {
            guard body(Row(row)) else { return false }
            row = tables.table(type).pointee.siblings[Row(row)].next
        }
        return true
    }
}
#endif
