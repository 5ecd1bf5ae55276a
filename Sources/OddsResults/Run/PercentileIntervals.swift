import OddsMeasurement

/// The two-sided 95% confidence interval of each percentile within one run;
/// `nil` where the percentile is, and where too few values of the run are
/// independent. In JSON, an interval is an array of its two ends in
/// nanoseconds.
///
/// It says how far the percentile may be from that of an endless run under the
/// same conditions. What differs between runs is not in it.
public struct PercentileIntervals: Equatable, Sendable {
    /// How the intervals were made.
    public enum Method: String, Codable, Sendable {
        /// By order statistics of an effective sample, from how much blocks of
        /// the window differ.
        case blocks
    }

    /// How the intervals were made; `nil` in older results, whose intervals
    /// presume independent latencies. These are too narrow, and no report
    /// shows them.
    public let method: Method?
    // Not a dictionary, which would take memory of its own in each sample of a
    // long series.
    private var p50: ClosedRange<UInt64>?
    private var p90: ClosedRange<UInt64>?
    private var p95: ClosedRange<UInt64>?
    private var p99: ClosedRange<UInt64>?
    private var p999: ClosedRange<UInt64>?
    private var p9999: ClosedRange<UInt64>?

    /// - Parameter blocks: The same latencies by time.
    package init(_ histogram: LatencyHistogram, within blocks: LatencyBlocks) {
        method = .blocks
        for percentile in Percentile.allCases {
            self[percentile] = histogram.interval(at: percentile, within: blocks)
        }
    }

    /// The interval of a percentile, in nanoseconds.
    ///
    /// - Parameter percentile: The percentile to read.
    public private(set) subscript(percentile: Percentile) -> ClosedRange<UInt64>? {
        get {
            switch percentile {
            case .p50: p50
            case .p90: p90
            case .p95: p95
            case .p99: p99
            case .p999: p999
            case .p9999: p9999
            }
        }
        set {
            switch percentile {
            case .p50: p50 = newValue
            case .p90: p90 = newValue
            case .p95: p95 = newValue
            case .p99: p99 = newValue
            case .p999: p999 = newValue
            case .p9999: p9999 = newValue
            }
        }
    }
}

extension PercentileIntervals: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        static let method = Key(stringValue: "method")

        init(_ percentile: Percentile) { stringValue = percentile.key }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// Decodes an object with an array of two ends per percentile.
    ///
    /// - Parameter decoder: The decoder of the object.
    /// - Throws: `DecodingError`, also for ends in the wrong order.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        method = try container.decodeIfPresent(Method.self, forKey: .method)
        for percentile in Percentile.allCases {
            let ends = try container.decodeIfPresent([UInt64].self, forKey: Key(percentile))
            guard let ends else { continue }
            guard ends.count == 2, ends[0] <= ends[1] else {
                throw DecodingError.dataCorruptedError(
                    forKey: Key(percentile), in: container,
                    debugDescription: "an interval has a lower and an upper end")
            }
            self[percentile] = ends[0]...ends[1]
        }
    }

    /// Encodes an object with an array of two ends per percentile.
    ///
    /// - Parameter encoder: The encoder of the object.
    /// - Throws: Errors of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(method, forKey: .method)
        for percentile in Percentile.allCases {
            let ends = self[percentile].map { [$0.lowerBound, $0.upperBound] }
            try container.encodeIfPresent(ends, forKey: Key(percentile))
        }
    }
}
