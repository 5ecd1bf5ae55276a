import OddsMeasurement

/// Latencies as measured, beside the same without the harness's delays. Most
/// frames have one value for both, which is recorded once.
struct LatencyPair: Sendable {
    /// The part of the memory that is resident from the start, outside the heap.
    static let byteCount = LatencyCounts.byteCount

    private var equal = LatencyCounts()
    private var measured = LatencyHistogram()
    private var undelayed = LatencyHistogram()

    /// - Complexity: O(1); allocates nothing.
    mutating func record(_ nanoseconds: UInt64, undelayed undelayedNanoseconds: UInt64) {
        guard nanoseconds != undelayedNanoseconds else {
            equal.record(nanoseconds)
            return
        }
        measured.record(nanoseconds)
        undelayed.record(undelayedNanoseconds)
    }

    /// All values as measured.
    ///
    /// - Complexity: O(size of the histograms).
    var all: LatencyHistogram { merged(measured) }

    /// All values without the harness's delays.
    ///
    /// - Complexity: O(size of the histograms).
    var allUndelayed: LatencyHistogram { merged(undelayed) }

    private func merged(_ others: LatencyHistogram) -> LatencyHistogram {
        var histogram = equal.histogram
        histogram.merge(others)
        return histogram
    }
}
