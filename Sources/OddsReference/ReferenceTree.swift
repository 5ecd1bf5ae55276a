/// An entity of the tree with its children.
package struct ReferenceNode: Equatable, Sendable {
    package let id: UTF8Text
    package let properties: [UTF8Text: ReferenceValue]
    /// By the name of the array that holds them; every array is here, empty or
    /// not.
    package var children: [UTF8Text: [ReferenceNode]] = [:]
}

/// The tree (EM-E1) and the reference entities, recomputed from all entities.
package struct ReferenceTree {
    private typealias Sibling = (id: UTF8Text, entity: ReferenceEntity)

    /// By type, in order of arrival.
    private let entities: [UTF8Text: [Sibling]]
    private let infosByEvent: [UTF8Text: [Sibling]]
    private let marketsByEvent: [UTF8Text: [Sibling]]
    private let offersByOutcome: [UTF8Text: [Sibling]]
    private let outcomesByMarket: [UTF8Text: [Sibling]]

    init(_ state: ReferenceState) {
        let ordered = state.entities.sorted { $0.value.arrival < $1.value.arrival }
        let entities = Dictionary(grouping: ordered.map { ($0.key, $0.value) }, by: { $0.0.type })
            .mapValues { siblings in siblings.map { (id: $0.0.id, entity: $0.1) } }
        self.entities = entities

        func children(_ type: UTF8Text, by link: UTF8Text) -> [UTF8Text: [Sibling]] {
            let linked = (entities[type] ?? []).filter { $0.entity.text(link) != nil }
            return Dictionary(grouping: linked) { $0.entity.text(link)! }
        }
        infosByEvent = children("EVENT_INFO", by: "eventId")
        marketsByEvent = children("MARKET", by: "eventId")
        offersByOutcome = children("BETTING_OFFER", by: "outcomeId")

        var marketsByOutcome: [UTF8Text: Set<UTF8Text>] = [:]
        for outcome in entities["OUTCOME"] ?? [] {
            if let market = outcome.entity.text("marketId") {
                marketsByOutcome[outcome.id, default: []].insert(market)
            }
        }
        for (_, relation) in entities["MARKET_OUTCOME_RELATION"] ?? [] {
            if let market = relation.text("marketId"), let outcome = relation.text("outcomeId") {
                marketsByOutcome[outcome, default: []].insert(market)
            }
        }
        var outcomesByMarket: [UTF8Text: [Sibling]] = [:]
        for outcome in entities["OUTCOME"] ?? [] {
            for market in marketsByOutcome[outcome.id] ?? [] {
                outcomesByMarket[market, default: []].append(outcome)
            }
        }
        self.outcomesByMarket = outcomesByMarket
    }

    package func events() -> [ReferenceNode] {
        (entities["MATCH"] ?? []).map { event in
            var node = ReferenceNode(id: event.id, properties: event.entity.properties)
            node.children["eventInfos"] = (infosByEvent[event.id] ?? []).map {
                ReferenceNode(id: $0.id, properties: $0.entity.properties)
            }
            node.children["markets"] = (marketsByEvent[event.id] ?? []).map(market)
            return node
        }
    }

    private func market(_ market: Sibling) -> ReferenceNode {
        var node = ReferenceNode(id: market.id, properties: market.entity.properties)
        node.children["outcomes"] = (outcomesByMarket[market.id] ?? []).map(outcome)
        return node
    }

    private func outcome(_ outcome: Sibling) -> ReferenceNode {
        var node = ReferenceNode(id: outcome.id, properties: outcome.entity.properties)
        node.children["bettingOffers"] = (offersByOutcome[outcome.id] ?? []).map {
            ReferenceNode(id: $0.id, properties: $0.entity.properties)
        }
        return node
    }

    /// The reference entities by type, in order of arrival.
    package func references() -> [UTF8Text: [ReferenceNode]] {
        entities.filter { ReferenceSchema.properties[$0.key] == nil }
            .mapValues { siblings in
                siblings.map { ReferenceNode(id: $0.id, properties: $0.entity.properties) }
            }
    }
}

extension ReferenceEntity {
    func text(_ name: UTF8Text) -> UTF8Text? {
        if case .text(let text) = properties[name] { text } else { nil }
    }
}
