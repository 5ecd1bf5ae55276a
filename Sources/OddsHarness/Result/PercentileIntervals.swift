import OddsMeasurement

/// The two-sided 95% confidence interval of each percentile, `nil` where the
/// percentile is; in JSON an array of its two ends in nanoseconds, or `null`.
public struct PercentileIntervals: Equatable, Sendable {
    private var intervals: [Percentile: ClosedRange<UInt64>] = [:]

    public init(_ histogram: LatencyHistogram) {
        for percentile in Percentile.allCases {
            intervals[percentile] = histogram.interval(at: percentile)
        }
    }

    public subscript(percentile: Percentile) -> ClosedRange<UInt64>? { intervals[percentile] }
}

extension PercentileIntervals: Codable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(_ percentile: Percentile) { stringValue = percentile.key }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        for percentile in Percentile.allCases {
            let ends = try container.decodeIfPresent([UInt64].self, forKey: Key(percentile))
            guard let ends else { continue }
            guard ends.count == 2, ends[0] <= ends[1] else {
                throw DecodingError.dataCorruptedError(
                    forKey: Key(percentile), in: container,
                    debugDescription: "an interval has a lower and an upper end")
            }
            intervals[percentile] = ends[0]...ends[1]
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        for percentile in Percentile.allCases {
            let ends = intervals[percentile].map { [$0.lowerBound, $0.upperBound] }
            try container.encode(ends, forKey: Key(percentile))
        }
    }
}
