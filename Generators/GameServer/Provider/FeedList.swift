import OddsModel

/// Knows which changes of a list of the feed concern what pages show, so that of most frames
/// nothing need be read. The thread of the list's store owns it.
struct FeedList {
    /// An entity whose values are shown.
    private struct Entity: Hashable {
        let type: EntityType
        let key: EntityKey
    }

    /// What changes concern.
    private enum Extent {
        case some(Set<Int>)
        case all
    }

    /// The places of the matches that show the entities.
    private var places: [Entity: Int] = [:]
    /// The ids of the matches, in order.
    private var matches: [EntityKey] = []
    /// Whether some id is no number: such an id is not found in changes.
    private var hasOtherIDs = false

    /// Reads the whole list.
    ///
    /// - Complexity: O(events).
    mutating func read(_ events: [EventModel]) -> FeedReading.Content {
        places.removeAll(keepingCapacity: true)
        matches.removeAll(keepingCapacity: true)
        hasOtherIDs = false
        for (place, event) in events.enumerated() {
            matches.append(event.key)
            note(event, place)
            guard let market = event.markets.first else { continue }
            note(market, place)
            for outcome in [market.outcomes.first, market.outcomes.last] {
                if let offer = outcome?.bettingOffers.first { note(offer, place) }
            }
        }
        return .list(events.map(FeedMatch.init))
    }

    private mutating func note(_ node: some ModelNode, _ place: Int) {
        hasOtherIDs = hasOtherIDs || !node.key.isWord
        places[Entity(type: type(of: node).entityType, key: node.key)] = place
    }

    /// Reads what changed.
    ///
    /// - Parameter events: All events as they are now, which may have changed further.
    /// - Returns: `nil` if pages show nothing of it.
    /// - Complexity: O(entries), O(entries + events) if events, markets, outcomes or offers
    ///   came, went or moved.
    mutating func read(
        _ changes: ChangeSet, isIncomplete: Bool, of events: () -> [EventModel]
    ) -> FeedReading.Content? {
        guard !changes.isReset, !isIncomplete, case .some(let touched) = extent(of: changes)
        else { return read(events()) }
        guard !touched.isEmpty else { return nil }
        let events = events()
        guard events.count == matches.count,
            touched.allSatisfy({ events[$0].key == matches[$0] })
        else { return read(events) }
        return .odds(touched.sorted().map { ($0, FeedOdds(events[$0])) })
    }

    private func extent(of changes: ChangeSet) -> Extent {
        var touched = Set<Int>()
        var isAll = hasOtherIDs
        changes.forEach { entry in
            guard !isAll, let shown = Self.shown(of: entry.type) else { return }
            if !entry.kinds.isDisjoint(with: [.inserted, .removed]) {
                isAll = true
            } else if !entry.properties.isDisjoint(with: shown.places) {
                isAll = true
            } else if !entry.properties.isDisjoint(with: shown.odds),
                let place = places[Entity(type: entry.type, key: entry.key)]
            {
                touched.insert(place)
            }
        }
        return isAll ? .all : .some(touched)
    }

    /// The properties of a type that say which matches there are and what belongs to them,
    /// and those that say how their odds are; `nil` for types that are not shown.
    private static func shown(
        of type: EntityType
    ) -> (places: PropertySet, odds: PropertySet)? {
        switch type {
        case .match: (matchPlaces, matchOdds)
        case .market: (marketPlaces, marketOdds)
        case .outcome: (outcomePlaces, [])
        case .marketOutcomeRelation: (.init(rawValue: .max), [])
        case .bettingOffer: (offerPlaces, offerOdds)
        case .eventInfo, .reference: nil
        }
    }

    private static let matchPlaces = properties(
        Schema.Match.name, Schema.Match.shortName, Schema.Match.homeParticipantName,
        Schema.Match.awayParticipantName, Schema.Match.startTime)
    private static let matchOdds = properties(Schema.Match.statusId)
    private static let marketPlaces = properties(Schema.Market.eventId)
    private static let marketOdds = properties(
        Schema.Market.isAvailable, Schema.Market.isClosed)
    private static let outcomePlaces = properties(Schema.Outcome.marketId)
    private static let offerPlaces = properties(Schema.Offer.outcomeId)
    private static let offerOdds = properties(
        Schema.Offer.odds, Schema.Offer.isAvailable, Schema.Offer.statusId)

    private static func properties(_ indices: Int...) -> PropertySet {
        PropertySet(indices.map { PropertySet(index: $0) })
    }
}
