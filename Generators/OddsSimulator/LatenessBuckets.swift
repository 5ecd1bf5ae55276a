/// How late frames are, as a histogram that a monitoring system can read. Safe
/// to use from any thread.
package final class LatenessBuckets: Sendable {
    /// The upper bounds of all buckets but the last, in nanoseconds.
    private static let bounds: [UInt64] = (1...6).flatMap { exponent in
        [1, 2, 5].map { $0 * (0..<exponent).reduce(1_000) { power, _ in power * 10 } }
    }

    private let buckets = MetricCells(count: bounds.count + 1)
    private let sum = MetricCells(count: 1)

    init() {}

    /// Counts frames that were this late.
    ///
    /// - Complexity: O(buckets).
    package func record(_ nanoseconds: UInt64, frames: Int = 1) {
        let bucket = Self.bounds.firstIndex { nanoseconds <= $0 } ?? Self.bounds.count
        buckets[bucket].wrappingAdd(frames, ordering: .relaxed)
        sum[0].wrappingAdd(Int(clamping: nanoseconds) * frames, ordering: .relaxed)
    }

    /// The number of frames counted.
    package var count: Int { counts.reduce(0, +) }

    private var counts: [Int] {
        (0...Self.bounds.count).map { buckets[$0].load(ordering: .relaxed) }
    }

    /// The lines of `GET /metrics`.
    var openMetrics: String {
        let name = "emsim_feed_lateness_seconds"
        var text = "# TYPE \(name) histogram\n# UNIT \(name) seconds\n"
        text += "# HELP \(name) From when a frame was due until it was handed to connections.\n"
        let bounds = Self.bounds.map { "\(Double($0) / 1e9)" } + ["+Inf"]
        var count = 0
        for (bound, inBucket) in zip(bounds, counts) {
            count += inBucket
            text += #"\#(name)_bucket{le="\#(bound)"} \#(count)"# + "\n"
        }
        text += "\(name)_count \(count)\n"
        let seconds = Double(sum[0].load(ordering: .relaxed)) / 1e9
        return text + "\(name)_sum \(seconds)\n"
    }
}
