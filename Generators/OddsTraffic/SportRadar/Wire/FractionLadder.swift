import OddsModel

/// The rungs of a price ladder as fractions.
struct FractionLadder: ~Copyable {
    private var fractions: GrowableBuffer<PriceFraction>

    /// - Complexity: O(rungs).
    init(_ ladder: borrowing PriceLadder) {
        fractions = GrowableBuffer(capacity: ladder.rungCount)
        for rung in 0..<ladder.rungCount {
            fractions.append(PriceFraction(tenMillionths: ladder.tenMillionths(of: rung)))
        }
    }

    subscript(rung: UInt16) -> PriceFraction { fractions[Int(rung)] }
}
