import SimdjsonPeer

/// Entities by their ids, in string-keyed dictionaries, with the order of their
/// arrival.
struct EntityTable<Entity: CodableEntity> {
    private(set) var entities: [String: Entity] = [:]
    private var arrivals: [String: Int] = [:]
    private var arrivalCount = 0

    /// The entity of an id.
    subscript(id: String) -> Entity? {
        get { entities[id] }
        _modify { yield &entities[id] }
    }

    mutating func put(_ entity: Entity, _ id: String) {
        if entities.updateValue(entity, forKey: id) == nil {
            arrivals[id] = arrivalCount
            arrivalCount += 1
        }
    }

    mutating func remove(_ id: String) -> Entity? {
        arrivals[id] = nil
        return entities.removeValue(forKey: id)
    }

    var inOrder: [Entity] { inOrder(entities.keys) }

    /// The entities of these ids, those that are there, in server order.
    func inOrder(_ ids: some Sequence<String>) -> [Entity] {
        ids.compactMap { id in arrivals[id].map { (id, $0) } }
            .sorted { $0.1 < $1.1 }
            .map { entities[$0.0]! }
    }
}

/// A table for each type.
struct EntityTables {
    var matches = EntityTable<CodableMatch>()
    var markets = EntityTable<CodableMarket>()
    var outcomes = EntityTable<CodableOutcome>()
    var offers = EntityTable<CodableOffer>()
    var infos = EntityTable<CodableInfo>()
    var relations = EntityTable<CodableRelation>()

    func fold(into digest: inout PeerStateDigest) {
        digest.matches = UInt64(matches.entities.count)
        digest.markets = UInt64(markets.entities.count)
        digest.outcomes = UInt64(outcomes.entities.count)
        digest.offers = UInt64(offers.entities.count)
        digest.infos = UInt64(infos.entities.count)
        for offer in offers.entities.values { digest.sum &+= peerOfferHash(offer.digested) }
    }
}
