/// What became of an outcome.
public enum OutcomeResult: String, CaseIterable, Hashable, Sendable {
    /// It multiplies the stake by its odds.
    case won = "WON"
    /// It loses the stake.
    case lost = "LOST"
    /// It multiplies the stake by 1.
    case void = "VOID"
    /// One half of the stake wins, the other comes back.
    case halfWon = "HALF_WON"
    /// One half of the stake is lost, the other comes back.
    case halfLost = "HALF_LOST"
}

/// By what a selection multiplies the stake of its combinations, exactly.
public struct SelectionValue: Hashable, Sendable {
    /// The value in half hundred-millionths.
    let halfUnits: UInt64

    /// That of a selection that is open, as if it won.
    ///
    /// - Parameter odds: The odds that the bet holds.
    public init(open odds: Odds) { halfUnits = 2 * UInt64(odds.units) }

    /// That of a selection that is settled.
    ///
    /// - Parameters:
    ///   - result: What became of its outcome.
    ///   - odds: The odds that the bet holds.
    public init(_ result: OutcomeResult, odds: Odds) {
        let (one, units) = (UInt64(Odds.unitsOfOne), UInt64(odds.units))
        switch result {
        case .won: halfUnits = 2 * units
        case .lost: halfUnits = 0
        case .void: halfUnits = 2 * one
        case .halfWon: halfUnits = one + units
        case .halfLost: halfUnits = one
        }
    }

    /// How many half units are 1.
    static let halfUnitsOfOne = 2 * UInt64(Odds.unitsOfOne)
}
