/// The contents that SportRadar's socket carries (SR-C1 of the SportRadar
/// contract).
public enum ContentType: UInt8, CaseIterable, BitwiseCopyable, Sendable {
    /// The live events of a sport, a page at a time.
    case liveDataSummaryAdvancedListBySportType
    /// Events of a sport that begin within a span of time, a page at a time.
    case eventListBySportTypeDate
    /// Events found by words; never pushed.
    case eventSearch
    /// The events of a group of markets.
    case eventGroup
    /// One event with all markets.
    case event
    /// One event with its main markets.
    case eventSummary
    /// One event with its secondary markets.
    case eventWithBalancedMarkets
    /// One event with its main market and live data.
    case liveDataSummaryEventSummary
    /// One market.
    case market
    /// One selection; never pushed.
    case selection
    /// The scores, clock, status and server of one event.
    case liveDataExtended
    /// The sports with live events.
    case inplaySportListBySportType
    /// The sports with events within a span of time.
    case sportTypeByDate
    /// Nodes of the navigation, which stand for sports.
    case boNavigationList

    /// What `change` is when the content comes whole.
    enum Shape: BitwiseCopyable {
        case events
        case eventGroup
        case event
        case market
        case selection
        case liveData
        case sports
        case nodes
    }

    var shape: Shape {
        switch self {
        case .liveDataSummaryAdvancedListBySportType, .eventListBySportTypeDate, .eventSearch:
            .events
        case .eventGroup: .eventGroup
        case .event, .eventSummary, .eventWithBalancedMarkets, .liveDataSummaryEventSummary: .event
        case .market: .market
        case .selection: .selection
        case .liveDataExtended: .liveData
        case .inplaySportListBySportType, .sportTypeByDate: .sports
        case .boNavigationList: .nodes
        }
    }

    /// Whether the content is a list of events, whose events have a main line
    /// (SR-E4).
    var isList: Bool { shape == .events || shape == .eventGroup }

    /// As the wire spells it.
    public var name: StaticString {
        switch self {
        case .liveDataSummaryAdvancedListBySportType: "liveDataSummaryAdvancedListBySportType"
        case .eventListBySportTypeDate: "eventListBySportTypeDate"
        case .eventSearch: "eventSearch"
        case .eventGroup: "eventGroup"
        case .event: "event"
        case .eventSummary: "eventSummary"
        case .eventWithBalancedMarkets: "eventWithBalancedMarkets"
        case .liveDataSummaryEventSummary: "liveDataSummaryEventSummary"
        case .market: "market"
        case .selection: "selection"
        case .liveDataExtended: "liveDataExtended"
        case .inplaySportListBySportType: "inplaySportListBySportType"
        case .sportTypeByDate: "sportTypeByDate"
        case .boNavigationList: "boNavigationList"
        }
    }

    /// The type of a name, `nil` if no content is called so.
    ///
    /// - Complexity: O(bytes).
    public init?(name: UnsafeRawBufferPointer) {
        guard let type = Self.allCases.first(where: { isText(name, $0.name) }) else { return nil }
        self = type
    }
}
