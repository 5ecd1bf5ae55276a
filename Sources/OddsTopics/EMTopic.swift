/// A topic of the EM feed: what a client registers, and asks the dump of.
///
/// The text form is `/sports/{operator}/{language}/…`; see `EMTopic.Content`.
public struct EMTopic: Hashable, Sendable {
    /// The operator's number.
    public var operatorID: String
    /// Two letters, as `en`.
    public var language: String
    public var content: Content

    public init(operatorID: String, language: String, content: Content) {
        self.operatorID = operatorID
        self.language = language
        self.content = content
    }

    /// What of the world a topic shows.
    public enum Content: Hashable, Sendable {
        /// Live matches in the order of the feed: `live-matches-aggregator-main/
        /// {sport}/all-locations/default-event-info/{events}/{markets}`.
        case liveMatches(sport: EMSport, EMPage)
        /// The most popular live matches: `custom-matches-aggregator/{sport}/
        /// all/all/all/POPULAR/LIVE/{events}/{markets}`.
        case popularMatches(sport: EMSport, EMPage)
        /// Matches that are yet to begin: `next-matches-aggregator-main/{sport}/
        /// {events}/{markets}`.
        case nextMatches(sport: EMSport, EMPage)
        /// One match with all its markets: `{match}/match-odds`.
        case matchOdds(match: String)
        /// The market groups of a match:
        /// `match-aggregator-groups-overview/{match}/1`.
        case marketGroups(match: String)
        /// Sports with their counters: `disciplines/{LIVE|BOTH}/BOTH`.
        case disciplines(liveOnly: Bool)
        /// Scores by part: `{match}/eventPartScores/small`.
        case partScores(match: String)
        /// One betting offer, and what it hangs on: `bettingOffers/{offer}`.
        case bettingOffer(String)
    }
}

/// The sport of a topic.
public enum EMSport: Hashable, Sendable {
    case all
    case id(String)

    /// `all-disciplines` or an id, which is written as it is; `all` is read too.
    init(_ segment: Substring) {
        self = segment == "all-disciplines" || segment == "all" ? .all : .id(String(segment))
    }

    var segment: String {
        switch self {
        case .all: "all-disciplines"
        case .id(let id): id
        }
    }
}

/// How much of a list a topic shows. Paging has no cursor: a further page is a
/// topic with more events.
public struct EMPage: Hashable, Sendable {
    public let events: Int
    /// Markets of each event.
    public let markets: Int

    /// - Precondition: both are within `EMTopicLimits`.
    public init(events: Int, markets: Int) {
        precondition(EMTopicLimits.eventsRange.contains(events), "events of a page")
        precondition(EMTopicLimits.marketsRange.contains(markets), "markets of a page")
        self.events = events
        self.markets = markets
    }
}

/// What a topic may ask for.
public enum EMTopicLimits {
    /// Ten times what EM's clients page up to.
    public static let eventsRange = 1...1_000
    public static let marketsRange = 1...1_000
    /// A topic's text.
    public static let bytesMax = 1_024
}
