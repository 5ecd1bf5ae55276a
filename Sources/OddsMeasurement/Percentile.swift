import Foundation

/// The percentiles that reports show.
public enum Percentile: CaseIterable, Sendable {
    /// From the median to the 99.99th percentile.
    case p50, p90, p95, p99, p999, p9999

    /// The share of the sample at or below the percentile's value.
    public var fraction: Double {
        switch self {
        case .p50: 0.5
        case .p90: 0.9
        case .p95: 0.95
        case .p99: 0.99
        case .p999: 0.999
        case .p9999: 0.9999
        }
    }

    /// The name on paper, such as `p99.9`.
    public var label: String {
        switch self {
        case .p50: "p50"
        case .p90: "p90"
        case .p95: "p95"
        case .p99: "p99"
        case .p999: "p99.9"
        case .p9999: "p99.99"
        }
    }

    /// The name as a key, such as `p999`.
    public var key: String { label.filter { $0 != "." } }

    /// The smallest sample for which the percentile is shown: the smallest
    /// whose order statistics bound it from both sides with 95% confidence.
    ///
    /// All `n` values lie below the percentile with probability `fraction` to
    /// the power of `n`; only where that is at most 2.5% does the sample say
    /// anything about how high it may be. This gives 6, 36, 72, 368, 3,688
    /// and 36,887.
    public var sampleCountMin: UInt64 {
        UInt64((log(0.025) / log(fraction)).rounded(.up))
    }

    /// The smallest effective sample, of a sample of dependent values, for
    /// which the percentile has an interval. It is twice `sampleCountMin`:
    /// close to that, most samples that reach it would be those whose
    /// dependence is underestimated.
    public var effectiveCountMin: UInt64 { 2 * sampleCountMin }
}
