/// A price as SportRadar says it: the odds are 1 + `up` / `down` (SR-V4).
package struct PriceFraction: BitwiseCopyable, Equatable, Sendable {
    /// The upper part, from 0.
    package let up: UInt64
    /// The lower part, from 1.
    package let down: UInt64

    /// The fraction in lowest terms whose odds are exactly so many ten-millionths, as EM
    /// has them. Both parts have at most 15 digits, so that the quotient of two doubles is
    /// the double next to the odds.
    ///
    /// - Precondition: The odds are from 1 to 99,999,999.
    package init(tenMillionths: UInt64) {
        precondition(Self.range.contains(tenMillionths), "odds from 1 to 99,999,999")
        let divisor = Self.greatestCommonDivisor(tenMillionths, Self.one)
        up = (tenMillionths - Self.one) / divisor
        down = Self.one / divisor
    }

    private static let one: UInt64 = 10_000_000
    private static let range = one...999_999_990_000_000

    private static func greatestCommonDivisor(_ first: UInt64, _ second: UInt64) -> UInt64 {
        var (first, second) = (first, second)
        while second > 0 { (first, second) = (second, first % second) }
        return first
    }
}
