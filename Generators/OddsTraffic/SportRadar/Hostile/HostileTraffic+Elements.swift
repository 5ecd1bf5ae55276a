// Elements of contents.
extension SportRadarHostileTraffic {
    /// An element that names a content badly, or any element.
    mutating func element() -> String {
        if random.chance(50) { return element(random.pick(HostileContent.all)) }
        switch random.below(4) {
        case 0:
            note(.noObject)
            return garbage()
        case 1:
            note(.noContent)
            return object([("changeType", quoted("UPDATED")), ("change", garbage())])
        case 2:
            note(.contentOfWrongKind)
            let content = random.coin() ? garbage() : object([("type", garbage()), ("id", "1.1")])
            return object([("contentId", content), ("changeType", quoted("REMOVED"))])
        default:
            note(.unknownContent)
            let type = random.pick(["weather", "Event", "", "events"])
            let content = object([("type", quoted(type)), ("id", quoted("1.1"))])
            return object([("contentId", content), ("change", garbage())])
        }
    }

    mutating func element(_ content: HostileContent) -> String {
        if random.chance(4) { return refreshed(content) }
        switch random.pick(weighted: [(60, 0), (25, 1), (12, 2), (3, 3)]) {
        case 0: return updated(content)
        case 1: return added(content)
        case 2: return removed(content)
        default:
            note(.typeUnknown)
            let types = ["UPSERTED", "", "UPDATE", "ADDED "].map(quoted) + [garbage()]
            let path = quoted(path([.event]))
            return element(content, type: random.pick(types), path: path, garbage())
        }
    }

    /// A whole content.
    mutating func refreshed(_ content: HostileContent) -> String {
        note(.refreshed)
        var change: String? = whole(content)
        if happens(.refreshedEmpty, 8) { change = random.coin() ? nil : "null" }
        if happens(.refreshedOfWrongKind, 6) { change = garbage() }
        var type: String? = quoted(cased("REFRESHED"))
        if happens(.typeAbsent, 12) { type = nil }
        if happens(.typeNull, 5) { type = "null" }
        let path = random.chance(10) ? quoted("[idfoevent=1.1]") : nil
        return element(content, type: type, path: path, change)
    }

    /// - Parameters:
    ///   - type: JSON, as all others; `nil` leaves the member out.
    private mutating func element(
        _ content: HostileContent, type: String?, path: String?, _ change: String?
    ) -> String {
        var members = [("contentId", name(of: content))]
        if let type { members.append(("changeType", type)) }
        if let path { members.append(("path", path)) }
        if let change { members.append(("change", change)) }
        if happens(.unknownMember, 4) { members.append(("version", garbage())) }
        if happens(.repeatedMember, 3) {
            let index = random.below(members.count)
            members.insert((members[index].0, garbage()), at: random.below(members.count + 1))
        }
        return object(members)
    }

    private mutating func name(of content: HostileContent) -> String {
        var members = [("type", quoted(content.type.rawValue))]
        if content.id.isEmpty {
            switch random.below(3) {
            case 0:
                note(.contentWithoutID)
            case 1:
                note(.contentWithoutID)
                members.append(("id", "null"))
            default: members.append(("id", quoted("")))
            }
        } else if Double(content.id) != nil, happens(.contentIDIsNumber, 20) {
            members.append(("id", content.id))
        } else {
            members.append(("id", quoted(content.id)))
        }
        return object(members)
    }

    /// A type of change in any case of letters.
    private mutating func cased(_ type: String) -> String {
        guard happens(.typeInOtherCase, 15) else { return type }
        return String(type.map { random.coin() ? Character($0.lowercased()) : $0 })
    }

    // MARK: UPDATED

    private mutating func updated(_ content: HostileContent) -> String {
        if content.type == .liveSummary, happens(.updatedWhole, 25) {
            let id = id(of: .event)
            let path = random.coin() ? path([.event], id: id) : ""
            return element(
                content, type: quoted(cased("UPDATED")), path: spelt(path),
                spelt(change: event(identity(id, of: .event))))
        }
        let rows = happens(.foreignRow, 12) ? Self.allRows : Self.rows(content.shape)
        let kind = random.pick(rows)
        note(kind)
        let (path, change) = row(kind)
        return element(
            content, type: quoted(cased("UPDATED")), path: spelt(path), spelt(change: change))
    }

    private static let allRows: [HostileKind] = [
        .price, .selectionFlag, .marketFlag, .ownFlag, .marketCount, .score, .clock, .status,
        .serve, .sportCount, .nodeCount, .liveStatus, .liveScore, .liveServe, .liveClock,
        .liveMerged, .unknownPath,
    ]

    private static func rows(_ shape: HostileContent.Shape) -> [HostileKind] {
        switch shape {
        case .events, .group, .event:
            [
                .price, .price, .price, .selectionFlag, .marketFlag, .marketCount, .score, .clock,
                .status, .serve, .unknownPath,
            ]
        case .market: [.price, .price, .selectionFlag, .marketFlag, .ownFlag]
        case .selection: [.price, .selectionFlag]
        case .liveData:
            [
                .liveStatus, .liveScore, .liveServe, .liveClock, .liveMerged, .liveMerged, .score,
                .serve, .status,
            ]
        case .sports: [.sportCount]
        case .nodes: [.nodeCount]
        }
    }

    /// The path and the change of a row.
    private mutating func row(_ kind: HostileKind) -> (path: String, change: String) {
        let info = path([.event]) + "|liveDataSummary|"
        switch kind {
        case .price: return (selectionPath(), price())
        case .selectionFlag: return (selectionPath() + "|istradable", flag())
        case .marketFlag: return (marketPath() + "|istradable", flag())
        case .ownFlag: return ("istradable", flag())
        case .marketCount: return (path([.event]) + "|numMarkets", integer())
        case .score:
            let selector = happens(.selectedScores, 8) ? "[idfoevent=1.1]" : ""
            return (info + "scores\(selector)|" + scoreName(), score())
        case .clock: return (info + "matchTime", clock())
        case .status: return (info + "status", status())
        case .serve: return (info + "serve", server())
        case .sportCount: return (path([.sport]) + "|numEvents", count())
        case .nodeCount:
            let name = random.coin() ? "numinplayevents" : "numevents"
            let node = path(happens(.sportOfNode, 25) ? [.sport] : [.node])
            return ("bonavigationnodes|" + node + "|" + name, count())
        case .liveStatus: return (live("STATUS"), fact(status()))
        case .liveServe:
            guard happens(.serveAnywhere, 40) else { return (live("SERVE"), fact(server())) }
            return (random.pick(["serve", "x|Serve", "|SERVE"]), fact(server()))
        case .liveScore: return (live(scoreName()), score())
        case .liveClock: return ("matchTime", random.chance(80) ? clock() : fact(clock()))
        case .liveMerged:
            return (random.pick(["", "matchTime", "x|y", path([.event])]), liveData())
        default:
            return (
                random.pick(["", "a|b", "markets", path([.event]), path([.event]) + "|markets"]),
                garbage()
            )
        }
    }

    /// The value of a fact of live data, with all that stands around it or less.
    mutating func fact(_ value: String) -> String {
        guard happens(.barerFact, 30) else { return #"{"EVENT":{"":\#(value)}}"# }
        return random.pick([value, #"{"":\#(value)}"#, #"{"EVENT":\#(value)}"#])
    }

    private mutating func live(_ name: String) -> String {
        (random.chance(20) ? path([.event]) + "|" : "") + "attributes|COMPLETE|" + name
    }

    /// The change of a row, or none that fits.
    private mutating func spelt(change: String) -> String? {
        if happens(.changeAbsent, 2) { return nil }
        if happens(.changeNull, 2) { return "null" }
        return happens(.changeOfWrongKind, 4) ? garbage() : change
    }

    // MARK: ADDED and REMOVED

    private mutating func added(_ content: HostileContent) -> String {
        let type = quoted(cased("ADDED"))
        let kinds: [HostileKind] =
            switch content.shape {
            case .liveData: [.addedFact, .addedFact, .addedEvent]
            case .sports, .nodes: [.addedSport]
            default: [.addedEvent, .addedMarket, .addedSelection, .addedSelection, .addedFact]
            }
        let kind = random.pick(kinds)
        note(kind)
        switch kind {
        case .addedSport:
            let id = id(of: .sport)
            return element(
                content, type: type, path: spelt(path([.sport], id: id)),
                spelt(change: sport(identity(id, of: .sport))))
        case .addedEvent:
            let id = id(of: .event)
            return element(
                content, type: type, path: spelt(path([.event], id: id)),
                spelt(change: event(identity(id, of: .event))))
        case .addedMarket:
            let id = id(of: .market)
            return element(
                content, type: type, path: spelt(marketPath(id: id)),
                spelt(change: market(identity(id, of: .market))))
        case .addedSelection:
            let id = id(of: .selection)
            return element(
                content, type: type, path: spelt(selectionPath(id: id)),
                spelt(change: selection(identity(id, of: .selection))))
        default:
            let rows: [HostileKind] =
                content.shape == .liveData
                ? [.liveStatus, .liveScore, .liveServe] : [.score, .status, .serve, .clock]
            let kind = random.pick(rows)
            let (path, change) = row(kind)
            return element(content, type: type, path: spelt(path), spelt(change: change))
        }
    }

    private mutating func removed(_ content: HostileContent) -> String {
        let kind: HostileKind =
            switch content.shape {
            case .sports: .removedSport
            case .nodes: .removedNode
            default:
                random.pick([
                    .removedEvent, .removedMarket, .removedSelection, .removedWithoutSelector,
                ])
            }
        note(kind)
        let path: String
        switch kind {
        case .removedEvent: path = self.path([.event])
        case .removedMarket: path = marketPath()
        case .removedSelection: path = selectionPath()
        case .removedSport: path = self.path([.sport])
        case .removedNode: path = "bonavigationnodes|" + self.path([.node])
        default: path = random.pick(["", "markets"])
        }
        let change = random.chance(10) ? garbage() : nil
        return element(content, type: quoted(cased("REMOVED")), path: spelt(path), change)
    }

    // MARK: Paths

    /// Selectors of such keys, one after the other.
    private mutating func path(_ keys: [HostileEntity], id: String? = nil) -> String {
        keys.map { "[\($0.key)=\(id ?? self.id(of: $0))]" }.joined(separator: "|")
    }

    private mutating func marketPath(id: String? = nil) -> String {
        let market = path([.market], id: id)
        return random.chance(75) ? path([.event]) + "|markets|" + market : market
    }

    private mutating func selectionPath(id: String? = nil) -> String {
        let selection = path([.selection], id: id)
        switch random.below(10) {
        case 0: return selection
        case 1: return path([.market]) + "|selections|" + selection
        case 2: return path([.event]) + "|" + selection
        default: return marketPath() + "|selections|" + selection
        }
    }

    /// A path as JSON, at times another one than it should be.
    private mutating func spelt(_ path: String) -> String? {
        var path = path
        if happens(.namedSelector, 8) {
            path = path.replacing("|[", with: "[", maxReplacements: 1)
        }
        if happens(.repeatedSelector, 4) { path = self.path([.event, .market]) + "|" + path }
        if happens(.foreignSelector, 4) { path = "[idfothing=1.1]|" + path }
        if happens(.oddSegment, 2) {
            path += random.pick([
                "|", "|[idfoevent=]", "|[=1.1]", "|[idfoevent]", "|[]", "|[idfoevent=a=b]", "||x",
            ])
        }
        if happens(.strayBracket, 2) {
            path += random.pick(["]", "|x]", "|[a=]]", "|x]y[idfoevent=1.1]", "|[[idfoevent=1.1]"])
        }
        if happens(.pathAbsent, 2) { return random.coin() ? nil : "null" }
        if happens(.pathOfWrongKind, 2) { return random.pick(["7", "[]", "{}", "true"]) }
        return quoted(path)
    }
}
