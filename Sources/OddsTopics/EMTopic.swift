/// A topic of the EM feed: what a client registers and requests the dump of.
///
/// The text form is `/sports/{operator}/{language}/…`; see `EMTopic.Content`.
public struct EMTopic: Hashable, Sendable {
    /// The operator's number at EM, in decimal digits.
    public var operatorID: String
    /// The language of names: two letters, such as `en`.
    public var language: String
    /// What the topic shows.
    public var content: Content

    /// Makes a topic. Its parts are not checked.
    public init(operatorID: String, language: String, content: Content) {
        self.operatorID = operatorID
        self.language = language
        self.content = content
    }

    /// What a topic shows.
    public enum Content: Hashable, Sendable {
        /// Live matches in the order of the feed:
        /// `live-matches-aggregator-main/
        /// {sport}/all-locations/default-event-info/{events}/{markets}`.
        case liveMatches(sport: EMSport, EMPage)
        /// The most popular live matches: `custom-matches-aggregator/{sport}/
        /// all/all/all/POPULAR/LIVE/{events}/{markets}`.
        case popularMatches(sport: EMSport, EMPage)
        /// Matches that have not begun: `next-matches-aggregator-main/{sport}/
        /// {events}/{markets}`.
        case nextMatches(sport: EMSport, EMPage)
        /// Matches of one competition, live and to come, in the order of the
        /// feed: `competition-matches-aggregator/{tournament}/{events}/
        /// {markets}`. EM has no such topic: it is this project's own.
        case competitionMatches(tournament: String, EMPage)
        /// One match with all its markets: `{match}/match-odds`.
        case matchOdds(match: String)
        /// The market groups of a match:
        /// `match-aggregator-groups-overview/{match}/1`.
        case marketGroups(match: String)
        /// Sports with their counters: `disciplines/{LIVE|BOTH}/BOTH`.
        case disciplines(liveOnly: Bool)
        /// Scores by part: `{match}/eventPartScores/small`.
        case partScores(match: String)
        /// One betting offer with its parents: `bettingOffers/{offer}`.
        case bettingOffer(String)
    }
}

/// The sport of a topic.
public enum EMSport: Hashable, Sendable {
    /// All sports.
    case all
    /// One sport, by its id.
    case id(String)

    /// Reads `all-disciplines`, `all` or an id.
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

/// The size of a list. The feed has no paging cursor: the next page is a topic
/// with more events.
public struct EMPage: Hashable, Sendable {
    /// The number of events, from the first one of the list.
    public let events: Int
    /// The number of markets of each event.
    public let markets: Int

    /// Makes a page.
    ///
    /// - Precondition: both numbers are within `EMTopicLimits`.
    public init(events: Int, markets: Int) {
        precondition(EMTopicLimits.eventsRange.contains(events), "events of a page")
        precondition(EMTopicLimits.marketsRange.contains(markets), "markets of a page")
        self.events = events
        self.markets = markets
    }
}

/// The bounds of topics.
public enum EMTopicLimits {
    /// Events of a page. EM's clients page up to a tenth of the bound.
    public static let eventsRange = 1...1_000
    /// Markets of each event of a page.
    public static let marketsRange = 1...1_000
    /// The length of a topic's text form.
    public static let bytesMax = 1_024
}
