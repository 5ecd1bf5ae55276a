import OddsModel

#if ODDS_INVARIANTS
// What a tree that is kept current is checked against.

extension EntityStore {
    /// Whether `takeEventListChange` would say so.
    package var hasEventListChanged: Bool { isEventListDirty }

    /// The event at `row` as it would be made now; it changes no note.
    package mutating func event(
        at row: EventRow, with builder: inout EventModelBuilder
    ) -> EventModel { makeEvent(row, with: &builder, keepsNodes: false) }

    /// Whether an event has a node for each entity below `row` and the nodes
    /// noted are those of their entities.
    package func nodesMatch(_ model: EventModel, ofEventAt row: EventRow) -> Bool {
        let matches = tables.table(.match)
        var infos = model.eventInfos[...]
        let hasInfos = allRows(of: .eventInfo, in: matches.pointee.infos[row.entity]) {
            matchNext(&infos, .eventInfo, $0)
        }
        var markets = model.markets[...]
        let hasMarkets = allRows(of: .market, in: matches.pointee.children[row.entity]) {
            guard let market = markets.first else { return false }
            return matchNext(&markets, .market, $0) && outcomesMatch(market, ofMarketAt: $0)
        }
        return hasInfos && hasMarkets && infos.isEmpty && markets.isEmpty
    }

    private func outcomesMatch(_ model: MarketModel, ofMarketAt row: EntityRow) -> Bool {
        var outcomes = model.outcomes[...]
        for edge in tables.edges(ofMarket: row) {
            let outcome = tables.edges[edge].outcome.entity
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
        _ nodes: inout Slice<ModelNodes<Node>>, _ type: EntityType, _ row: EntityRow,
        isShownOnce: Bool = true
    ) -> Bool {
        guard let node = nodes.popFirst() else { return false }
        let table = tables.table(type)
        let key = table.pointee.key(row)
        let hasKey =
            key.isWord
            ? node.key == key : node.withIDBytes { equalBytes($0, bytes(of: key)) }
        let isNoted = Int(table.pointee.structure(row).pointee.node) == node.reference.index
        return hasKey && (isNoted || !isShownOnce)
    }

    private func isShownOnce(_ outcome: EntityRow) -> Bool {
        let edges = tables.table(.outcome).pointee.edges[outcome]
        return edges.first == edges.last
    }

    private func allRows(
        of type: EntityType, in list: RowList<Tables.Entity>, _ body: (EntityRow) -> Bool
    ) -> Bool { tables.table(type).pointee.siblings(in: list).allSatisfy(body) }
}
#endif
