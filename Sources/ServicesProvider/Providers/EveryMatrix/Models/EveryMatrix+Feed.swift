// What the feed's procedures take and return.
extension EveryMatrix {
    /// A SPORT.
    struct Sport: Decodable {
        let id: String
        let name: String
        let parentId: String?
        let isVirtual: Bool?
        let isTopSport: Bool?
        let hasMatches: Bool?
        let hasOutrights: Bool?
        let numberOfEvents: Int?
        let numberOfLiveEvents: Int?
        let numberOfUpcomingMatches: Int?
    }

    /// A TOURNAMENT.
    struct Tournament: Decodable {
        let id: String
        let name: String
        let shortName: String?
        let sportId: String?
        let sportName: String?
        let venueId: String?
        let venueName: String?
        /// Milliseconds since 1970, like `endTime`.
        let startTime: Int64?
        let endTime: Int64?
        let numberOfEvents: Int?
        let numberOfLiveEvents: Int?
        let numberOfUpcomingMatches: Int?
    }

    /// A MARKET_GROUP.
    struct MarketGroup: Decodable {
        let id: String
        let groupKey: String
        let translatedName: String
        let position: Int
        let isDefault: Bool?
        let numberOfMarkets: Int?
        let isBetBuilder: Bool?
        let isFast: Bool?
        let isOutright: Bool?
    }

    /// The arguments of `/sports#tournaments` and `/sports#popularTournaments`.
    struct TournamentsRequest: Encodable {
        let lang: String
        let sportId: String?
        let liveStatus: String
        let sortByPopularity: Bool
        let maxResults: Int?
    }

    /// The arguments of `/sports#matches`.
    struct MatchRequest: Encodable {
        let lang: String
        let matchId: String
    }

    /// The arguments of `/sports#searchV2`.
    struct SearchRequest: Encodable {
        let lang: String
        let limit: Int
        let query: String
        let eventStatuses: [String]
        let eventTypes: [String]
        let include: [String]
        let dataWithoutOdds: Bool
    }

    /// The arguments of `/sports#initialDump`.
    struct DumpRequest: Encodable {
        let topic: String
    }
}
