import Foundation
import OddsMeasurement
import OddsResults

/// The sample of one figure over all pairs.
struct PairedSample {
    /// `nil` if a run lacks the figure.
    private(set) var baselineMedian: Double?
    private(set) var candidateMedian: Double?
    /// True if `values` are differences: of an exact counter, and where a value of
    /// either side is 0, of which nothing is a multiple.
    private(set) var isDifference: Bool
    /// The logarithms of the ratios of candidate to baseline, or the differences;
    /// positive is worse. Empty if there is a `reason`.
    private(set) var values: [Double] = []
    /// What the true values are at least and at most. A figure that grows for as
    /// long as a side is saturated is a lower bound for that side, and such a
    /// value is only known from one end, or from none.
    private(set) var lows: [Double] = []
    private(set) var highs: [Double] = []
    /// How many pairs one value is made of.
    private(set) var pooledPairCount = 1
    private(set) var reason: String?

    init(_ pairs: [GatePair], metric: String, isExact: Bool) {
        isDifference = isExact
        guard !pairs.isEmpty else {
            reason = "the time was spent before the first pair of runs; lengthen --time"
            return
        }
        let source = GatePair.source(of: metric, in: pairs)
        var found = pairs.map { $0.values(source) }
        if !isExact, let pool = PercentilePool(pairs, metric: source) {
            pooledPairCount = pool.pairCount
            found = pool.values
        }
        let values = found.compactMap(\.self)
        guard values.count == found.count else {
            reason = "not every run has the figure; a percentile needs a longer --duration"
            return
        }
        baselineMedian = Spread(values.map(\.baseline))?.median
        candidateMedian = Spread(values.map(\.candidate))?.median
        let sign: Double = RegressionLimit.isHigherBetter(metric) ? -1 : 1
        isDifference = isExact || values.contains { $0.baseline <= 0 || $0.candidate <= 0 }
        if isExact {
            self.values = pairs.filter(\.servedTheSame).compactMap { $0.values(metric) }
                .map { sign * ($0.candidate - $0.baseline) }
            if self.values.isEmpty {
                reason = "no pair served the same frames, so that counts are not comparable"
            }
        } else if isDifference {
            self.values = values.map { sign * ($0.candidate - $0.baseline) }
        } else {
            self.values = values.map { sign * log($0.candidate / $0.baseline) }
        }
        (lows, highs) = (self.values, self.values)
        if !isExact, MetricRegistry[metric]?.growsWithBacklog == true { widen(pairs) }
    }

    private mutating func widen(_ pairs: [GatePair]) {
        for index in values.indices {
            let group = pairs[(index * pooledPairCount)...].prefix(pooledPairCount)
            if group.contains(where: { $0.baseline.status == .saturated }) {
                lows[index] = -.infinity
            }
            if group.contains(where: { $0.candidate.status == .saturated }) {
                highs[index] = .infinity
            }
        }
    }

    /// How many values are known from one end only, or from none.
    var boundCount: Int {
        zip(lows, highs).count { $0.isInfinite || $1.isInfinite }
    }

    /// The median with its interval. Its ends hold for the true values; those
    /// that are infinite say nothing.
    func interval(_ ranks: OrderStatistics.MedianRanks) -> LocationInterval {
        LocationInterval(
            value: ranks.interval(values).value, low: ranks.interval(lows).low,
            high: ranks.interval(highs).high)
    }

    /// What the true values' median is at most, as certainly as an interval's
    /// lower end is below it.
    func highest(_ ranks: OrderStatistics.MedianRanks) -> Double {
        -ranks.interval(highs.map { -$0 }).low
    }
}
