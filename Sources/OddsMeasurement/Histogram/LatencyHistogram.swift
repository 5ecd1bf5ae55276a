import Histogram

/// Latencies in nanoseconds, to three significant digits.
///
/// Recording neither throws nor allocates: all memory, about 300 kB, is there
/// from the start. One thread owns a histogram.
public struct LatencyHistogram: Sendable {
    /// A day; longer latencies are recorded as this, and counted.
    @inlinable public static var nanosecondsMax: UInt64 { 86_400_000_000_000 }

    @usableFromInline internal var histogram = Histogram<UInt64>(
        highestTrackableValue: nanosecondsMax, numberOfSignificantValueDigits: .three)
    /// How many values were longer than `nanosecondsMax`.
    public private(set) var clampedCount: UInt64 = 0

    /// An empty histogram.
    public init() {}

    /// An empty histogram for what is read and merged, not for recording: it has no memory of its
    /// own until the first value.
    package static let empty = LatencyHistogram()

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

    /// Counts a latency, of at most `nanosecondsMax`, so many times.
    internal mutating func record(_ nanoseconds: UInt64, count: UInt64) {
        guard count > 0 else { return }
        histogram.record(nanoseconds, count: count)
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
        guard other.count > 0 else { return }
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

    /// The latency that `percentile` does not exceed even if some of the values are
    /// really longer, however much; `nil` if they are too many for that.
    ///
    /// - Parameters:
    ///   - percentile: The percentile to bound.
    ///   - unknownCount: How many values are only known to be at least as long.
    /// - Complexity: O(size of the histogram).
    public func ceiling(at percentile: Percentile, unknownCount: UInt64) -> UInt64? {
        // Raising n values moves each of the others down by n ranks at most.
        let rank = UInt64((percentile.fraction * Double(count)).rounded(.up)) + unknownCount
        guard count >= percentile.sampleCountMin, rank <= count else { return nil }
        var sum: UInt64 = 0
        var ceiling: UInt64?
        forEachStep { values, count in
            sum += count
            if ceiling == nil, sum >= rank { ceiling = values.upperBound }
        }
        return ceiling.map { min($0, histogram.maxRecorded) }
    }

    /// The two-sided 95% confidence interval of `percentile` by order
    /// statistics, widened to whole steps of the histogram; `nil` if so few
    /// independent values bound it from one side only.
    ///
    /// - Parameters:
    ///   - percentile: The percentile to bound.
    ///   - effectiveCount: How many independent values say as much as these;
    ///     `count` if they are independent themselves.
    /// - Complexity: O(size of the histogram).
    public func interval(
        at percentile: Percentile, effectiveCount: UInt64
    ) -> ClosedRange<UInt64>? {
        let effectiveCount = min(effectiveCount, count)
        guard
            let ranks = OrderStatistics.intervalRanks(
                fraction: percentile.fraction, sampleCount: effectiveCount)
        else { return nil }
        // The ranks as shares, rounded outwards.
        let scale = Double(count) / Double(effectiveCount)
        let lowRank = UInt64(Double(ranks.lowerBound - 1) * scale) + 1
        let highRank = min(UInt64((Double(ranks.upperBound) * scale).rounded(.up)), count)
        var low: UInt64?
        var high: UInt64?
        var sum: UInt64 = 0
        forEachStep { values, count in
            sum += count
            if low == nil, sum >= lowRank { low = values.lowerBound }
            if high == nil, sum >= highRank { high = values.upperBound }
        }
        guard let low, let high else { return nil }
        return low...min(high, histogram.maxRecorded)
    }

    /// The two-sided 95% confidence interval of `percentile` within the window
    /// of `blocks`, which takes into account that latencies close to each other
    /// are alike; `nil` if the dependence leaves too few independent values, or
    /// cannot be estimated.
    ///
    /// - Parameters:
    ///   - percentile: The percentile to bound.
    ///   - blocks: The same latencies by time.
    /// - Complexity: O(size of the histogram and of the blocks).
    public func interval(
        at percentile: Percentile, within blocks: LatencyBlocks
    ) -> ClosedRange<UInt64>? {
        guard let value = value(at: percentile),
            let effectiveCount = blocks.effectiveCount(at: value),
            effectiveCount >= percentile.effectiveCountMin
        else { return nil }
        return interval(at: percentile, effectiveCount: effectiveCount)
    }

    /// The mean latency, to three significant digits; `nil` if there is none.
    public var mean: Double? { count == 0 ? nil : histogram.mean }

    /// Forgets all that was recorded and keeps the memory.
    public mutating func reset() {
        histogram.reset()
        clampedCount = 0
    }
}
