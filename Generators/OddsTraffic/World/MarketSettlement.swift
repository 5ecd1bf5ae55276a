/// What became of the outcomes of a market, as the world says it once: when its event
/// ends, or when the market is taken out before.
package struct MarketSettlement: Equatable, Sendable {
    /// The market's outcomes.
    package let outcomeIDs: [UInt64]
    /// The index of the one that won; `nil` if the market was taken out, which makes all
    /// of them void.
    package let winner: Int?

    /// What became of a market.
    package init(outcomeIDs: [UInt64], winner: Int?) {
        self.outcomeIDs = outcomeIDs
        self.winner = winner
    }
}

extension TrafficWorld {
    /// Notes that a market's event has ended: one of its outcomes has won, drawn with
    /// weights of 1 / odds from a seed of its own, so that traffic does not depend on it.
    mutating func noteEnd(ofMarket market: Int) {
        guard settlements != nil else { return }
        var random = TrafficRandom(seed: seed ^ markets[market].id)
        var weights: [Int] = []
        for outcome in 0..<offersPerMarket {
            let offer = offers[market * offersPerMarket + outcome]
            weights.append(Int(Self.weightOfOne / ladder.tenMillionths(of: Int(offer.rung))))
        }
        var rest = random.below(weights.reduce(0, +))
        var winner = 0
        while rest >= weights[winner] {
            rest -= weights[winner]
            winner += 1
        }
        note(market, winner: winner)
    }

    /// The weight of odds of a ten-millionth: large enough that the rounding of weights does
    /// not show, and small enough that the sum of those of a market is an `Int`.
    private static var weightOfOne: UInt64 { 1_000_000_000_000_000_000 }

    /// Notes that a market is taken out, unless its event has ended before.
    mutating func noteRemoval(ofMarket market: Int) {
        guard settlements != nil, !isSettled(market) else { return }
        note(market, winner: nil)
    }

    private mutating func note(_ market: Int, winner: Int?) {
        let settlement = MarketSettlement(
            outcomeIDs: (0..<offersPerMarket).map { outcomeID(market, $0) }, winner: winner)
        settlements?.append(settlement)
    }
}
