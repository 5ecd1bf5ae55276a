/// Which stakes are taken.
package enum StakeRange {
    private static let least = Money(minorUnits: 35)
    /// The greatest stake of a bet.
    package static let most = Money(minorUnits: 2_500_00)
    /// The greatest return of a bet.
    package static let returnMax = Money(minorUnits: 500_000_00)

    /// The least stake of a bet of so many combinations, of 0.05 each if there are several.
    package static func least(lines: Int) -> Money {
        guard lines > 1 else { return least }
        let (each, isBeyond) = Int64(lines).multipliedReportingOverflow(by: 5)
        return max(least, Money(minorUnits: isBeyond ? .max : each))
    }

    /// Whether a stake is taken for a bet of so many combinations: none is where the least stake
    /// is above the greatest.
    package static func takes(_ stake: Money, lines: Int) -> Bool {
        least(lines: lines) <= stake && stake <= most
    }

    /// What a stake returns if all wins; less by itself, if it is free.
    package static func returned(_ stake: Money, _ formula: BetReturn, isFree: Bool) -> Money {
        let whole = formula.minorUnits(stake: stake.minorUnits)
        return Money(minorUnits: isFree ? max(0, whole - stake.minorUnits) : whole)
    }

    /// The greatest stake whose return is not too much.
    package static func greatest(_ formula: BetReturn, isFree: Bool) -> Money {
        var (low, high) = (Int64(0), most.minorUnits)
        while low < high {
            let middle = (low + high + 1) / 2
            let returned = returned(Money(minorUnits: middle), formula, isFree: isFree)
            if returned <= returnMax { low = middle } else { high = middle - 1 }
        }
        return Money(minorUnits: low)
    }
}
