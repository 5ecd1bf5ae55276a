/// The part of a world that a topic shows.
package struct TopicScope: Hashable, Sendable {
    /// The matches of a topic, or the one offer that it is about.
    enum Selection: Hashable {
        /// Live matches, and ended ones until they are removed.
        case live
        case prematch
        /// The matches of one tournament until they are removed, whatever their
        /// phase.
        case tournament(UInt64)
        /// One match, whatever its phase.
        case match(UInt64)
        /// One betting offer and its parents.
        case offer(UInt64)
        /// No matches.
        case none
    }

    let selection: Selection
    /// A bit set of the entity kinds that are shown.
    let kinds: UInt32
    /// `nil` for all sports.
    let sportID: UInt64?
    let eventsMax: Int
    /// The maximum number of markets per event.
    let marketsMax: Int

    private init(
        _ selection: Selection, _ kinds: [EntityKind], sportID: UInt64? = nil,
        eventsMax: Int = .max, marketsMax: Int = .max
    ) {
        self.selection = selection
        self.kinds = kinds.reduce(0) { $0 | 1 << UInt32($1.rawValue) }
        self.sportID = sportID
        self.eventsMax = eventsMax
        self.marketsMax = marketsMax
    }

    func shows(_ kind: EntityKind) -> Bool { kinds & 1 << UInt32(kind.rawValue) != 0 }

    private static let tree: [EntityKind] = [.match, .market, .outcome, .relation, .offer]

    /// Live matches with all entities of the feed that belong to them.
    package static func liveMatches(sportID: UInt64?, events: Int, markets: Int) -> TopicScope {
        TopicScope(
            .live,
            tree + [
                .sport, .location, .category, .statistics, .info, .mainMarket, .marketInfo,
                .liveMatchesNumber,
            ], sportID: sportID, eventsMax: events, marketsMax: markets)
    }

    /// Live matches with their infos and main markets.
    package static func popularMatches(sportID: UInt64?, events: Int, markets: Int) -> TopicScope {
        TopicScope(
            .live, tree + [.info, .mainMarket, .popularMatchesNumber], sportID: sportID,
            eventsMax: events, marketsMax: markets)
    }

    /// Matches that have not begun.
    package static func nextMatches(sportID: UInt64?, events: Int, markets: Int) -> TopicScope {
        TopicScope(
            .prematch, tree + [.location, .mainMarket], sportID: sportID, eventsMax: events,
            marketsMax: markets)
    }

    /// Matches of one tournament, live and to come, and ended ones until they
    /// are removed.
    package static func competitionMatches(
        tournamentID: UInt64, events: Int, markets: Int
    ) -> TopicScope {
        TopicScope(
            .tournament(tournamentID), tree + [.location, .info, .mainMarket],
            eventsMax: events, marketsMax: markets)
    }

    /// One match with all its markets.
    package static func matchOdds(matchID: UInt64) -> TopicScope {
        TopicScope(.match(matchID), tree + [.info, .marketInfo])
    }

    /// The market groups of one match.
    package static func marketGroups(matchID: UInt64) -> TopicScope {
        TopicScope(.match(matchID), [.marketGroup])
    }

    /// The scores of the parts of one match.
    package static func partScores(matchID: UInt64) -> TopicScope {
        TopicScope(.match(matchID), [.partScore])
    }

    /// One betting offer with its outcome, market and match.
    package static func bettingOffer(offerID: UInt64) -> TopicScope {
        TopicScope(.offer(offerID), tree)
    }

    /// All sports.
    package static let disciplines = TopicScope(.none, [.sport])
}

/// The reason why a world cannot show a topic or answer a query.
package enum TopicScopeError: Error, Equatable, Sendable, CustomStringConvertible {
    case noSuchSport(UInt64)
    case noSuchTournament(UInt64)
    case noSuchMatch(UInt64)
    case noSuchOffer(UInt64)
    /// The dump would be larger than a frame may be.
    case dumpTooLarge(byteCount: Int)
    /// The answer to a query would be larger than a frame may be.
    case answerTooLarge(byteCount: Int)

    /// The reason, for the client.
    package var description: String {
        switch self {
        case .noSuchSport(let id): "there is no sport \(id)"
        case .noSuchTournament(let id): "there is no tournament \(id)"
        case .noSuchMatch(let id): "there is no match \(id)"
        case .noSuchOffer(let id): "there is no betting offer \(id)"
        case .dumpTooLarge(let byteCount):
            "its dump would have more than \(byteCount) bytes: ask for fewer events or markets"
        case .answerTooLarge(let byteCount):
            "the answer would have more than \(byteCount) bytes: ask for less"
        }
    }
}
