import SeededRandom

/// The traffic's random number generator: xoshiro256** (Blackman and Vigna,
/// 2021), seeded through SplitMix64. The same seed gives the same numbers on
/// every machine.
public struct TrafficRandom: RandomNumberGenerator, Sendable {
    private var state: (UInt64, UInt64, UInt64, UInt64)

    /// Creates a generator whose sequence depends only on the seed.
    public init(seed: UInt64) {
        var words = SplitMix64(seed: seed)
        state = (words.next(), words.next(), words.next(), words.next())
    }

    /// The next 64 bits.
    ///
    /// - Complexity: O(1).
    public mutating func next() -> UInt64 {
        let result = rotated(state.1 &* 5, by: 7) &* 9
        let shifted = state.1 << 17
        state.2 ^= state.0
        state.3 ^= state.1
        state.1 ^= state.2
        state.0 ^= state.3
        state.2 ^= shifted
        state.3 = rotated(state.3, by: 45)
        return result
    }

    private func rotated(_ word: UInt64, by bits: UInt64) -> UInt64 {
        word << bits | word >> (64 - bits)
    }

    /// A number from 0 up to but not including `bound`. It costs one
    /// multiplication. Its bias is below `bound` / 2⁶⁴, which does not matter
    /// here.
    mutating func below(_ bound: Int) -> Int {
        Int(truncatingIfNeeded: next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// A number with the given mean, uniform from 1 to `2 * mean - 1`.
    mutating func around(_ mean: Int) -> Int { 1 + below(2 * mean - 1) }

    mutating func coin() -> Bool { next() >> 63 != 0 }

    /// A number from 0 up to but not including 1, in steps of 2⁻⁵³.
    mutating func fraction() -> Double { Double(next() >> 11) / 9_007_199_254_740_992 }
}

// For random decisions outside this module.
extension TrafficRandom {
    /// A number from 0 up to but not including 1.
    public mutating func unit() -> Double { fraction() }

    /// An exponentially distributed number with a mean of 1.
    public mutating func exponential() -> Double { -DeterministicMath.log(1 - fraction()) }
}
