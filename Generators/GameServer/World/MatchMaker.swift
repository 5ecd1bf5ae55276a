import SeededRandom

/// Draws matches: their teams, starts and first odds.
struct MatchMaker: Sendable {
    private var random: SplitMix64

    /// The seconds between two possible starts: matches begin at round times, and several of
    /// them together.
    static let startStepSeconds: Int64 = 300
    /// A match is announced this many steps before it begins, at least.
    static let startStepsMin: Int64 = 3
    /// And this many at most: a day.
    static let startStepsMax: Int64 = 288
    /// What a bookmaker keeps: the reciprocals of both odds together.
    private static let overround = 1.05

    init(random: SplitMix64) { self.random = random }

    mutating func match(id: Int, now: GameTime) -> Match {
        let step = Self.startStepSeconds
        let steps = Int64.random(in: Self.startStepsMin...Self.startStepsMax, using: &random)
        let teamA = team()
        var teamB = team()
        while teamB == teamA { teamB = team() }
        return Match(
            id: id, teamA: teamA, teamB: teamB, startSeconds: (now.seconds / step + steps) * step)
    }

    mutating func odds(seq: Int) -> MatchOdds {
        let chance = Double(Int.random(in: 100...900, using: &random)) / 1_000
        return MatchOdds(
            teamA: Self.price(chance), teamB: Self.price(1 - chance), seq: seq)
    }

    private static func price(_ chance: Double) -> Price {
        Price(hundredths: Int((100 / (chance * overround)).rounded())).clamped
    }

    private mutating func team() -> String {
        let place = Self.places[Int.random(in: 0..<Self.places.count, using: &random)]
        let name = Self.names[Int.random(in: 0..<Self.names.count, using: &random)]
        return place.isEmpty ? name : "\(place) \(name)"
    }

    /// Mostly none; one long enough not to fit a narrow screen.
    private static let places = [
        "", "", "", "", "Alder Bay", "Brno", "Cedar Falls", "Dún Laoghaire", "East Harbour",
        "Fairview", "Göteborg", "Highgate", "Kraków", "Lakeside", "Málaga", "Northport",
        "Oak Ridge", "Saint-Maurice-sur-la-Rivière", "São Paulo", "Westbrook",
    ]

    private static let names = [
        "Badgers", "Bears", "Bulls", "Comets", "Cougars", "Dragons", "Eagles", "Falcons",
        "Foxes", "Giants", "Hawks", "Hornets", "Jaguars", "Kings", "Knights", "Lions", "Lynx",
        "Mariners", "Otters", "Panthers", "Pirates", "Rams", "Ravens", "Rockets", "Sharks",
        "Spartans", "Stags", "Storm", "Tigers", "Titans", "Vikings", "Wolves",
    ]
}
