/// Reads entities that come whole (SR-E1 to SR-E17).
///
/// Each function throws if its entity cannot be read, and then has read nothing.
struct SportRadarEntityReader {
    /// Where a market or selection hangs.
    struct Place {
        var event: UTF8Text?
        var market: UTF8Text?
        /// Of the event; `nil` if that is not there.
        var isLive: Bool?
    }

    var meaning = SportRadarMeaning()
    /// Where facts are changes of what is there (SR-U8); `nil` where an event comes whole.
    var merging: SportRadarState?

    /// Reads an entity that is rejected alone if it cannot be read (SR-E13).
    mutating func attempt(_ read: (inout Self) throws -> Void) {
        var trial = self
        do {
            try read(&trial)
            self = trial
        } catch {
            meaning.records.append(nil)
        }
    }

    /// The id of an entity, which may be left out where a selector has it
    /// (SR-A2).
    static func id(
        of members: SportRadarMembers, _ key: UTF8Text, selected: UTF8Text?
    ) throws(Unreadable) -> UTF8Text {
        let own = try members.read(key, \.identifier)
        guard let id = own ?? selected, selected == nil || id == selected else {
            throw Unreadable()
        }
        return id
    }

    /// Reads an event. `selected` is the id by a selector.
    mutating func event(
        _ members: SportRadarMembers, selected: UTF8Text?, isInList: Bool
    ) throws(Unreadable) {
        let id = try Self.id(of: members, "idfoevent", selected: selected)
        guard !passesOver(id) else { return }
        let home = members.text("participantname_home")
        let away = members.text("participantname_away")
        guard let start = try members.read("tsstart", \.milliseconds) else { throw Unreadable() }
        let summary = try members.members("liveDataSummary")
        let markets = try members.read("markets", \.array)
        let properties: [UTF8Text: ReferenceValue?] = [
            "name": .ifKnown(members.text("name") ?? Self.name(home, away)),
            "sportId": .ifKnown(members.id("idfosporttype")),
            "sportName": .ifKnown(members.text("sporttypename")),
            "parentId": .ifKnown(members.id("idfotournament")),
            "parentName": .ifKnown(members.text("tournamentname")),
            "venueName": .ifKnown(members.text("tournamentcountryname")),
            "homeParticipantId": .text("home"), "homeParticipantName": .ifKnown(home),
            "awayParticipantId": .text("away"), "awayParticipantName": .ifKnown(away),
            "startTime": .integer(start),
            "numberOfMarkets": .ifKnown(try members.read("numMarkets", \.integer)),
            "allowsLiveOdds": .boolean(summary != nil),
        ]
        let status = SportRadarFact.statusProperties(summary?.text("status"))
        meaning.put("MATCH", id, properties.merging(status) { $1 })
        if let summary { facts(inSummary: summary, event: id) }

        let place = Place(event: id, isLive: summary != nil)
        var isMain = isInList
        if let markets {
            for market in markets {
                attempt { reader in
                    try reader.market(
                        SportRadarMembers(market), selected: nil, at: place, isMain: isMain)
                    isMain = false
                }
            }
        } else if members["idfomarket"] != nil {
            attempt { reader in
                try reader.market(members, selected: nil, at: place, isMain: isMain)
            }
        }
    }

    private static func name(_ home: UTF8Text?, _ away: UTF8Text?) -> UTF8Text? {
        guard let home, let away else { return nil }
        return UTF8Text(home.bytes + Array(" v ".utf8) + away.bytes)
    }

    /// Reads the live data of an event (SR-E11). `content` is the content's id.
    mutating func liveData(
        _ members: SportRadarMembers, content: UTF8Text
    ) throws(Unreadable) {
        let own = try members.read("targetEventId", \.identifier)
        guard let id = own ?? (content.isEmpty ? nil : content) else { throw Unreadable() }
        guard !passesOver(id) else { return }
        let status = SportRadarFact.status(inLiveData: members)
        let properties = status.map { SportRadarFact.statusProperties($0) } ?? [:]
        meaning.put("MATCH", id, properties)
        facts(inLiveData: members, event: id)
    }

    /// Counts an event that is none (SR-E14).
    private mutating func passesOver(_ event: UTF8Text) -> Bool {
        guard event == "_TOKEN_" else { return false }
        meaning.ignored.append("_TOKEN_")
        return true
    }

    /// Reads a market.
    mutating func market(
        _ members: SportRadarMembers, selected: UTF8Text?, at place: Place, isMain: Bool
    ) throws(Unreadable) {
        let id = try Self.id(of: members, "idfomarket", selected: selected)
        let name = members.text("name")?.withoutLineBreaks
        let type = members.id("idefmarkettype")
        let category = members.id("idfomarkettypecategory")
        let isTradable = try members.read("istradable", \.boolean)
        let selections = try members.read("selections", \.array)
        meaning.put(
            "MARKET", id,
            [
                "eventId": .ifKnown(place.event), "name": .ifKnown(name),
                "bettingTypeId": .ifKnown(type ?? category),
                "paramFloat1": .ifKnown(members["line"]?.line),
                "mainLine": isMain ? .boolean(true) : nil,
                "isAvailable": .boolean(isTradable ?? true), "isClosed": .boolean(false),
            ])
        let place = Place(event: place.event, market: id, isLive: place.isLive)
        for selection in selections ?? [] {
            attempt { reader in
                try reader.selection(SportRadarMembers(selection), selected: nil, at: place)
            }
        }
    }

    /// Reads a selection.
    mutating func selection(
        _ members: SportRadarMembers, selected: UTF8Text?, at place: Place
    ) throws(Unreadable) {
        let id = try Self.id(of: members, "idfoselection", selected: selected)
        let name = members.text("name")
        let code = members.text("hadvalue")
        var price = SportRadarPrice()
        try price.take(members)
        meaning.put(
            "OUTCOME", id,
            [
                "marketId": .ifKnown(place.market), "eventId": .ifKnown(place.event),
                "translatedName": .ifKnown(name), "code": .ifKnown(code),
            ])
        let offer: [UTF8Text: ReferenceValue?] = [
            "outcomeId": .text(id), "isLive": .ifKnown(place.isLive),
        ]
        meaning.put("BETTING_OFFER", id, offer.merging(price.properties) { $1 })
        meaning.prices[id] = price
    }
}

extension UTF8Text {
    fileprivate var withoutLineBreaks: UTF8Text {
        UTF8Text(bytes.filter { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") })
    }
}
