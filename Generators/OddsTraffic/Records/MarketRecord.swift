extension TrafficWorld {
    func writeMarket(_ market: Int, as form: EntityForm, to writer: inout FrameWriter) {
        let state = markets[market]
        let event = event(ofMarket: market)
        let family = family(ofEvent: event)
        let kind = kind(ofMarket: market)
        let type = kind.bettingType(family)
        let part = Vocabulary.parts(of: family)[0]
        let unit: (id: StaticString, name: StaticString) =
            family == .goals ? ("28", "Goal") : ("45", "Point")

        writer.beginEntity(.market(market), state.id, as: form)
        writeName("name", of: market, withLine: true, to: &writer)
        writeName("shortName", of: market, withLine: true, to: &writer)
        writeDisplayKey(of: market, to: &writer)
        writeName("displayName", of: market, withLine: false, to: &writer)
        writeName("displayShortName", of: market, withLine: false, to: &writer)
        if kind == .handicap {
            writer.beginText("displayGroupName")
            writer.raw(home(ofEvent: event))
            writer.raw(" Props")
            writer.endText()
        }
        writer.property("eventId", id: events[event].id)
        writer.property("eventPartId", id: part.id)
        writer.property("bettingTypeId", id: type.id)
        writer.property("numberOfOutcomes", Int64(offersPerMarket))
        if kind != .winner { writer.property("scoringUnitId", unit.id) }
        writer.property("isComplete", true)
        writer.property("isClosed", events[event].isSettled)
        writeParameters(of: market, to: &writer)
        writer.property("bettingTypeName", type.name)
        writer.property("shortBettingTypeName", type.name)
        writer.property("eventPartName", part.name)
        writer.property("mainLine", events[event].mainSlot == slot(ofMarket: market))
        writer.property("isAvailable", state.isAvailable)
        if !state.isAvailable { writer.property("notAvailableSince", state.notAvailableSince) }
        writer.property("shortEventPartName", part.name)
        if kind != .winner { writer.property("scoringUnitName", unit.name) }
        writer.property("asianLine", kind == .asianHandicap)
        writer.property("allowEachWay", false)
        writer.property("allowStartingPrice", false)
        writer.endEntity(as: form)
    }

    func writeName(
        _ name: StaticString, of market: Int, withLine: Bool, to writer: inout FrameWriter
    ) {
        let event = event(ofMarket: market)
        let kind = kind(ofMarket: market)
        writer.beginText(name)
        switch kind {
        case .winner:
            writer.raw("Match Winner")
        case .result, .doubleChance:
            writer.raw(kind.bettingType(.goals).name)
            writer.raw(", Whole Match")
        case .handicap, .total:
            writer.raw(kind.bettingType(family(ofEvent: event)).name)
            if withLine {
                writer.raw(" ")
                writer.number(quarters: markets[market].line)
            }
        case .asianHandicap:
            writer.raw("Asian Handicap (0:0)")
            if withLine {
                writer.raw(" ")
                writer.number(quarters: markets[market].line)
            }
            writer.raw(", Whole Match")
        }
        writer.endText()
    }

    func writeDisplayKey(of market: Int, to writer: inout FrameWriter) {
        let event = event(ofMarket: market)
        let family = family(ofEvent: event)
        let kind = kind(ofMarket: market)
        writer.beginText("displayKey")
        writer.raw("b")
        writer.digits(kind.bettingType(family).id)
        writer.raw("_ep")
        writer.digits(Vocabulary.parts(of: family)[0].id)
        if kind == .asianHandicap {
            writer.raw("_pf1.0.0_pf2.0.0_pp1.")
            writer.digits(home(ofEvent: event).id)
            writer.raw("_pp2.")
            writer.digits(away(ofEvent: event).id)
        }
        writer.endText()
    }

    private func writeParameters(of market: Int, to writer: inout FrameWriter) {
        let event = event(ofMarket: market)
        let line = markets[market].line
        switch kind(ofMarket: market) {
        case .winner, .result, .doubleChance:
            break
        case .handicap:
            writer.property("paramFloat1", quarters: abs(line))
            let favourite = line < 0 ? home(ofEvent: event) : away(ofEvent: event)
            writer.property("paramParticipantId1", id: favourite.id)
        case .total:
            writer.property("paramFloat1", quarters: line)
        case .asianHandicap:
            writer.property("paramFloat1", 0)
            writer.property("paramFloat2", 0)
            writer.property("paramFloat3", quarters: line)
            writer.property("paramParticipantId1", id: home(ofEvent: event).id)
            writer.property("paramParticipantId2", id: away(ofEvent: event).id)
            writer.property("paramParticipantId3", id: home(ofEvent: event).id)
        }
    }
}
