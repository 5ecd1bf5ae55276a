/// The kinds of market. Each has its own key sets.
enum MarketKind {
    /// The winner; each outcome is a participant.
    case winner
    /// Home, draw, away.
    case result
    /// Two of home, draw and away in each outcome.
    case doubleChance
    /// With a line, for one participant.
    case handicap
    /// With a line, for the match.
    case total
    /// With a line and the score at which it was offered.
    case asianHandicap

    /// The kind of market in a slot of an event. The first slot has a line, so
    /// that every event has a market with one.
    init(slot: Int, family: SportFamily) {
        self = Self.kinds[(family == .goals ? 0 : 8) + slot % 8]
    }

    private static let kinds: [MarketKind] = [
        .total, .result, .asianHandicap, .doubleChance, .total, .handicap, .total, .total,
        .total, .winner, .handicap, .total, .total, .handicap, .total, .total,
    ]

    /// Whether the line moves, so that markets are replaced.
    var isLine: Bool { self == .handicap || self == .total }

    func bettingType(_ family: SportFamily) -> (id: UInt64, name: StaticString) {
        switch self {
        case .winner: (1466, "Match Winner")
        case .result: (1069, "Home Draw Away")
        case .doubleChance: (1009, "Double Chance")
        case .handicap:
            family == .goals ? (1048, "Goals Handicap") : (1062, "Points Handicap")
        case .total:
            family == .goals ? (1047, "Goals Over/Under") : (1193, "Points Over/Under")
        case .asianHandicap: (1355, "Asian Handicap With Score")
        }
    }

    func outcomeType(_ family: SportFamily) -> (id: UInt64, name: StaticString) {
        switch self {
        case .winner: (1104, "Winner with money back on draw")
        case .result: (1010, "Winner")
        case .doubleChance: (1021, "Double Chance")
        case .handicap:
            (1019, family == .goals ? "Goals Handicap Winner" : "Points Handicap Winner")
        case .total:
            (1204, family == .goals ? "Goals Over/Under" : "Points Over/Under")
        case .asianHandicap: (1367, "Handicap Winner With Score, Money Back On Draw")
        }
    }
}
