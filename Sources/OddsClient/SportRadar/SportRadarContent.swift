import OddsWire

/// A content of SportRadar's socket: its type, and its id within the type.
public struct SportRadarContent: Hashable, Sendable, CustomStringConvertible {
    /// What the content is.
    public let type: ContentType
    /// Which of its type it is; opaque text.
    public let id: String

    /// A content of any type.
    public init(_ type: ContentType, id: String) {
        self.type = type
        self.id = id
    }

    /// The name of its channel, `{type}/{id}`.
    public var description: String { "\(type.name)/\(id)" }

    /// Whether it is a list of events, or a page of one.
    public var isList: Bool {
        switch type {
        case .liveDataSummaryAdvancedListBySportType, .eventListBySportTypeDate, .eventGroup,
            .eventSearch:
            true
        case .event, .eventSummary, .eventWithBalancedMarkets, .liveDataSummaryEventSummary,
            .market, .selection, .liveDataExtended, .inplaySportListBySportType, .sportTypeByDate,
            .boNavigationList:
            false
        }
    }
}

// MARK: - The contents that are subscribed to

extension SportRadarContent {
    /// The order of a list of events to come.
    public enum Order: String, Sendable {
        /// By the time of their beginning.
        case time = "T"
        /// Popular ones first.
        case popularity = "P"
    }

    /// Events in a page of live ones.
    public static let livePageSize = 20

    /// A page of the live events of a sport.
    ///
    /// - Parameters:
    ///   - sport: the sport's code, such as `FBL`.
    ///   - page: from 0 on; each has 20 events.
    public static func liveEvents(sport: String, page: Int = 0) -> Self {
        Self(.liveDataSummaryAdvancedListBySportType, id: "\(sport)/\(page)")
    }

    /// A page of the events of a sport that begin within a span of time.
    ///
    /// - Parameters:
    ///   - sport: the sport's code.
    ///   - from: the beginning of the span, as `yyyyMMddHHmm`.
    ///   - to: its end, likewise.
    ///   - page: from 0 on.
    ///   - count: the events of a page.
    ///   - order: their order.
    public static func events(
        sport: String, from: String, to: String, page: Int = 0, count: Int = 20,
        order: Order = .time
    ) -> Self {
        Self(
            .eventListBySportTypeDate,
            id: "\(sport)/\(from)/\(to)/\(page)/\(count)/\(order.rawValue)")
    }

    /// One event with all its markets.
    public static func event(id: String) -> Self { Self(.event, id: id) }

    /// One event with its main markets.
    public static func eventSummary(id: String) -> Self { Self(.eventSummary, id: id) }

    /// One event with its secondary markets.
    public static func eventWithBalancedMarkets(id: String) -> Self {
        Self(.eventWithBalancedMarkets, id: id)
    }

    /// One event with its main market and live data.
    public static func liveSummary(ofEvent id: String) -> Self {
        Self(.liveDataSummaryEventSummary, id: id)
    }

    /// The events of a group, such as a tournament.
    public static func eventGroup(id: String) -> Self { Self(.eventGroup, id: id) }

    /// The scores, clock, status and server of one event.
    public static func liveData(ofEvent id: String) -> Self { Self(.liveDataExtended, id: id) }

    /// The sports that have live events.
    public static let liveSports = Self(.inplaySportListBySportType, id: "")

    /// The sports that have events within a span of time, given as in
    /// `events(sport:from:to:page:count:order:)`.
    public static func sports(from: String, to: String) -> Self {
        Self(.sportTypeByDate, id: "\(from)/\(to)")
    }

    /// The nodes of a front end's navigation below one of its nodes.
    ///
    /// - Parameters:
    ///   - frontEnd: the front end's name.
    ///   - node: the node's `idfwbonavigation`; `top` for the nodes of all sports.
    public static func navigation(frontEnd: String, node: String = "top") -> Self {
        Self(.boNavigationList, id: "\(frontEnd)/\(node)")
    }

    /// A page of the events that words are found in. It is never pushed: see
    /// `SportRadarSocketClient.get(_:)`.
    ///
    /// - Parameters:
    ///   - query: the words.
    ///   - limit: the events of a page.
    ///   - page: from 0 on.
    public static func search(_ query: String, limit: Int, page: Int = 0) -> Self {
        Self(.eventSearch, id: "\(query)/\(limit)/\(page)")
    }
}
