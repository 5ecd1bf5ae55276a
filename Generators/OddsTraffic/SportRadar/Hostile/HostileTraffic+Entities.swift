/// The kinds of entity that paths select.
enum HostileEntity: Sendable {
    case event, market, selection, sport, node

    var key: String {
        switch self {
        case .event: "idfoevent"
        case .market: "idfomarket"
        case .selection: "idfoselection"
        case .sport: "idfosporttype"
        case .node: "idfwbonavigation"
        }
    }

    /// So few that they collide. Some differ in a zero that no number has, or only as
    /// numbers that no double holds.
    var ids: [String] {
        switch self {
        case .event: ["1.1", "2.1", "3.1", "9007199254740993.1", "1.10"]
        case .market: ["10.1", "11.1", "12.1", "13.1", "12345678901234567890.1", "-0"]
        case .selection: ["20.1", "21.1", "22.1", "23.1", "24.1", "é", "e\u{301}", "a=b"]
        case .sport: ["FBL", "TNS", "7"]
        case .node: ["11.1", "12.1"]
        }
    }
}

// Entities, with members that are missing, repeated, of another kind, or `null`.
extension SportRadarHostileTraffic {
    /// What a content is as a whole.
    mutating func whole(_ content: HostileContent) -> String {
        switch content.shape {
        case .events: return list(3) { $0.event($0.identity($0.id(of: .event), of: .event)) }
        case .group:
            let events = list(3) { $0.event($0.identity($0.id(of: .event), of: .event)) }
            if random.chance(5) { return random.pick(["{}", #"{"events":null}"#]) }
            return object([("idfwmarketgroup", quoted("7.1")), ("events", events)])
        case .event: return event(identity(content.id, of: .event))
        case .market: return market(identity(content.id, of: .market))
        case .selection: return selection(identity(content.id, of: .selection))
        case .liveData: return liveData()
        case .sports: return list(3) { $0.sport($0.identity($0.id(of: .sport), of: .sport)) }
        case .nodes:
            if random.chance(5) { return random.pick(["{}", #"{"bonavigationnodes":7}"#]) }
            return object([("bonavigationnodes", list(2) { $0.node() })])
        }
    }

    private mutating func list(
        _ countMax: Int, _ element: (inout SportRadarHostileTraffic) -> String
    ) -> String {
        var elements: [String] = []
        for _ in 0..<random.below(countMax + 1) { elements.append(element(&self)) }
        if let last = elements.last, happens(.repeatedEntity, 5) { elements.append(last) }
        if happens(.entityOfWrongKind, 3) { elements.append(garbage()) }
        return "[\(elements.joined(separator: ","))]"
    }

    // MARK: Ids

    /// An id as it stands in paths.
    mutating func id(of entity: HostileEntity) -> String {
        if entity == .event, happens(.token, 2) { return "_TOKEN_" }
        return happens(.unknownID, 5) ? "99.1" : random.pick(entity.ids)
    }

    /// The member that is an entity's own id, which is mostly that of the path.
    mutating func identity(_ id: String, of entity: HostileEntity) -> [(String, String)] {
        if happens(.addedWithoutID, 6) {
            return random.chance(70) ? [] : [(entity.key, "null")]
        }
        if happens(.addedOfOtherID, 4) { return [(entity.key, value(ofID: self.id(of: entity)))] }
        return [(entity.key, value(ofID: id))]
    }

    /// An id as JSON: text, or a number of the same text.
    mutating func value(ofID id: String) -> String {
        if happens(.idless, 1) { return garbage() }
        if happens(.emptyID, 1) { return #""""# }
        if happens(.exponentID, 1) { return random.pick(["1e1", "2.1E0"]) }
        guard Double(id) != nil, random.chance(25) else { return quoted(id) }
        note(id.count > 17 ? .hugeNumberID : id.hasSuffix("0") ? .trailingZeroID : .numberID)
        return id
    }

    // MARK: Events, markets, selections

    mutating func event(_ identity: [(String, String)]) -> String {
        var members = identity + [("tsstart", start())]
        if happens(.startless, 4) { members.removeLast() }
        for name in ["name", "participantname_home", "participantname_away", "tournamentname"]
        where random.chance(60) {
            members.append((name, text()))
        }
        if random.chance(50) { members.append(("idfosporttype", quoted("FBL"))) }
        if random.chance(50) { members.append(("idfotournament", value(ofID: "7.1"))) }
        if random.chance(50) { members.append(("numMarkets", integer())) }
        if random.chance(60) { members.append(("liveDataSummary", summary())) }
        if happens(.ownMarket, 8) {
            members += marketMembers(identity: [
                ("idfomarket", value(ofID: id(of: .market)))
            ])
        } else if random.chance(85) {
            members.append(("markets", list(4) {
                $0.market($0.identity($0.id(of: .market), of: .market))
            }))
        }
        return object(spoilt(members))
    }

    mutating func market(_ identity: [(String, String)]) -> String {
        object(spoilt(marketMembers(identity: identity)))
    }

    private mutating func marketMembers(
        identity: [(String, String)]
    ) -> [(String, String)] {
        var members = identity
        if random.chance(30) { members.append(("idfoevent", value(ofID: id(of: .event)))) }
        if random.chance(70) {
            let hasBreak = happens(.lineBreak, 15)
            members.append(("name", hasBreak ? quoted("a\nb\r\nc") : text()))
        }
        if random.chance(60) { members.append(("idefmarkettype", quoted("2"))) }
        if random.chance(40) {
            note(.category)
            members.append(("idfomarkettypecategory", quoted("3.1")))
        }
        if random.chance(60) { members.append(("line", line())) }
        if random.chance(60) { members.append(("istradable", flag())) }
        if random.chance(90) {
            members.append(("selections", list(4) {
                $0.selection($0.identity($0.id(of: .selection), of: .selection))
            }))
        }
        return members
    }

    mutating func selection(_ identity: [(String, String)]) -> String {
        var members = identity
        if random.chance(60) { members.append(("idfomarket", value(ofID: id(of: .market)))) }
        if random.chance(60) { members.append(("name", text())) }
        if random.chance(50) { members.append(("hadvalue", quoted("H"))) }
        members += priceMembers()
        return object(spoilt(members))
    }

    // MARK: Live data, sports, nodes

    private mutating func summary() -> String {
        var members: [(String, String)] = []
        if random.chance(60) { members.append(("matchTime", clock())) }
        if random.chance(60) { members.append(("status", status())) }
        if random.chance(50) { members.append(("serve", server())) }
        if random.chance(60) { members.append(("scores", scores())) }
        return object(spoilt(members))
    }

    private mutating func scores() -> String {
        var members = (0..<random.below(3)).map { _ in (scoreName(), score()) }
        if happens(.bothScores, 20) {
            members += [("MATCH_SCORE", score()), ("CURRENT_SCORE", score())]
        }
        if happens(.unknownScore, 10) { members.append(("OVERTIME_SCORE", garbage())) }
        return object(spoilt(members))
    }

    mutating func liveData() -> String {
        var complete: [(String, String)] = []
        if random.chance(70) { complete.append(("STATUS", fact(status()))) }
        if random.chance(50) { complete.append(("SERVE", fact(server()))) }
        for _ in 0..<random.below(3) { complete.append((scoreName(), score())) }
        var members: [(String, String)] = []
        if random.chance(70) { members.append(("targetEventId", value(ofID: id(of: .event)))) }
        if random.chance(60) { members.append(("matchTime", clock())) }
        if random.chance(85) {
            members.append(("attributes", object(spoilt([("COMPLETE", object(spoilt(complete)))]))))
        }
        return object(spoilt(members))
    }

    mutating func sport(_ identity: [(String, String)]) -> String {
        var members = identity
        if random.chance(60) { members.append(("sporttypename", text())) }
        if random.chance(50) { members.append(("name", text())) }
        if random.chance(70) { members.append(("numEvents", count())) }
        return object(spoilt(members))
    }

    private mutating func node() -> String {
        var members = [
            ("idfwbonavigation", value(ofID: id(of: .node))),
            ("focontentid", value(ofID: id(of: .sport))),
        ]
        if random.chance(60) { members.append(("name", text())) }
        if random.chance(60) { members.append(("numevents", count())) }
        if random.chance(60) { members.append(("numinplayevents", count())) }
        return object(spoilt(members))
    }

    /// The members, at times one of them of another kind, `null`, or repeated.
    private mutating func spoilt(_ members: [(String, String)]) -> [(String, String)] {
        var members = members
        if happens(.unknownMember, 6) { members.append(("externalreference", garbage())) }
        guard !members.isEmpty else { return members }
        let index = random.below(members.count)
        if happens(.memberOfWrongKind, 3) { members[index].1 = garbage() }
        if happens(.nullMember, 4) { members[index].1 = "null" }
        if happens(.repeatedMember, 3) {
            let other = random.coin() ? members[index].1 : garbage()
            members.insert((members[index].0, other), at: random.below(members.count + 1))
        }
        return members
    }
}
