// Entities outside the tree of matches, markets and betting offers.
extension TrafficWorld {
    func writeSport(_ index: Int, as form: EntityForm, to writer: inout FrameWriter) {
        let sport = Vocabulary.sports[index]
        let state = sports[index]
        let parent = Vocabulary.electronicSport
        writer.beginEntity(.sport(index), sport.id, as: form)
        writer.property("name", sport.name)
        writer.property("shortName", sport.shortName)
        writer.property("isVirtual", false)
        writer.property("numberOfEvents", state.events)
        writer.property("numberOfMarkets", state.markets)
        writer.property("numberOfBettingOffers", state.bettingOffers)
        writer.property("numberOfLiveEvents", state.liveEvents)
        writer.property("numberOfLiveMarkets", state.liveMarkets)
        writer.property("numberOfLiveBettingOffers", state.liveBettingOffers)
        writer.property("numberOfUpcomingMatches", state.upcomingMatches)
        writer.property(
            "numberOfMatchesWhichWillHaveLiveOdds", id: UInt64(state.matchesWithLiveOdds))
        if sport.isElectronic { writer.property("parentId", id: parent.id) }
        writer.name("childrenIds")
        writer.raw("[]")
        if sport.isElectronic {
            writer.property("parentName", parent.name)
            writer.property("parentShortName", parent.shortName)
        }
        writer.property("displayChildren", sport.id == parent.id)
        writer.property("showEventCategory", false)
        writer.property("isTopSport", index < 2)
        writer.property("hasMatches", true)
        writer.property("hasOutrights", index < 4)
        writer.endEntity(as: form)
    }

    func writeLocation(_ index: Int, as form: EntityForm, to writer: inout FrameWriter) {
        let location = Vocabulary.locations[index]
        writer.beginEntity(.location(index), location.id, as: form)
        writer.property("typeId", location.code == nil ? "4" : "1")
        writer.property("name", location.name)
        writer.property("shortName", location.shortName)
        if let code = location.code { writer.property("code", code) }
        writer.endEntity(as: form)
    }

    func writeCategory(_ index: Int, as form: EntityForm, to writer: inout FrameWriter) {
        let category = Vocabulary.categories[index]
        let count = Int64(index)
        writer.beginEntity(.category(index), category.id, as: form)
        writer.property("sportId", id: Vocabulary.sports[3].id)
        writer.property("sportName", Vocabulary.sports[3].name)
        writer.property("name", category.name)
        writer.property("shortName", category.name)
        writer.property("numberOfEvents", 160 - 60 * count)
        writer.property("numberOfMarkets", 900 - 400 * count)
        writer.property("numberOfBettingOffers", 2_250 - 1_000 * count)
        writer.property("numberOfLiveEvents", 18 - 6 * count)
        writer.property("numberOfLiveMarkets", 470 - 200 * count)
        writer.property("numberOfLiveBettingOffers", 1_400 - 600 * count)
        writer.property("numberOfUpcomingMatches", 142 - 54 * count)
        writer.endEntity(as: form)
    }

    func writeStatistics(ofEvent event: Int, as form: EntityForm, to writer: inout FrameWriter) {
        writer.beginEntity(.statistics(event), statisticsID(ofEvent: event), as: form)
        writer.property("providerId", "3900655")
        writer.property("providerEntityId", id: 61_000_000 + UInt64(event))
        writer.property("entityId", id: events[event].id)
        writer.endEntity(as: form)
    }

    func statisticsID(ofEvent event: Int) -> UInt64 { events[event].id + IDSequence.step * 4 }

    func writePartScore(ofEvent event: Int, as form: EntityForm, to writer: inout FrameWriter) {
        let name: StaticString = family(ofEvent: event) == .goals ? "Goals" : "Sets"
        writer.beginEntity(.partScore(event), partScoreID(ofEvent: event), as: form)
        writer.property("eventPartName", name)
        writer.property("shortEventPartName", name)
        writer.property("eventPartKey", "WholeMatch")
        writer.property("homeScore", id: UInt64(events[event].homeScore))
        writer.property("awayScore", id: UInt64(events[event].awayScore))
        writer.property("eventInfoTypeId", "1")
        writer.property("eventInfoTypeName", "Score")
        writer.property("eventInfoTypeShortName", "Score")
        writer.property("sportId", id: sport(ofEvent: event).id)
        writer.property("headerDisplayType", "TEXT")
        writer.property("currentEventPart", false)
        writer.endEntity(as: form)
    }

    func partScoreID(ofEvent event: Int) -> UInt64 { events[event].id + IDSequence.step * 5 }

    /// Writes the rules of a market; see `hasInfo`.
    func writeMarketInfo(_ market: Int, as form: EntityForm, to writer: inout FrameWriter) {
        writer.beginEntity(.marketInfo(market), markets[market].id, as: form)
        writer.property(
            "marketInfo",
            """
            The market is settled by the official result of the part of the match that it \
            names, without regard to later corrections; stakes on selections that take no \
            part are returned.
            """)
        writeDisplayKey(of: market, to: &writer)
        writer.endEntity(as: form)
    }

    func writeMainMarket(_ index: Int, as form: EntityForm, to writer: inout FrameWriter) {
        let kinds: [MarketKind] = [.result, .doubleChance, .total, .handicap, .winner]
        let family: SportFamily = index == 4 ? .sets : .goals
        let type = kinds[index].bettingType(family)
        let part = Vocabulary.parts(of: family)[0]
        writer.beginEntity(.mainMarket(index), 3_150_004_000 + UInt64(index), as: form)
        writer.property("bettingTypeId", id: type.id)
        writer.property("eventPartId", id: part.id)
        writer.property("sportId", id: Vocabulary.sports[family == .goals ? 0 : 1].id)
        writer.property("bettingTypeName", type.name)
        writer.property("eventPartName", part.name)
        if kinds[index] != .total { writer.property("numberOfOutcomes", Int64(offersPerMarket)) }
        writer.property("liveMarket", true)
        writer.property("outright", false)
        writer.endEntity(as: form)
    }

    static var mainMarketCount: Int { 5 }

    func writeMarketGroup(_ index: Int, as form: EntityForm, to writer: inout FrameWriter) {
        let group = Vocabulary.marketGroups[index]
        writer.beginEntity(.marketGroup(index), 1_132_150_000 + UInt64(index * 17), as: form)
        writer.property("groupKey", group.key)
        writer.property("translatedName", group.name)
        writer.property("position", Int64(index))
        writer.property("isDefault", index == 1)
        writer.property("numberOfMarkets", Int64(150 / (index + 1)))
        writer.property("isBetBuilder", index == 2)
        writer.property("isFast", index == 0)
        writer.property("isOutright", false)
        writer.endEntity(as: form)
    }

    /// Writes the feed's own count of live events.
    func writeLiveMatchesNumber(as form: EntityForm, to writer: inout FrameWriter) {
        writer.beginEntity(.liveMatchesNumber, 1, as: form)
        writer.property("numberOfLiveEvents", liveMatchesNumber)
        writer.endEntity(as: form)
    }

    func writePopularMatchesNumber(as form: EntityForm, to writer: inout FrameWriter) {
        writer.beginEntity(.popularMatchesNumber, 3, as: form)
        writer.property("numberOfPopularEvents", popularMatchesNumber)
        writer.endEntity(as: form)
    }

    /// Without a life cycle, ended matches still count as live.
    var liveMatchesNumber: Int64 { Int64(hasLifeCycle ? liveEventCount : events.count) }

    var popularMatchesNumber: Int64 { min(liveMatchesNumber, 10) }
}
