/// Which part of a world a content shows: what its name means.
enum ContentScope: Hashable {
    case list(ListScope, pageSize: Int, page: Int)
    /// All sports; with the numbers of their live events, or not.
    case sports(areCounted: Bool)
    /// The sports, as nodes.
    case topNodes
    /// The leagues of a sport, as nodes.
    case nodes(sport: Int)
    /// The node of a league has none below it.
    case noNodes
    case event(UInt64, MarketSelection)
    case market(UInt64)
    case liveData(UInt64)
    case search(EventSearch)
    case selection(UInt64)

    /// The markets of an event that a content shows.
    enum MarketSelection: Hashable {
        case all, main, others
        /// The main market alone.
        case first
    }

    static let livePageSize = 20
    /// The first slots of an event are its main markets.
    static let mainMarketCount = 5
    private static let pagesMax = 1_000_000
    private static let pageSizeRange = 1...1_000
    private static let groupPageSize = Int.max

    /// - Throws: `notFound`, if no world has a content with such an id.
    init(_ name: ContentName) throws(ContentError) {
        var reader = ContentIDReader(name)
        switch name.type {
        case .liveEvents:
            let sport = try reader.sport()
            self = .list(
                .live(sport: sport), pageSize: Self.livePageSize,
                page: try reader.number("page", in: 0...Self.pagesMax))
        case .events:
            let sport = try reader.sport()
            let (from, to) = (try reader.date("from"), try reader.date("to"))
            let page = try reader.number("page", in: 0...Self.pagesMax)
            let pageSize = try reader.number("count", in: Self.pageSizeRange)
            let dates = ListScope.Dates(
                sport: sport, from: from, to: to + ContentDate.minute - 1,
                isByPopularity: try reader.sort())
            self = .list(.dates(dates), pageSize: pageSize, page: page)
        case .liveSports:
            self = .sports(areCounted: true)
        case .sports:
            _ = (try reader.date("from"), try reader.date("to"))
            self = .sports(areCounted: false)
        case .navigation:
            try reader.frontEnd()
            self = try reader.node()
        case .event: self = .event(try reader.id("event"), .all)
        case .eventSummary: self = .event(try reader.id("event"), .main)
        case .liveSummary: self = .event(try reader.id("event"), .first)
        case .eventWithOtherMarkets: self = .event(try reader.id("event"), .others)
        case .group:
            self = .list(
                .group(league: try reader.group()), pageSize: Self.groupPageSize, page: 0)
        case .market: self = .market(try reader.id("market"))
        case .liveData: self = .liveData(try reader.id("event"))
        case .search: self = .search(try reader.search())
        case .selection: self = .selection(try reader.id("selection"))
        }
        try reader.end()
    }
}

/// Names that somebody looks for.
struct EventSearch: Hashable {
    /// A part of a participant's or a tournament's name, in any case of letters.
    var text: String
    /// The greatest number of events of a page.
    var limit: Int
    var page: Int
}
