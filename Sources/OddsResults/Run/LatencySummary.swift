import OddsMeasurement

/// A latency distribution, in nanoseconds.
///
/// A percentile is `nil` if the sample is too small for it: see
/// `Percentile.sampleCountMin`.
public struct LatencySummary: Codable, Equatable, Sendable {
    /// Always `ns`.
    public private(set) var unit = "ns"
    /// The median.
    public var p50: UInt64?
    /// The 90th percentile.
    public var p90: UInt64?
    /// The 95th percentile; `nil` in older results, too.
    public var p95: UInt64?
    /// The 99th percentile.
    public var p99: UInt64?
    /// The 99.9th percentile.
    public var p999: UInt64?
    /// The 99.99th percentile.
    public var p9999: UInt64?
    /// The largest value; `nil` for an empty sample.
    public var max: UInt64?
    /// The size of the sample.
    public var count: UInt64
    /// The intervals of the percentiles within this run; `nil` for distributions
    /// without, for lower bounds, and in older results without them.
    public var intervals: PercentileIntervals?
    /// All values, in the format of `LatencyHistogram.encoded`; `nil` in series
    /// and stages, and in older results without them.
    public var histogram: String?

    /// Summarizes a distribution.
    ///
    /// - Parameters:
    ///   - histogram: All values.
    ///   - blocks: The same values by time; `nil` for no intervals.
    ///   - keepsHistogram: Whether all values are kept, which takes a few
    ///     kilobytes.
    package init(
        _ histogram: LatencyHistogram, blocks: LatencyBlocks? = nil, keepsHistogram: Bool = false
    ) {
        p50 = histogram.value(at: .p50)
        p90 = histogram.value(at: .p90)
        p95 = histogram.value(at: .p95)
        p99 = histogram.value(at: .p99)
        p999 = histogram.value(at: .p999)
        p9999 = histogram.value(at: .p9999)
        max = histogram.max
        count = histogram.count
        intervals = blocks.map { PercentileIntervals(histogram, within: $0) }
        if keepsHistogram { self.histogram = histogram.encoded() }
    }

    /// Decodes all values; `nil` if they were not kept.
    ///
    /// - Throws: `HistogramDecodingError` if the text is damaged.
    /// - Complexity: O(size of the histogram).
    public func latencies() throws(HistogramDecodingError) -> LatencyHistogram? {
        guard let histogram else { return nil }
        return try LatencyHistogram(encoded: histogram)
    }

    /// A percentile in nanoseconds; `nil` if the sample is too small for it.
    ///
    /// - Parameter percentile: The percentile to read.
    public subscript(percentile: Percentile) -> UInt64? {
        switch percentile {
        case .p50: p50
        case .p90: p90
        case .p95: p95
        case .p99: p99
        case .p999: p999
        case .p9999: p9999
        }
    }
}
