import Histogram

/// Latencies in nanoseconds, to three significant digits.
///
/// Recording neither throws nor allocates: all memory, about 300 kB, is there
/// from the start. One thread owns a histogram.
public struct LatencyHistogram: Sendable {
    /// A day; longer latencies are recorded as this, and counted.
    public static let nanosecondsMax: UInt64 = 86_400_000_000_000

    @usableFromInline internal var histogram = Histogram<UInt64>(
        highestTrackableValue: nanosecondsMax, numberOfSignificantValueDigits: .three)
    /// How many values were longer than `nanosecondsMax`.
    public private(set) var clampedCount: UInt64 = 0

    /// An empty histogram.
    public init() {}

    /// Counts a latency; one beyond `nanosecondsMax` as that, and as clamped.
    ///
    /// - Complexity: O(1).
    @inlinable
    public mutating func record(_ nanoseconds: UInt64) {
        guard nanoseconds > Self.nanosecondsMax else {
            histogram.record(nanoseconds)
            return
        }
        recordClamped()
    }

    /// Records a delay and, if it is longer than `interval`, also what was left
    /// of it each `interval` later: the samples that it kept from being taken.
    public mutating func record(_ nanoseconds: UInt64, missedEvery interval: UInt64) {
        precondition(interval > 0)
        var rest = nanoseconds
        record(rest)
        while rest > interval {
            rest -= interval
            record(rest)
        }
    }

    @usableFromInline
    internal mutating func recordClamped() {
        histogram.record(Self.nanosecondsMax)
        clampedCount += 1
    }

    /// Adds all that `other` recorded. Percentiles of several runs come from
    /// merged histograms, never from averaged percentiles.
    public mutating func merge(_ other: LatencyHistogram) {
        histogram.add(other.histogram)
        clampedCount += other.clampedCount
    }

    /// The number of recorded values.
    public var count: UInt64 { histogram.totalCount }

    /// The longest latency, exactly; `nil` if there is none.
    public var max: UInt64? { count == 0 ? nil : histogram.maxRecorded }

    /// The latency at `percentile`, rounded up to three significant digits and
    /// never above `max`; `nil` if the sample is too small for it
    /// (`Percentile.sampleCountMin`).
    ///
    /// - Complexity: O(size of the histogram).
    public func value(at percentile: Percentile) -> UInt64? {
        guard count >= percentile.sampleCountMin else { return nil }
        return histogram.valueAtPercentile(percentile.fraction * 100)
    }

    /// The two-sided 95% confidence interval of `percentile` by order
    /// statistics, widened to whole steps of the histogram; `nil` exactly
    /// where `value(at:)` is.
    ///
    /// - Complexity: O(size of the histogram).
    public func interval(at percentile: Percentile) -> ClosedRange<UInt64>? {
        guard count >= percentile.sampleCountMin,
            let ranks = OrderStatistics.intervalRanks(
                fraction: percentile.fraction, sampleCount: count)
        else { return nil }
        var low: UInt64?
        var high: UInt64?
        var sum: UInt64 = 0
        forEachStep { values, count in
            sum += count
            if low == nil, sum >= ranks.lowerBound { low = values.lowerBound }
            if high == nil, sum >= ranks.upperBound { high = values.upperBound }
        }
        guard let low, let high else { return nil }
        return low...min(high, histogram.maxRecorded)
    }

    /// The mean latency, to three significant digits; `nil` if there is none.
    public var mean: Double? { count == 0 ? nil : histogram.mean }

    /// Forgets all that was recorded and keeps the memory.
    public mutating func reset() {
        histogram.reset()
        clampedCount = 0
    }
}
