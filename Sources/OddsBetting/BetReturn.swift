import BigInt

/// What a bet returns, exactly: stake · Π · Σ eₖ / lines.
///
/// Π is the product of the bankers' values; eₖ is the elementary symmetric polynomial of
/// degree k of the other values, and k goes over the sizes of the bet's type. Values are
/// odds for what is open or has won, and those of `SelectionValue` for the rest. Nothing is
/// rounded before the end, where the amount is cut to minor units.
///
/// All is done in integers: of 128 bits where these are sure to suffice, else in big ones
/// (https://en.wikipedia.org/wiki/Elementary_symmetric_polynomial).
public struct BetReturn: Sendable {
    private let bankers: [UInt64]
    private let others: [UInt64]
    private let sizes: ClosedRange<Int>
    /// The number of combinations.
    public let lines: Int
    /// By what all values have been multiplied.
    private let scale: UInt64

    /// - Parameters:
    ///   - bankers: The values of the bankers.
    ///   - others: Those of the other selections.
    ///   - type: Which combinations are played.
    /// - Returns: `nil` if the type does not take so many selections.
    public init?(bankers: [SelectionValue] = [], others: [SelectionValue], type: BetType) {
        guard let sizes = type.sizes(count: others.count, bankers: bankers.count),
            let lines = type.lines(count: others.count, bankers: bankers.count)
        else { return nil }
        self.sizes = sizes
        self.lines = lines
        // Without the powers of ten that all have in common, numbers stay small.
        var divisor: UInt64 = 1
        let all = bankers + others
        while divisor < SelectionValue.halfUnitsOfOne / 2,
            all.allSatisfy({ $0.halfUnits.isMultiple(of: divisor * 10) })
        {
            divisor *= 10
        }
        if all.allSatisfy({ $0.halfUnits.isMultiple(of: divisor * 2) }) { divisor *= 2 }
        self.bankers = bankers.map { $0.halfUnits / divisor }
        self.others = others.map { $0.halfUnits / divisor }
        scale = SelectionValue.halfUnitsOfOne / divisor
    }

    /// The return of a stake, both in minor units, cut; `Int64.max` if it is more.
    ///
    /// - Parameter stake: Not negative.
    /// - Complexity: O(selections²) multiplications.
    public func minorUnits(stake: Int64) -> Int64 {
        product(stake).map { Int64(clamping: $0) } ?? .max
    }

    /// The return of a stake of 1, cut to eight places; `nil` if it is more than `Odds.max`.
    public var factor: Odds? {
        let units = minorUnits(stake: Odds.unitsOfOne)
        return units <= Odds.max.units ? Odds(units: units) : nil
    }

    /// ⌊stake · Π · Σ eₖ / lines⌋; `nil` beyond 128 bits.
    private func product(_ stake: Int64) -> UInt128? {
        precondition(stake >= 0, "a stake is never negative")
        // An upper bound of every intermediate result: the numerator is at most
        // stake · ∏(value + scale), and so is the denominator but for the lines.
        let bits = (bankers + others).reduce(Self.bits(UInt64(stake)) + Self.bits(UInt64(lines))) {
            $0 + Self.bits($1 + scale)
        }
        if bits <= UInt128.bitWidth {
            let (numerator, denominator) = fraction(of: UInt128.self)
            return UInt128(stake) * numerator / denominator
        }
        let (numerator, denominator) = fraction(of: BigUInt.self)
        return UInt128(exactly: BigUInt(stake) * numerator / denominator)
    }

    private static func bits(_ number: UInt64) -> Int {
        UInt64.bitWidth - number.leadingZeroBitCount
    }

    /// Numerator and denominator of Π · Σ eₖ / lines.
    private func fraction<Integer: UnsignedInteger>(
        of type: Integer.Type
    ) -> (numerator: Integer, denominator: Integer) {
        let scale = Integer(scale)
        // Of degree k, times scaleᵏ: polynomials[k].
        var polynomials = [Integer](repeating: 0, count: others.count + 1)
        polynomials[0] = 1
        for (index, value) in others.enumerated() {
            for degree in stride(from: index + 1, through: 1, by: -1) {
                polynomials[degree] += Integer(value) * polynomials[degree - 1]
            }
        }
        // Each brought to the denominator scaleⁿ.
        var sum = sizes.contains(others.count) ? polynomials[others.count] : 0
        var power: Integer = 1
        for degree in stride(from: others.count - 1, through: 0, by: -1) {
            power *= scale
            if sizes.contains(degree) { sum += polynomials[degree] * power }
        }
        var numerator = sum
        var denominator = power * Integer(lines)
        for value in bankers {
            numerator *= Integer(value)
            denominator *= scale
        }
        return (numerator, denominator)
    }
}
