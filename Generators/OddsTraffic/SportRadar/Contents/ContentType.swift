/// The types of content that SportRadar's wire has.
package enum ContentType: String, CaseIterable, Hashable, Sendable {
    /// Live events of a sport: `{sport}/{page}`.
    case liveEvents = "liveDataSummaryAdvancedListBySportType"
    /// Events to come: `{sport}/{from}/{to}/{page}/{count}/{sort}`.
    case events = "eventListBySportTypeDate"
    /// Sports with their numbers of live events.
    case liveSports = "inplaySportListBySportType"
    /// Sports with events to come: `{from}/{to}`.
    case sports = "sportTypeByDate"
    /// `{frontEnd}/top`, `{frontEnd}/{node}`.
    case navigation = "boNavigationList"
    /// An event with all its markets: its id, as in the other types of an event.
    case event = "event"
    /// An event with its main markets.
    case eventSummary = "eventSummary"
    /// An event with its other markets.
    case eventWithOtherMarkets = "eventWithBalancedMarkets"
    /// An event with its main market and live data.
    case liveSummary = "liveDataSummaryEventSummary"
    /// The events of a tournament: its id.
    case group = "eventGroup"
    /// One market: its id.
    case market = "market"
    /// Score, clock and status of an event.
    case liveData = "liveDataExtended"
    /// `{query}/{limit}/{page}`.
    case search = "eventSearch"
    /// One selection: its id.
    case selection = "selection"

    /// Whether it can be subscribed to, and not only asked for.
    package var isSubscribable: Bool { self != .search && self != .selection }
}

/// What a subscriber names a content by.
package struct ContentName: Hashable, Sendable, CustomStringConvertible {
    /// What kind of content it is.
    package let type: ContentType
    /// Which one of that kind.
    package let id: String

    /// A content, which a world may have or not.
    package init(_ type: ContentType, _ id: String) {
        self.type = type
        self.id = id
    }

    /// A content as a request names it.
    ///
    /// - Throws: `typeNotFound`.
    package init(type: String, id: String) throws(ContentError) {
        guard let known = ContentType(rawValue: type) else { throw .typeNotFound(type) }
        self.init(known, id)
    }

    /// The name of its channel (SR-C1).
    package var description: String { "\(type.rawValue)/\(id)" }
}

/// Why a content cannot be shown.
package enum ContentError: Error, Equatable, Sendable, CustomStringConvertible {
    /// There is no such type.
    case typeNotFound(String)
    /// It can only be asked for.
    case notSubscribable(ContentType)
    /// The world has no such content, or its id has another form.
    case notFound(ContentName, reason: String)
    /// It would be larger than a frame may be.
    case tooLarge(ContentName, bytesMax: Int)

    /// The `errorType` on the wire.
    package var errorType: String {
        switch self {
        case .typeNotFound, .notSubscribable: "CONTENT_TYPE_NOT_FOUND"
        case .notFound: "CONTENT_NOT_FOUND"
        case .tooLarge: "CONTENT_TOO_LARGE"
        }
    }

    /// The reason, for the client.
    package var description: String {
        switch self {
        case .typeNotFound(let type): "there is no type of content \"\(type)\""
        case .notSubscribable(let type): "\(type.rawValue) can only be asked for, by get"
        case .notFound(let name, let reason): "\(name): \(reason)"
        case .tooLarge(let name, let bytesMax):
            "\(name) would have more than \(bytesMax) bytes: ask for less"
        }
    }
}
