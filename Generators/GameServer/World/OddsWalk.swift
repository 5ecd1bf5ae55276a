import SeededRandom

/// The random walk of odds between the lowest and the highest price. Each step changes the
/// odds of one team or of both.
struct OddsWalk: Sendable {
    private var random: SplitMix64

    /// The largest step, in percent of the price.
    static let stepPercentMax = 5

    init(random: SplitMix64) { self.random = random }

    /// A number of a row.
    mutating func row(of count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

    /// Moves one price or both.
    mutating func move(_ odds: inout MatchOdds) {
        let which = Int.random(in: 0..<5, using: &random)
        if which != 0, which != 1 { odds.teamA = moved(odds.teamA) }
        if which != 2, which != 3 { odds.teamB = moved(odds.teamB) }
    }

    private mutating func moved(_ price: Price) -> Price {
        let percent = Int.random(in: 1...Self.stepPercentMax, using: &random)
        let step = max(1, price.hundredths * percent / 100)
        let rises = Bool.random(using: &random)
        let next = Price(hundredths: price.hundredths + (rises ? step : -step)).clamped
        guard next == price else { return next }
        // It is at an end already, and turns.
        return Price(hundredths: price.hundredths + (rises ? -step : step)).clamped
    }
}
