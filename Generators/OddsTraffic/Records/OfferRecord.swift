// Betting offers, and the relations that link their outcomes to markets.
extension TrafficWorld {
    func writeOffer(
        _ outcome: Int, of market: Int, as form: EntityForm, to writer: inout FrameWriter
    ) {
        let state = offers[market * offersPerMarket + outcome]
        let isOpen = markets[market].areOffersOpen
        let event = event(ofMarket: market)
        let family = family(ofEvent: event)
        let type = kind(ofMarket: market).bettingType(family)
        writer.beginEntity(.offer(market, outcome), offerID(market, outcome), as: form)
        writer.property("providerId", "3900122")
        writer.property("outcomeId", id: outcomeID(market, outcome))
        writer.property("bettingTypeId", id: type.id)
        writer.property("statusId", isOpen ? "1" : "4")
        writer.property("isLive", events[event].phase != .prematch)
        writer.name("odds")
        writer.raw(ladder.text(of: Int(state.rung)))
        writer.property("lastChangedTime", state.lastChangedTime)
        writer.property("bettingTypeName", type.name)
        writer.property("shortBettingTypeName", type.name)
        writer.property("isAvailable", isOpen)
        writer.endEntity(as: form)
    }

    func writeRelation(
        _ outcome: Int, of market: Int, as form: EntityForm, to writer: inout FrameWriter
    ) {
        writer.beginEntity(
            .relation(market, outcome), relationID(market, outcome), as: form)
        writer.property("marketId", id: markets[market].id)
        writer.property("outcomeId", id: outcomeID(market, outcome))
        writer.endEntity(as: form)
    }
}
