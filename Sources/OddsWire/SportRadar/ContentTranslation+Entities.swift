import OddsModel

// Events, markets and selections that come whole. Each call returns false if the
// entity cannot be read (SR-E13); nothing is done then.

/// Where a market stands.
struct MarketPlace {
    /// The event's id, if it has one.
    var event: BatchText?
    /// Whether the event has live data; `nil` if it is not there.
    var isLive: Bool?
    /// Whether this is the first market of an event of a list (SR-E4).
    var isFirst = false
}

/// Where a selection stands.
struct SelectionPlace {
    var market: BatchText?
    var event: BatchText?
    /// Whether the event has live data; `nil` if it is not there.
    var isLive: Bool?
}

extension ContentTranslation {
    /// The id of an entity: its own, or the one that the path has (SR-A2).
    func ownID(
        _ offset: Int, named name: BatchText?, _ batch: inout FrameBatch
    ) -> BatchText? {
        var isReadable = true
        let own = reading.id(offset, &isReadable, &batch)
        guard isReadable, let id = own ?? name else { return nil }
        if let own, let name, !batch.text(own, equals: name) { return nil }
        return id
    }

    // MARK: Events

    /// - Parameter name: The id that a path calls the event by.
    func putEvent(
        at offset: Int, named name: BatchText?, _ batch: inout FrameBatch
    ) -> Bool {
        guard scanner.isObject(offset) else { return false }
        let members = scratch.pointee.eventMembers
        reading.read(offset, into: members, &batch)
        guard let id = ownID(members[.idfoevent], named: name, &batch) else { return false }
        if isToken(id, &batch) { return true }
        let live = scratch.pointee.liveMembers
        let isLive = !scanner.isAbsent(members[.liveDataSummary])
        live.clear()
        if isLive {
            guard scanner.isObject(members[.liveDataSummary]) else { return false }
            reading.read(members[.liveDataSummary], into: live, &batch)
        }
        let markets = members[.markets]
        guard scanner.isAbsent(markets) || scanner.isArray(markets) else { return false }
        guard let record = eventRecord(members, live, isLive: isLive, &batch) else { return false }
        record.append(as: batch.key(id), to: &batch)
        let node = putNode(.event, id, below: -1, batch)
        node.pointee.isLive = isLive
        let facts = LiveFacts(
            clock: live[.matchTime], scores: live[.scores], server: live[.serve])
        putInfos(facts, of: id, &batch)
        var place = MarketPlace(event: id, isLive: isLive, isFirst: state.pointee.type.isList)
        if scanner.isArray(markets) {
            reading.forEachElement(of: markets) { market in
                let isRead = putMarket(at: market, named: nil, in: place, &batch)
                count(isRead, &batch)
                // One that is rejected takes no place (EM-R2).
                if isRead { place.isFirst = false }
            }
        } else if !scanner.isAbsent(members[.idfomarket]) {
            count(putMarket(at: offset, named: nil, in: place, &batch), &batch)
        }
        return true
    }

    /// Whether an event is none, which is counted then (SR-E14).
    func isToken(_ id: BatchText, _ batch: inout FrameBatch) -> Bool {
        guard isText(batch.bytes(id), "_TOKEN_") else { return false }
        ignore(id, batch)
        return true
    }

    private func eventRecord(
        _ members: WireMembers, _ live: WireMembers, isLive: Bool, _ batch: inout FrameBatch
    ) -> RecordDraft? {
        typealias Match = Schema.Match
        var isReadable = true
        var record = RecordDraft(.match, .put, scratch.pointee.values)
        let home = reading.looseText(members[.participantNameHome], &batch)
        let away = reading.looseText(members[.participantNameAway], &batch)
        var name = reading.looseText(members[.name], &batch)
        if name == nil, let home, let away { name = batch.joined(home, " v ", away) }
        record.set(Match.name, name)
        record.set(Match.sportId, reading.looseID(members[.idfosporttype], &batch))
        record.set(Match.sportName, reading.looseText(members[.sporttypename], &batch))
        record.set(Match.parentId, reading.looseID(members[.idfotournament], &batch))
        record.set(Match.parentName, reading.looseText(members[.tournamentname], &batch))
        record.set(
            Match.venueName, reading.looseText(members[.tournamentcountryname], &batch))
        record.set(Match.homeParticipantId, batch.constant("home"))
        record.set(Match.homeParticipantName, home)
        record.set(Match.awayParticipantId, batch.constant("away"))
        record.set(Match.awayParticipantName, away)
        if let count = reading.integer(members[.numMarkets], &isReadable) {
            record.set(Match.numberOfMarkets, integer: count)
        }
        record.set(Match.allowsLiveOdds, boolean: isLive)
        setStatus(reading.looseText(live[.status], &batch), of: &record, &batch)
        guard let start = reading.text(members[.tsstart], &isReadable, &batch),
            let time = timestamp(batch.bytes(start))
        else { return nil }
        record.set(Match.startTime, integer: time)
        return isReadable ? record : nil
    }

    // MARK: Markets

    /// The place of a market of an event, there or not.
    func place(in event: BatchText?, _ batch: borrowing FrameBatch) -> MarketPlace {
        guard let event else { return MarketPlace() }
        let node = state.pointee.nodes.findExisting(.event, batch.bytes(event))
        let isLive = node < 0 ? nil : state.pointee.nodes[node].pointee.isLive
        return MarketPlace(event: event, isLive: isLive)
    }

    /// - Parameter name: The id that a path calls the market by.
    func putMarket(
        at offset: Int, named name: BatchText?, in place: MarketPlace, _ batch: inout FrameBatch
    ) -> Bool {
        typealias Market = Schema.Market
        guard scanner.isObject(offset) else { return false }
        let members = scratch.pointee.marketMembers
        reading.read(offset, into: members, &batch)
        guard let id = ownID(members[.idfomarket], named: name, &batch) else { return false }
        let selections = members[.selections]
        guard scanner.isAbsent(selections) || scanner.isArray(selections) else { return false }
        var isReadable = true
        var record = RecordDraft(.market, .put, scratch.pointee.values)
        record.set(Market.eventId, place.event)
        record.set(
            Market.name,
            reading.looseText(members[.name], &batch).map { withoutBreaks($0, &batch) })
        let type = reading.looseID(members[.idefmarkettype], &batch)
        let category = reading.looseID(members[.idfomarkettypecategory], &batch)
        record.set(Market.bettingTypeId, type ?? category)
        if let line = reading.looseNumber(members[.line], &batch) {
            record.set(Market.paramFloat1, number: line)
        }
        if place.isFirst { record.set(Market.mainLine, boolean: true) }
        let isTradable = reading.boolean(members[.istradable], &isReadable) ?? true
        record.set(Market.isAvailable, boolean: isTradable)
        record.set(Market.isClosed, boolean: false)
        guard isReadable else { return false }
        record.append(as: batch.key(id), to: &batch)
        _ = putNode(.market, id, below: parentNode(.event, place.event, batch), batch)
        if scanner.isArray(selections) {
            let inner = SelectionPlace(market: id, event: place.event, isLive: place.isLive)
            reading.forEachElement(of: selections) { selection in
                count(putSelection(at: selection, named: nil, in: inner, &batch), &batch)
            }
        }
        return true
    }

    /// A name without the line breaks that it may have as escapes (SR-E3).
    private func withoutBreaks(_ name: BatchText, _ batch: inout FrameBatch) -> BatchText {
        let isBreak = { (byte: UInt8) in byte == 0x0A || byte == 0x0D }
        guard name.isInArena, batch.bytes(name).contains(where: isBreak) else { return name }
        let start = batch.arena.count
        batch.arena.reserve(start + name.count)
        for byte in batch.bytes(name) where !isBreak(byte) { batch.arena.append(byte) }
        return BatchText(start: start, count: batch.arena.count - start, isInArena: true)
    }

    // MARK: Selections

    /// - Parameter name: The id that a path calls the selection by.
    func putSelection(
        at offset: Int, named name: BatchText?, in place: SelectionPlace,
        _ batch: inout FrameBatch
    ) -> Bool {
        guard scanner.isObject(offset) else { return false }
        let members = scratch.pointee.innerMembers
        reading.read(offset, into: members, &batch)
        guard let id = ownID(members[.idfoselection], named: name, &batch) else { return false }
        var isReadable = true
        let label = reading.looseText(members[.name], &batch)
        let code = reading.looseText(members[.hadvalue], &batch)
        let up = reading.pricePart(members[.currentpriceup], &isReadable, &batch)
        let down = reading.pricePart(members[.currentpricedown], &isReadable, &batch)
        let isTradable = reading.boolean(members[.istradable], &isReadable) ?? true
        let isSuspended = isSuspension(members[.idfoselectionsuspensiontype], &batch)
        guard isReadable, down != 0 else { return false }

        let key = batch.key(id)
        var outcome = RecordDraft(.outcome, .put, scratch.pointee.values)
        outcome.set(Schema.Outcome.marketId, place.market)
        outcome.set(Schema.Outcome.eventId, place.event)
        outcome.set(Schema.Outcome.code, code)
        outcome.set(Schema.Outcome.translatedName, label)
        outcome.append(as: key, to: &batch)

        let node = putNode(.selection, id, below: parentNode(.market, place.market, batch), batch)
        node.pointee.up = up ?? ContentNode.unknown
        node.pointee.down = down ?? ContentNode.unknown
        node.pointee.isTradable = isTradable
        node.pointee.isSuspended = isSuspended
        var offer = RecordDraft(.bettingOffer, .put, scratch.pointee.values)
        offer.set(Schema.Offer.outcomeId, id)
        offer.set(Schema.Offer.statusId, offerStatus(node.pointee.isAvailable, &batch))
        if node.pointee.hasPrice { offer.set(Schema.Offer.odds, number: node.pointee.odds) }
        if let isLive = place.isLive { offer.set(Schema.Offer.isLive, boolean: isLive) }
        offer.set(Schema.Offer.isAvailable, boolean: node.pointee.isAvailable)
        offer.append(as: key, to: &batch)
        return true
    }

    /// Whether `idfoselectionsuspensiontype` closes a selection: any value may stand there.
    func isSuspension(_ offset: Int, _ batch: inout FrameBatch) -> Bool {
        guard let string = scanner.string(offset) else { return false }
        return isText(batch.bytes(batch.text(string)), inAnyCase: "N/O")
    }

    func offerStatus(_ isAvailable: Bool, _ batch: inout FrameBatch) -> BatchText {
        batch.constant(isAvailable ? "1" : "4")
    }
}
