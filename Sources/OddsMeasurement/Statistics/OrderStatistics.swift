/// Which values of a sorted sample bound a percentile of the distribution that
/// it was drawn from, whatever that distribution is.
///
/// The number of values at or below the percentile is binomial with the
/// sample's size and the percentile's fraction; see David and Nagaraja, *Order
/// Statistics*, 3rd edition, section 7.1. It presumes independent values. For
/// latencies, which are not, the sample's size is that of an effective sample:
/// see `LatencyBlocks`.
public enum OrderStatistics {
    /// The ranks, from 1 to `sampleCount`, of the lower and the upper end of
    /// the two-sided 95% interval, 2.5% on each side at most; `nil` if the
    /// sample is too small for one of the ends.
    ///
    /// - Complexity: O(√n · log n).
    public static func intervalRanks(
        fraction: Double, sampleCount: UInt64
    ) -> ClosedRange<UInt64>? {
        precondition(fraction > 0 && fraction < 1)
        let tail = 0.025
        func atMost(_ successes: UInt64) -> Double {
            binomialCumulative(successes, trials: sampleCount, probability: fraction)
        }
        guard sampleCount > 0, atMost(0) <= tail, atMost(sampleCount - 1) >= 1 - tail else {
            return nil
        }
        // The first count of successes that is too likely to be undershot.
        let lower = firstCount(below: sampleCount) { atMost($0) > tail }
        let upper = firstCount(below: sampleCount) { atMost($0) >= 1 - tail } + 1
        return lower...upper
    }

    /// The median of a sample and an interval for that of the distribution;
    /// `nil` if the sample is too small for one.
    ///
    /// - Parameters:
    ///   - lowTail: The probability that the median lies below the interval, at
    ///     most.
    ///   - highTail: The same above.
    /// - Complexity: O(n log n).
    public static func medianInterval(
        _ values: [Double], lowTail: Double, highTail: Double
    ) -> LocationInterval? {
        MedianRanks(sampleCount: values.count, lowTail: lowTail, highTail: highTail)
            .map { $0.interval(values) }
    }

    /// Which values of sorted samples of one size bound the median, for many
    /// samples: the ranks take longer to find than the values.
    package struct MedianRanks: Sendable {
        private let low: Int
        private let high: Int

        /// `nil` if samples of this size are too small for an interval.
        ///
        /// - Parameters:
        ///   - sampleCount: The size of the samples.
        ///   - lowTail: The probability that the median lies below the interval,
        ///     at most.
        ///   - highTail: The same above.
        package init?(sampleCount: Int, lowTail: Double, highTail: Double) {
            let count = UInt64(sampleCount)
            // How many of the outermost values can be left out, plus 1.
            func rank(_ tail: Double) -> Int {
                Int(
                    firstCount(below: count) {
                        binomialCumulative($0, trials: count, probability: 0.5) > tail
                    })
            }
            low = rank(lowTail)
            high = rank(highTail)
            guard low > 0, high > 0 else { return nil }
        }

        /// The median of a sample of that size, with its interval.
        ///
        /// - Complexity: O(n log n).
        package func interval(_ values: [Double]) -> LocationInterval {
            let sorted = values.sorted()
            let middle = sorted.count / 2
            let median =
                sorted.count % 2 == 1
                ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
            return LocationInterval(
                value: median, low: sorted[low - 1], high: sorted[sorted.count - high])
        }
    }

    /// The probability of at most `successes` in `trials`.
    static func binomialCumulative(
        _ successes: UInt64, trials: UInt64, probability: Double
    ) -> Double {
        guard successes < trials else { return 1 }
        return IncompleteBeta.value(
            1 - probability, a: Double(trials - successes), b: Double(successes) + 1)
    }

    /// The smallest number for which `isReached` is true, of a condition that
    /// stays true from there on; `limit` if it is true for none.
    private static func firstCount(below limit: UInt64, _ isReached: (UInt64) -> Bool) -> UInt64 {
        var low: UInt64 = 0
        var high = limit
        while low < high {
            let middle = low + (high - low) / 2
            if isReached(middle) { high = middle } else { low = middle + 1 }
        }
        return low
    }
}
