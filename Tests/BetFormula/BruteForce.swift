import BigInt

/// The return of a bet as the sum over all of its lines, one after the other, in exact
/// fractions. It knows of no polynomials.
enum BruteForce {
    /// What a stake of 1 returns.
    struct Sum {
        let numerator: BigInt
        let denominator: BigInt
        let lines: Int

        /// What a stake returns, in its units, cut.
        func returned(stake: Int64) -> BigInt { BigInt(stake) * numerator / denominator }
    }

    /// - Parameters:
    ///   - bankers: The values of the bankers, in half hundred-millionths.
    ///   - others: Those of the other selections.
    ///   - sizes: The sizes of the combinations that are played.
    static func sum(bankers: [Int64], others: [Int64], sizes: ClosedRange<Int>) -> Sum {
        let one = BigInt(200_000_000)
        var sum = BigInt(0)
        var lines = 0
        for subset in 0..<(UInt64(1) << others.count)
        where sizes.contains(subset.nonzeroBitCount) {
            lines += 1
            var product = BigInt(1)
            for banker in bankers { product *= BigInt(banker) }
            for (index, value) in others.enumerated() {
                product *= subset >> index & 1 == 1 ? BigInt(value) : one
            }
            sum += product
        }
        let scale = one.power(bankers.count + others.count)
        return Sum(numerator: sum, denominator: scale * BigInt(lines), lines: lines)
    }
}
