import BigInt

/// The price of several selections of one event together, which depend on each other.
public enum BetBuilder {
    /// max(1.01, 1 + (∏ odds − 1) · 0.9ᵐ⁻¹) for m selections, cut to two places.
    ///
    /// - Parameter odds: Those of the selections, each above 1.
    /// - Returns: `nil` for less than two, and beyond ten digits before the point.
    public static func price(of odds: [Odds]) -> Odds? {
        guard odds.count >= 2 else { return nil }
        let one = BigUInt(Odds.unitsOfOne)
        let product = odds.reduce(BigUInt(1)) { $0 * BigUInt($1.units) }
        let scale = one.power(odds.count)
        guard product > scale else { return minimum }
        let numerator = (product - scale) * BigUInt(9).power(odds.count - 1) * 100
        let hundredths = 100 + numerator / (scale * BigUInt(10).power(odds.count - 1))
        guard let price = Int64(exactly: hundredths), price < 1_000_000_000_000 else { return nil }
        return max(minimum, Odds(units: price * (Odds.unitsOfOne / 100)))
    }

    private static let minimum = Odds(units: Odds.unitsOfOne / 100 * 101)
}
