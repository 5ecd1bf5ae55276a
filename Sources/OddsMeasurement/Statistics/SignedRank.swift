import Foundation

/// The centre of a symmetric distribution by signed ranks, whatever else the
/// distribution is: a few values far out hardly move it.
///
/// The estimate is that of Hodges and Lehmann (1963, Annals of Mathematical
/// Statistics 34), the interval Tukey's from the exact distribution of
/// Wilcoxon's statistic; see Hollander, Wolfe and Chicken, *Nonparametric
/// Statistical Methods*, 3rd edition, sections 3.2 and 3.3. For many normal
/// values it is 1.02 times as wide as Student's.
public struct SignedRank: Equatable, Sendable {
    /// The most values that are taken: memory grows with the square.
    public static let sampleCountMax = 1_000

    public let sampleCount: Int
    /// Of the means of two values that end the interval, from 1 and from their
    /// own end.
    private let lowRank: Int
    private let highRank: Int

    /// `nil` if a sample of that size has no such interval.
    ///
    /// - Parameters:
    ///   - lowTail: The probability that the centre lies below the interval, at
    ///     most.
    ///   - highTail: The same above.
    ///
    /// Complexity: O(n³).
    public init?(sampleCount: Int, lowTail: Double, highTail: Double) {
        precondition((0...Self.sampleCountMax).contains(sampleCount))
        let probabilities = Self.probabilities(sampleCount)
        guard let lowRank = Self.rank(probabilities, tail: lowTail),
            let highRank = Self.rank(probabilities, tail: highTail)
        else { return nil }
        self.sampleCount = sampleCount
        self.lowRank = lowRank
        self.highRank = highRank
    }

    /// The smallest value of the statistic that is reached with more
    /// probability than `tail`; `nil` if that is the very smallest.
    private static func rank(_ probabilities: [Double], tail: Double) -> Int? {
        var cumulative = 0.0
        let rank = probabilities.firstIndex { probability in
            cumulative += probability
            return cumulative > tail
        }
        return rank == 0 ? nil : rank
    }

    /// The smallest sample that has an interval: the statistic is 0 with
    /// probability 2⁻ⁿ.
    public static func sampleCountMin(tail: Double) -> Int {
        precondition(tail > 0 && tail < 1)
        return Int((-log2(tail)).rounded(.up))
    }

    /// The median of all means of two values (each also with itself), with the
    /// interval.
    ///
    /// Values are taken as independent and symmetric about the centre, as the
    /// differences of two sides are if it does not matter which is which.
    /// Complexity: O(n² log n).
    public func interval(_ values: [Double]) -> LocationInterval {
        precondition(values.count == sampleCount)
        var means: [Double] = []
        means.reserveCapacity(values.count * (values.count + 1) / 2)
        for (index, first) in values.enumerated() {
            for second in values[index...] { means.append((first + second) / 2) }
        }
        means.sort()
        let middle = means.count / 2
        let median =
            means.count % 2 == 1 ? means[middle] : (means[middle - 1] + means[middle]) / 2
        return LocationInterval(
            value: median, low: means[lowRank - 1], high: means[means.count - highRank])
    }

    /// The exact distribution of Wilcoxon's signed-rank statistic for values
    /// without ties, by its value from 0 to n(n + 1) / 2: each rank counts or
    /// does not, with equal probability.
    static func probabilities(_ sampleCount: Int) -> [Double] {
        var probabilities = [1.0]
        for rank in 0..<sampleCount {
            let step = rank + 1
            var next = [Double](repeating: 0, count: probabilities.count + step)
            for (sum, probability) in probabilities.enumerated() {
                next[sum] += probability / 2
                next[sum + step] += probability / 2
            }
            probabilities = next
        }
        return probabilities
    }
}
