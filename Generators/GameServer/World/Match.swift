/// A match that has not begun.
struct Match: Equatable, Sendable {
    let id: Int
    let teamA: String
    let teamB: String
    /// When it begins, in seconds since 1970.
    let startSeconds: Int64
}

/// Decimal odds, in hundredths.
struct Price: Hashable, Comparable, Sendable {
    let hundredths: Int

    /// The lowest that a world has by itself.
    static let min = Price(hundredths: 105)
    /// The highest that a world has by itself.
    static let max = Price(hundredths: 2_000)

    static func < (left: Price, right: Price) -> Bool { left.hundredths < right.hundredths }

    /// The price, or the nearest one between the lowest and the highest.
    var clamped: Price { Swift.min(Swift.max(self, .min), .max) }
}

/// The odds of both teams.
struct MatchOdds: Equatable, Sendable {
    var teamA: Price
    var teamB: Price
    /// The number of their last change among all changes of the world.
    var seq: Int
    /// Whether no bets are taken; only a provider's odds ever are.
    var isSuspended = false
}

/// A match and its odds.
struct MatchWithOdds: Equatable, Sendable {
    let match: Match
    var odds: MatchOdds
}

/// A change of odds.
struct OddsChange: Equatable, Sendable {
    let matchID: Int
    let odds: MatchOdds
    /// When it was due, by the server's clock.
    var due: GameTime

    init(_ match: MatchWithOdds, due: GameTime) {
        matchID = match.match.id
        odds = match.odds
        self.due = due
    }
}
