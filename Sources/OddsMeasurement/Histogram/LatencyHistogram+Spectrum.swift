import Foundation

/// The percentile spectrum, and the text form of it. The histogram library has
/// both, on an iterator that adds up all values, which overflows where hundreds
/// of millions of frames waited for minutes behind a strategy that is too slow.
extension LatencyHistogram {
    /// A point of the percentile spectrum.
    public struct SpectrumPoint: Equatable, Sendable {
        /// The share of the sample, 0 to 1, that `nanoseconds` is for.
        public let fraction: Double
        /// The upper end of the step.
        public let nanoseconds: UInt64
        /// How many values are at or below that.
        public let countAtOrBelow: UInt64
    }

    /// The percentile spectrum, in points that come ever closer to the maximum:
    /// `ticksPerHalfDistance` for each halving of the rest, the last being that
    /// of all values. The points are those that HdrHistogram's
    /// `PercentileIterator` visits.
    ///
    /// - Complexity: O(size of the histogram).
    public func spectrum(ticksPerHalfDistance: Int = 5) -> [SpectrumPoint] {
        precondition(ticksPerHalfDistance > 0)
        var points: [SpectrumPoint] = []
        var percent = 0.0
        var sum: UInt64 = 0
        forEachStep { step, count in
            sum += count
            while 100 * Double(sum) / Double(self.count) >= percent {
                points.append(
                    SpectrumPoint(
                        fraction: percent / 100, nanoseconds: step.upperBound,
                        countAtOrBelow: sum))
                let halvings = log2(100 / (100 - percent)).rounded(.down) + 1
                percent += 100 / (Double(ticksPerHalfDistance) * exp2(halvings))
                if sum == self.count { break }
            }
            if sum == self.count {
                points.append(
                    SpectrumPoint(
                        fraction: 1, nanoseconds: step.upperBound, countAtOrBelow: sum))
            }
        }
        return points
    }

    /// The percentile distribution as HDR tools print it, and plot it
    /// (`.hgrm`), values in nanoseconds: that of HdrHistogram's
    /// `outputPercentileDistribution`.
    ///
    /// - Complexity: O(size of the histogram).
    public var hgrm: String {
        var text = "       Value     Percentile TotalCount 1/(1-Percentile)\n\n"
        for point in spectrum() {
            let row = String(
                format: "%12.3f %2.12f %10llu", Double(point.nanoseconds), point.fraction,
                point.countAtOrBelow)
            let rest = point.fraction < 1 ? String(format: " %14.2f", 1 / (1 - point.fraction)) : ""
            text += row + rest + "\n"
        }
        let (mean, deviation) = moments
        return text
            + String(format: "#[Mean    = %12.3f, StdDeviation   = %12.3f]\n", mean, deviation)
            + String(
                format: "#[Max     = %12.3f, Total count    = %12llu]\n",
                Double(max.map(HistogramLayout.highestEquivalent) ?? 0), count)
            + String(
                format: "#[Buckets = %12d, SubBuckets     = %12d]\n",
                HistogramLayout.bucketCount, HistogramLayout.bucketSteps)
    }

    /// Mean and standard deviation by the middles of the steps.
    private var moments: (mean: Double, deviation: Double) {
        guard count > 0 else { return (0, 0) }
        func average(_ value: (Double) -> Double) -> Double {
            var sum = 0.0
            forEachStep { step, count in
                // Half of a step of one value is that value.
                let middle = Double(step.lowerBound) + Double((UInt64(step.count) / 2))
                sum += Double(count) * value(middle)
            }
            return sum / Double(count)
        }
        let mean = average { $0 }
        return (mean, average { ($0 - mean) * ($0 - mean) }.squareRoot())
    }

    /// Calls `body` with the range of each step that has values, upwards, and
    /// how many it has.
    ///
    /// - Complexity: O(size of the histogram).
    func forEachStep(_ body: (ClosedRange<UInt64>, UInt64) -> Void) {
        guard let max else { return }
        for index in 0...HistogramLayout.index(of: max) {
            let step = HistogramLayout.values(at: index)
            let count = histogram.countForValue(step.lowerBound)
            if count > 0 { body(step, count) }
        }
    }
}
