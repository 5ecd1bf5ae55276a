/// The whole tree anew after each frame, as nested values.
extension NaiveApply: TreePeer {
    static var treeFramesMax: Int { 24 }

    mutating func readEvents(at positions: some Collection<Int>) -> UInt64 {
        let events = tables.read(Self.rebuilt)
        return positions.reduce(0) { $0 &+ events[$1].fold }
    }

    private static func rebuilt(_ tables: EntityTables) -> [EventTree] {
        let infos = Dictionary(grouping: tables.infos.inOrder) { $0.eventId }
        let markets = Dictionary(grouping: tables.markets.inOrder) { $0.eventId }
        let relations = Dictionary(grouping: tables.relations.entities.values) { $0.marketId }
        let offers = Dictionary(grouping: tables.offers.inOrder) { $0.outcomeId }
        return tables.matches.inOrder.map { match in
            let markets = (markets[match.id] ?? []).map { market in
                let outcomeIDs = (relations[market.id] ?? []).compactMap(\.outcomeId)
                let outcomes = tables.outcomes.inOrder(outcomeIDs).map {
                    EventTree.Outcome(outcome: $0, offers: offers[$0.id] ?? [])
                }
                return EventTree.Market(market: market, outcomes: outcomes)
            }
            return EventTree(match: match, infos: infos[match.id] ?? [], markets: markets)
        }
    }
}
