/// One entity as a value of its own, which shares nothing with the tree: who
/// keeps it keeps no whole event alive, and no event has to be copied before
/// it is patched.
public enum EntityValue: Equatable, Sendable {
    /// Without its infos and markets.
    case event(EventModel)
    /// A score, a clock or the like of an event.
    case eventInfo(EventInfoModel)
    /// Without its outcomes.
    case market(MarketModel)
    /// With its betting offers.
    case outcome(OutcomeModel)
    /// With its odds and its availability.
    case bettingOffer(BettingOfferModel)
    /// A reference entity, or a relation, as the feed shows it.
    case reference(ReferenceModel)

    /// The event, `nil` if this is another entity.
    public var event: EventModel? { if case .event(let model) = self { model } else { nil } }

    /// The event info, `nil` if this is another entity.
    public var eventInfo: EventInfoModel? {
        if case .eventInfo(let model) = self { model } else { nil }
    }

    /// The market, `nil` if this is another entity.
    public var market: MarketModel? { if case .market(let model) = self { model } else { nil } }

    /// The outcome, `nil` if this is another entity.
    public var outcome: OutcomeModel? { if case .outcome(let model) = self { model } else { nil } }

    /// The betting offer, `nil` if this is another entity.
    public var bettingOffer: BettingOfferModel? {
        if case .bettingOffer(let model) = self { model } else { nil }
    }

    /// The reference entity or relation, `nil` if this is another entity.
    public var reference: ReferenceModel? {
        if case .reference(let model) = self { model } else { nil }
    }
}

extension EventModelBuilder {
    /// Makes ready for a node of `type` that stands alone: nodes without id and
    /// properties stand in for those above it.
    package mutating func beginDetached(_ type: EntityType) {
        let parents: [EntityType] =
            switch type {
            case .match: []
            case .eventInfo, .market: [.match]
            case .outcome: [.match, .market]
            case .bettingOffer: [.match, .market, .outcome]
            case .marketOutcomeRelation, .reference: preconditionFailure("not a node of the tree")
            }
        for parent in parents { _ = append(parent, id: 0, present: 0, booleans: 0) }
    }

    /// Ends what `beginDetached` began.
    package mutating func finishDetached(_ type: EntityType) -> EntityValue {
        let event = finish()
        switch type {
        case .match: return .event(event)
        case .eventInfo: return .eventInfo(event.eventInfos[0])
        case .market: return .market(event.markets[0])
        case .outcome: return .outcome(event.markets[0].outcomes[0])
        case .bettingOffer: return .bettingOffer(event.markets[0].outcomes[0].bettingOffers[0])
        case .marketOutcomeRelation, .reference: preconditionFailure("not a node of the tree")
        }
    }
}
