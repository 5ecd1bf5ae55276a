/// Nested values of the touched events only.
extension FoundationApply: TreePeer {
    static var treeFramesMax: Int { 200 }

    mutating func readEvents(at positions: some Collection<Int>) -> UInt64 {
        let matches = tables.matches.inOrder
        return positions.reduce(0) { $0 &+ tree(of: matches[$1]).fold }
    }

    private func tree(of match: CodableMatch) -> EventTree {
        let id = match.id ?? ""
        return EventTree(
            match: match,
            infos: tables.infos.inOrder(children.infos[id] ?? []),
            markets: tables.markets.inOrder(children.markets[id] ?? []).map(tree(of:)))
    }

    private func tree(of market: CodableMarket) -> EventTree.Market {
        let outcomeIDs = (children.relations[market.id ?? ""] ?? [])
            .compactMap { tables.relations[$0]?.outcomeId }
        let outcomes = tables.outcomes.inOrder(outcomeIDs).map { outcome in
            EventTree.Outcome(
                outcome: outcome,
                offers: tables.offers.inOrder(children.offers[outcome.id ?? ""] ?? []))
        }
        return EventTree.Market(market: market, outcomes: outcomes)
    }
}
