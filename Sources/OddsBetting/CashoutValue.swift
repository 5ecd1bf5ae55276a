import BigInt

/// What an open bet can be sold for, exactly, and cut to minor units.
public struct CashoutValue: Sendable {
    private var numerator: BigUInt
    private var denominator: BigUInt

    /// - Parameters:
    ///   - settled: The values of the selections that are settled.
    ///   - open: The odds of those that are open: when the bet was placed, and now, above 0.
    public init(settled: [SelectionValue], open: [(placed: Odds, current: Odds)]) {
        numerator = 95
        denominator = 100
        for value in settled {
            numerator *= BigUInt(value.halfUnits)
            denominator *= BigUInt(SelectionValue.halfUnitsOfOne)
        }
        for odds in open {
            precondition(odds.current.units > 0, "an open selection has odds")
            numerator *= BigUInt(odds.placed.units)
            denominator *= BigUInt(odds.current.units)
        }
    }

    /// The value of a remaining stake, both in minor units; `Int64.max` if it is more.
    public func minorUnits(stake: Int64) -> Int64 {
        precondition(stake >= 0, "a stake is never negative")
        return Int64(clamping: BigUInt(stake) * numerator / denominator)
    }

    /// The part of a value that belongs to a part of the stake, all in minor units, cut.
    ///
    /// - Parameters:
    ///   - value: That of the whole remaining stake, not negative.
    ///   - partialStake: The part of the stake, at most all of it.
    ///   - stake: The remaining stake, above 0.
    public static func part(of value: Int64, partialStake: Int64, stake: Int64) -> Int64 {
        precondition(value >= 0 && stake > 0 && 0...stake ~= partialStake)
        return Int64(UInt128(value) * UInt128(partialStake) / UInt128(stake))
    }
}
