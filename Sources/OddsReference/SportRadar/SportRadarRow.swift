/// The row of SR-U1's table that fits a path: what the element is about.
enum SportRadarRow {
    case price(selection: UTF8Text)
    case isSelectionTradable(UTF8Text)
    case isMarketTradable(UTF8Text)
    case marketCount(event: UTF8Text)
    case score(event: UTF8Text, name: UTF8Text)
    case clock(event: UTF8Text)
    case status(event: UTF8Text)
    case server(event: UTF8Text)
    /// An object of live data.
    case liveData(event: UTF8Text)
    case liveEventCount(sport: UTF8Text)
    case nodeCount(node: UTF8Text, property: UTF8Text)
    /// That of the node that stands for a sport.
    case sportCount(UTF8Text, property: UTF8Text)

    /// The first row that fits; `nil` if none does. Some rows need the change.
    init?(_ path: SportRadarPath, _ content: SportRadarContent, _ change: JSONValue? = nil) {
        let row =
            Self.mergedRow(path, content, change) ?? Self.tradingRow(path, content, change)
            ?? Self.eventRow(path) ?? Self.countRow(path, content)
            ?? Self.liveDataRow(path, content)
        guard let row else { return nil }
        self = row
    }

    /// An object of live data, under any path (SR-U8).
    private static func mergedRow(
        _ path: SportRadarPath, _ content: SportRadarContent, _ change: JSONValue?
    ) -> Self? {
        guard content.shape == .liveData, let members = change?.object,
            ["targetEventId", "matchTime", "attributes"].contains(where: { members[$0] != nil })
        else { return nil }
        return .liveData(event: path.selected("idfoevent") ?? content.id)
    }

    /// Rows 1 to 4.
    private static func tradingRow(
        _ path: SportRadarPath, _ content: SportRadarContent, _ change: JSONValue?
    ) -> Self? {
        if let id = path.selected("idfoselection"), let change = change?.object,
            SportRadarPrice.names.contains(where: { change[$0] != nil })
        {
            return .price(selection: id)
        }
        guard path.end == "istradable" else { return nil }
        if let (key, id) = path.lastSelector {
            if key == "idfoselection" { return .isSelectionTradable(id) }
            if key == "idfomarket" { return .isMarketTradable(id) }
        }
        if path.isName("istradable"), content.shape == .market {
            return .isMarketTradable(content.id)
        }
        return nil
    }

    /// Rows 5 to 9.
    private static func eventRow(_ path: SportRadarPath) -> Self? {
        guard let event = path.selected("idfoevent"), let end = path.end else { return nil }
        if end == "numMarkets" { return .marketCount(event: event) }
        if path.passes("scores"), let name = SportRadarScores.name(end) {
            return .score(event: event, name: name)
        }
        switch end {
        case "matchTime": return .clock(event: event)
        case "status": return .status(event: event)
        case "serve": return .server(event: event)
        default: return nil
        }
    }

    /// Rows 10 and 11.
    private static func countRow(
        _ path: SportRadarPath, _ content: SportRadarContent
    ) -> Self? {
        let sport = path.selected("idfosporttype")
        if let sport, path.end == "numEvents" { return .liveEventCount(sport: sport) }
        let property: UTF8Text
        switch path.end {
        case "numinplayevents": property = "numberOfLiveEvents"
        case "numevents": property = "numberOfEvents"
        default: return nil
        }
        if let node = path.selected("idfwbonavigation") {
            return .nodeCount(node: node, property: property)
        }
        // A node goes by its sport, too (SR-P6).
        guard let sport, content.shape == .nodes else { return nil }
        return .sportCount(sport, property: property)
    }

    /// Row 12.
    private static func liveDataRow(
        _ path: SportRadarPath, _ content: SportRadarContent
    ) -> Self? {
        guard content.shape == .liveData else { return nil }
        let event = path.selected("idfoevent") ?? content.id
        if path.isName("matchTime") { return .clock(event: event) }
        if path.end?.isServe == true { return .server(event: event) }
        guard let end = path.endOfAttributes else { return nil }
        if end == "STATUS" { return .status(event: event) }
        return SportRadarScores.name(end).map { .score(event: event, name: $0) }
    }

    /// Whether `ADDED` means the same as `UPDATED` (SR-A1).
    var isAddable: Bool {
        switch self {
        case .score, .status, .server: true
        default: false
        }
    }
}

extension UTF8Text {
    /// True if it is `serve` in any case of letters (SR-U8).
    fileprivate var isServe: Bool {
        let letters = Array("serve".utf8)
        return bytes.count == letters.count
            && zip(bytes, letters).allSatisfy { $0 == $1 || $0 == $1 - 0x20 }
    }
}
