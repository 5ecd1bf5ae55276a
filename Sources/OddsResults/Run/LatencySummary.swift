import OddsMeasurement

/// A latency distribution in a result, in nanoseconds.
///
/// A percentile is `nil` if the sample is too small for it: see
/// `Percentile.sampleCountMin`.
public struct LatencySummary: Codable, Equatable, Sendable {
    public private(set) var unit = "ns"
    public var p50: UInt64?
    public var p90: UInt64?
    public var p99: UInt64?
    public var p999: UInt64?
    public var p9999: UInt64?
    public var max: UInt64?
    public var count: UInt64
    /// `nil` only in results of versions that had none.
    public var intervals: PercentileIntervals?
    /// All values, as `LatencyHistogram.encoded` writes them; `nil` in series
    /// and stages, and in results of versions that had none.
    public var histogram: String?

    /// - Parameter keepsHistogram: Whether all values are kept, which takes
    ///   some kilobytes.
    public init(_ histogram: LatencyHistogram, keepsHistogram: Bool = false) {
        p50 = histogram.value(at: .p50)
        p90 = histogram.value(at: .p90)
        p99 = histogram.value(at: .p99)
        p999 = histogram.value(at: .p999)
        p9999 = histogram.value(at: .p9999)
        max = histogram.max
        count = histogram.count
        intervals = PercentileIntervals(histogram)
        if keepsHistogram { self.histogram = histogram.encoded() }
    }

    /// All values; `nil` where they were not kept. Throws if the text is
    /// damaged, as it may be in a result from elsewhere.
    public func latencies() throws(HistogramDecodingError) -> LatencyHistogram? {
        guard let histogram else { return nil }
        return try LatencyHistogram(encoded: histogram)
    }

    public subscript(percentile: Percentile) -> UInt64? {
        switch percentile {
        case .p50: p50
        case .p90: p90
        case .p99: p99
        case .p999: p999
        case .p9999: p9999
        }
    }
}
