// Entities as SportRadar's wire nests them.
extension WorldContents {
    // MARK: Events

    /// Writes an event with the markets that a content shows of it.
    mutating func writeEvent(
        _ event: Int, _ view: ContentView, _ world: borrowing TrafficWorld,
        to writer: inout FrameWriter
    ) {
        beginEvent(event, world, to: &writer)
        orderMarkets(ofEvent: event, view, world)
        for index in 0..<orderedMarkets.count {
            if index > 0 { writer.raw(",") }
            writeMarket(orderedMarkets[index], world, to: &writer)
        }
        writer.raw("]}")
    }

    /// Starts an event, up to the bracket that opens its markets.
    func beginEvent(
        _ event: Int, _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        let state = world.events[event]
        let league = world.league(ofEvent: event)
        let sport = Vocabulary.sports[league.sport]
        let (home, away) = (world.home(ofEvent: event), world.away(ofEvent: event))
        writer.raw("{")
        writer.property("idfoevent", sportRadarID: state.id)
        writer.matchName("name", home, away)
        writer.property("participantname_home", home)
        writer.property("participantname_away", away)
        writer.beginText("tsstart")
        let spellings = ContentDate.Spelling.allCases
        writer.date(state.startTime, as: spellings[event % spellings.count])
        writer.endText()
        writer.property("idfosporttype", sport.code)
        writer.property("sporttypename", sport.name)
        writer.property("idfosport", sportRadarID: sport.id)
        writer.property("idfotournament", sportRadarID: world.tournamentID(ofEvent: event))
        writer.beginText("tournamentname")
        writer.seasonName(of: league)
        writer.endText()
        writer.property("tournamentcountryname", Vocabulary.locations[league.location].name)
        writer.property("numMarkets", Int64(state.marketCount))
        writer.beginText("externalreference")
        writer.raw("x-")
        writer.digits(state.id)
        writer.endText()
        if state.phase != .prematch {
            writer.name("liveDataSummary")
            writeSummary(ofEvent: event, world, to: &writer)
        }
        writer.name("markets")
        writer.raw("[")
    }

    /// Puts the markets that a content shows of an event into their order: that of their
    /// ids, as new ones come at the end.
    mutating func orderMarkets(
        ofEvent event: Int, _ view: ContentView, _ world: borrowing TrafficWorld
    ) {
        orderedMarkets.truncate(to: 0)
        var isSorted = true
        var last: UInt64 = 0
        for slot in Int(view.firstSlot)..<Int(view.endSlot) {
            let market = world.market(slot, ofEvent: event)
            orderedMarkets.append(market)
            isSorted = isSorted && last < world.markets[market].id
            last = world.markets[market].id
        }
        guard !isSorted else { return }
        let states = world.markets.pointer
        var markets = UnsafeMutableBufferPointer(
            start: orderedMarkets.pointer, count: orderedMarkets.count)
        markets.sort { states[$0].id < states[$1].id }
    }

    /// The facts of a live event, scores last: those of later parts come behind all others.
    private func writeSummary(
        ofEvent event: Int, _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        writer.raw("{")
        switch world.family(ofEvent: event) {
        case .goals:
            writer.name("matchTime")
            writer.clock(world.events[event])
            writer.absent("serve")
        case .sets:
            writer.property("serve", world.events[event].isHomeServing ? 1 : 2)
        }
        writer.name("status")
        writer.status(ofEvent: event, of: world)
        writer.name("scores")
        writer.raw("{")
        let score = EventFacts.Score(
            home: world.events[event].homeScore, away: world.events[event].awayScore)
        writer.name(world.family(ofEvent: event).scoreName)
        writer.score(score)
        facts.forEachPart(ofEvent: event) { part in
            writer.partScoreName(part, world.family(ofEvent: event))
            writer.score(facts.score(ofPart: part, ofEvent: event))
        }
        writer.raw("}}")
    }

    // MARK: Markets

    func writeMarket(
        _ market: Int, ofEvent id: UInt64? = nil, _ world: borrowing TrafficWorld,
        to writer: inout FrameWriter
    ) {
        let state = world.markets[market]
        let kind = world.kind(ofMarket: market)
        let type = kind.bettingType(world.family(ofEvent: world.event(ofMarket: market)))
        writer.raw("{")
        writer.property("idfomarket", sportRadarID: state.id)
        if let id { writer.property("idfoevent", sportRadarID: id) }
        world.writeName("name", of: market, withLine: true, to: &writer)
        if kind == .handicap {
            // A line break, which is no part of the name (SR-E3).
            writer.truncate(to: writer.byteCount - 1)
            writer.raw(#"\n""#)
        }
        // Where there is no type, the category is it.
        if kind != .doubleChance { writer.property("idefmarkettype", id: type.id) }
        writer.property("idfomarkettype", sportRadarID: type.id)
        if kind == .doubleChance {
            writer.property("idfomarkettypecategory", id: type.id)
        } else {
            writer.property("idfomarkettypecategory", kind.isLine ? "2.1" : "3.1")
        }
        writer.property("istradable", state.isAvailable)
        writer.property("isunderover", kind == .total)
        writeLine(state.line, kind, to: &writer)
        writer.property("idfoselectionorder", "Setup")
        writer.property("ismainoutright", false)
        writer.property("custombetavailable", !kind.isLine)
        writer.name("selections")
        writer.raw("[")
        for outcome in 0..<world.offersPerMarket {
            if outcome > 0 { writer.raw(",") }
            writeSelection(outcome, of: market, world, to: &writer)
        }
        writer.raw("]}")
    }

    /// A line is text or a number.
    private func writeLine(_ line: Int32, _ kind: MarketKind, to writer: inout FrameWriter) {
        switch kind {
        case .winner, .result, .doubleChance: break
        case .total:
            writer.beginText("line")
            writer.number(quarters: line)
            writer.endText()
        case .handicap: writer.property("line", quarters: abs(line))
        case .asianHandicap: writer.property("line", quarters: line)
        }
    }

    // MARK: Selections

    func writeSelection(
        _ outcome: Int, of market: Int, _ world: borrowing TrafficWorld,
        to writer: inout FrameWriter
    ) {
        let id = world.offerID(market, outcome)
        let offer = world.offers[market * world.offersPerMarket + outcome]
        let price = fractions[offer.rung]
        let closing = ClosingWay(ofOffer: id)
        let isOpen = world.markets[market].areOffersOpen
        writer.raw("{")
        writer.property("idfoselection", sportRadarID: id)
        writer.property("idfomarket", sportRadarID: world.markets[market].id)
        world.writeName("name", of: outcome, in: market, to: &writer)
        writer.beginText("selectionhashcode")
        writer.raw("h")
        writer.digits(id)
        writer.endText()
        writer.property("currentpriceup", id: price.up)
        writer.property("currentpricedown", id: price.down)
        writer.beginText("hadvalue")
        writer.raw(byte: world.role(of: outcome, in: market).header.utf8Start[0])
        writer.endText()
        writer.property("istradable", isOpen || !closing.saysTradable)
        if isOpen || !closing.saysSuspension {
            writer.absent("idfoselectionsuspensiontype")
        } else {
            writer.property("idfoselectionsuspensiontype", "N/O")
        }
        writer.beginText("externalreference")
        writer.raw("x-")
        writer.digits(id)
        writer.endText()
        writer.raw("}")
    }
}

/// How the wire says that an offer is closed: a selection is opened again as it was closed.
struct ClosingWay {
    let saysTradable: Bool
    let saysSuspension: Bool

    /// Neighbours differ, and it is always the same for one of them.
    init(ofOffer id: UInt64) {
        let way = id / (3 * IDSequence.step) % 3
        saysTradable = way != 1
        saysSuspension = way != 0
    }
}
