/// A question about a world as it is now, which no topic answers.
package enum WorldQuery: Hashable, Sendable {
    /// All sports.
    case sports
    /// Tournaments that have matches.
    case tournaments(TournamentQuery)
    /// One match with everything that belongs to it.
    case match(UInt64)
    /// Outcomes with their offers, markets and matches. Those that do not exist
    /// are left out.
    case outcomes(Set<UInt64>)
    /// Matches and tournaments by name.
    case search(SearchQuery)

    /// The greatest number of outcomes of a query.
    package static let outcomesMax = 200
    /// The greatest number of matches or tournaments of an answer.
    package static let resultsMax = 200
    /// The length of a text that is searched for, in bytes of UTF-8.
    package static let textBytesRange = 1...100
}

/// A question about tournaments.
package struct TournamentQuery: Hashable, Sendable {
    /// Which tournaments count as having matches.
    package enum LiveStatus: String, CaseIterable, Hashable, Sendable {
        case live = "LIVE"
        case notLive = "NOT_LIVE"
        case both = "BOTH"
    }

    /// `nil` for all sports.
    package var sportID: UInt64?
    package var liveStatus = LiveStatus.both
    /// Whether those with the most betting offers come first. Otherwise they are in
    /// the world's order.
    package var isByPopularity = false
    package var countMax = WorldQuery.resultsMax

    package init() {}
}

/// A search for names.
package struct SearchQuery: Hashable, Sendable {
    /// The kinds of result.
    package enum Kind: String, CaseIterable, Hashable, Sendable {
        case match = "MATCH"
        case tournament = "TOURNAMENT"
    }

    /// What comes with each match.
    package enum Addition: String, CaseIterable, Hashable, Sendable {
        case infos = "EVENT_INFO"
        case odds = "BETTING_OFFER"
    }

    /// A part of a participant's or a tournament's name, in any case.
    package var text: String
    /// The greatest number of results of each kind.
    package var countMax = 20
    /// EM's ids of phases: `1` for matches to come, `2` for live ones, `3` for ended ones.
    package var statusIDs: Set<UInt64> = [1, 2]
    package var kinds = Set(Kind.allCases)
    package var additions = Set(Addition.allCases)
    /// The betting types of the markets that come with a match; `nil` for all.
    package var bettingTypeIDs: Set<UInt64>?

    package init(text: String) { self.text = text }
}
