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
    /// The same two as live data have them.
    case statusAttribute(event: UTF8Text)
    case serverAttribute(event: UTF8Text)
    case liveEventCount(sport: UTF8Text)
    case nodeCount(node: UTF8Text, property: UTF8Text)

    /// The first row that fits; `nil` if none does. The first row needs the
    /// change.
    init?(_ path: SportRadarPath, _ content: SportRadarContent, _ change: JSONValue? = nil) {
        let row =
            Self.tradingRow(path, content, change) ?? Self.eventRow(path)
            ?? Self.countRow(path) ?? Self.liveDataRow(path, content)
        guard let row else { return nil }
        self = row
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
    private static func countRow(_ path: SportRadarPath) -> Self? {
        if let sport = path.selected("idfosporttype"), path.end == "numEvents" {
            return .liveEventCount(sport: sport)
        }
        guard let node = path.selected("idfwbonavigation") else { return nil }
        switch path.end {
        case "numinplayevents": return .nodeCount(node: node, property: "numberOfLiveEvents")
        case "numevents": return .nodeCount(node: node, property: "numberOfEvents")
        default: return nil
        }
    }

    /// Row 12.
    private static func liveDataRow(
        _ path: SportRadarPath, _ content: SportRadarContent
    ) -> Self? {
        guard content.shape == .liveData else { return nil }
        let event = path.selected("idfoevent") ?? content.id
        if path.isName("matchTime") { return .clock(event: event) }
        guard let end = path.endOfAttributes else { return nil }
        switch end {
        case "STATUS": return .statusAttribute(event: event)
        case "SERVE": return .serverAttribute(event: event)
        default: return SportRadarScores.name(end).map { .score(event: event, name: $0) }
        }
    }

    /// Whether `ADDED` means the same as `UPDATED` (SR-A1).
    var isAddable: Bool {
        switch self {
        case .score, .status, .server, .statusAttribute, .serverAttribute: true
        default: false
        }
    }
}
