import OddsModel
import Testing

@Suite struct EventModelPatchingTests {
    private func event() -> EventModel {
        var builder = EventModelBuilder()
        builder.append(.match, id: EntityID("1"))
        builder.set(Schema.Match.name, to: "a name of more than seven bytes")
        builder.append(.market, id: EntityID("2"))
        builder.append(.outcome, id: EntityID("3"))
        for id in 4...6 {
            builder.append(.bettingOffer, id: EntityID("\(id)"))
            builder.set(Schema.Offer.odds, to: Double(id))
            builder.set(Schema.Offer.isAvailable, to: true)
        }
        return builder.finish()
    }

    /// Sets the odds of one offer and makes it unavailable.
    private func patch(_ event: inout EventModel, offer index: Int, odds: Double) {
        event.withUniqueNode(.bettingOffer, at: index, changesTexts: false) { header, slots in
            slots.words[Schema.Offer.odds] = odds.bitPattern
            header.pointee.booleans &= ~PropertySet(index: Schema.Offer.isAvailable).rawValue
        }
    }

    /// Where all nodes but the offers are.
    private func structure(of event: inout EventModel) -> UInt {
        event.withUniqueNode(.match, at: 0, changesTexts: false) { header, _ in
            UInt(bitPattern: header)
        }
    }

    /// Sets the status of one offer.
    private func patch(_ event: inout EventModel, offer index: Int, status: String) {
        event.withUniqueNode(.bettingOffer, at: index, changesTexts: true) { header, slots in
            header.pointee.present |= PropertySet(index: Schema.Offer.statusId).rawValue
            let slot = Array(status.utf8).withUnsafeBytes { TextSlot(short: $0) }
            slots.texts[Schema.Offer.statusId] = slot!.rawValue
        }
    }

    @Test func aTextOfAnOfferIsCopiedFirst() {
        var patched = event()
        patch(&patched, offer: 1, status: "1")
        let kept = patched
        patch(&patched, offer: 1, status: "2")
        patch(&patched, offer: 2, status: "3")

        let offers = { (event: EventModel) in event.markets[0].outcomes[0].bettingOffers }
        #expect(offers(kept).map(\.statusId) == [nil, "1", nil])
        #expect(offers(patched).map(\.statusId) == [nil, "2", "3"])
        #expect(offers(patched).map(\.odds) == [4, 5, 6])
        #expect(patched != kept)
        #expect(patched.name == "a name of more than seven bytes")
    }

    @Test func aSharedEventIsCopiedFirst() {
        var patched = event()
        let kept = patched
        let keptOffer = patched.markets[0].outcomes[0].bettingOffers[1]
        patch(&patched, offer: 1, odds: 9.5)

        #expect(kept == event())
        #expect(keptOffer.odds == 5)
        #expect(keptOffer.isAvailable == true)
        #expect(patched != kept)
        #expect(patched.markets[0].outcomes[0].bettingOffers.map(\.odds) == [4, 9.5, 6])
        #expect(
            patched.markets[0].outcomes[0].bettingOffers.map(\.isAvailable) == [true, false, true])
        #expect(patched.name == "a name of more than seven bytes")
    }

    @Test func anUnsharedEventIsPatchedInPlace() {
        var event = event()
        let before = structure(of: &event)
        patch(&event, offer: 0, odds: 2)
        #expect(structure(of: &event) == before)
        #expect(event.markets[0].outcomes[0].bettingOffers[0].odds == 2)
    }

    @Test func everyRegionIsInReach() {
        var event = event()
        event.withUniqueNode(.match, at: 0, changesTexts: false) { header, slots in
            header.pointee.present |= PropertySet(index: Schema.Match.startTime).rawValue
            slots.words[Schema.Match.startTime] = 77
        }
        event.withUniqueNode(.outcome, at: 0, changesTexts: false) { header, slots in
            header.pointee.present |= PropertySet(index: Schema.Outcome.paramFloat1).rawValue
            slots.words[Schema.Outcome.paramFloat1] = 2.5.bitPattern
        }
        #expect(event.startTime == 77)
        #expect(event.markets[0].outcomes[0].paramFloat1 == 2.5)
        #expect(event.count(of: .bettingOffer) == 3)
        #expect(event.count(of: .eventInfo) == 0)
    }
}
