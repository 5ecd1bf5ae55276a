/// The part of reported latencies that is the harness's own delay, percentile
/// by percentile.
///
/// It compares a distribution with the one that the same frames would have had
/// if the harness had never been late. The difference includes the frames that
/// queued behind a late one.
public struct HarnessShare: Equatable, Sendable {
    /// The largest share of a figure that may be the harness's: a tenth, which
    /// changes no order of magnitude and no ranking that is worth reporting.
    public static let max = 0.1
    /// A difference up to this is never too much, in nanoseconds: about what
    /// reading clocks and recording takes, which is a tenth of a latency where
    /// services are as short.
    public static let floorNanoseconds: UInt64 = 1_000
    /// The percentiles that make a run invalid. Higher ones are shown as upper
    /// bounds if the harness has too large a part in them.
    public static let judged: [Percentile] = [.p50, .p90, .p99]

    /// One figure with and without the harness's delays, in nanoseconds.
    public struct Part: Equatable, Sendable {
        /// The percentile; `nil` for the maximum of a sample that is too small
        /// for percentiles.
        public let percentile: Percentile?
        /// As reported.
        public let nanoseconds: UInt64
        /// Without the harness's delays.
        public let undelayedNanoseconds: UInt64

        /// The harness's share of the reported figure, from 0 to 1.
        public var share: Double {
            HarnessShare.share(of: nanoseconds, undelayed: undelayedNanoseconds)
        }

        /// Whether the harness has too large a part in the figure.
        public var isTooMuch: Bool {
            HarnessShare.isTooMuch(in: nanoseconds, undelayed: undelayedNanoseconds)
        }
    }

    /// The judged percentiles for which the sample is large enough, or else the
    /// maximum; empty for an empty sample.
    public let parts: [Part]

    /// Compares two distributions of the same frames.
    ///
    /// - Parameters:
    ///   - latencies: As reported.
    ///   - undelayed: Without the harness's delays.
    /// - Complexity: O(size of the histograms).
    public init(_ latencies: LatencyHistogram, undelayed: LatencyHistogram) {
        let parts = Self.judged.compactMap { percentile -> Part? in
            guard let value = latencies.value(at: percentile),
                let other = undelayed.value(at: percentile)
            else { return nil }
            return Part(percentile: percentile, nanoseconds: value, undelayedNanoseconds: other)
        }
        let largest = latencies.max.map {
            Part(percentile: nil, nanoseconds: $0, undelayedNanoseconds: undelayed.max ?? 0)
        }
        self.parts = parts.isEmpty ? [largest].compactMap { $0 } : parts
    }

    /// The figure with the largest of the shares that are too large; `nil` if
    /// none is.
    public var worst: Part? { parts.filter(\.isTooMuch).max { $0.share < $1.share } }

    /// The harness's share of one figure, from 0 to 1.
    public static func share(of nanoseconds: UInt64, undelayed: UInt64) -> Double {
        guard nanoseconds > undelayed else { return 0 }
        return Double(nanoseconds - undelayed) / Double(nanoseconds)
    }

    /// Whether the harness has too large a part in one figure.
    public static func isTooMuch(in nanoseconds: UInt64, undelayed: UInt64) -> Bool {
        guard nanoseconds > undelayed, nanoseconds - undelayed > floorNanoseconds else {
            return false
        }
        return share(of: nanoseconds, undelayed: undelayed) > max
    }
}
