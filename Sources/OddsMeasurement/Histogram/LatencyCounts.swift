/// Counts latencies in the steps of a `LatencyHistogram`, without its checks of who else
/// shares its memory: for loops that measure what takes less than a microsecond.
///
/// Recording neither throws nor allocates. All memory is there and resident from the
/// start, outside the heap. One thread owns the counts, and copies share them.
public struct LatencyCounts: @unchecked Sendable {
    /// The size of the memory, of which nothing is in the heap.
    public static let byteCount = HistogramLayout.count * MemoryLayout<UInt64>.stride

    /// Keeps the counts.
    private let memory: ResidentMemory
    @usableFromInline internal let counts: UnsafeMutablePointer<UInt64>
    /// The longest latency.
    @usableFromInline internal var longest: UInt64 = 0

    /// No counts yet.
    public init() {
        memory = ResidentMemory(byteCount: Self.byteCount)
        counts = memory.base.bindMemory(to: UInt64.self, capacity: HistogramLayout.count)
    }

    /// Counts a latency, in nanoseconds.
    ///
    /// - Complexity: O(1).
    @inlinable
    public mutating func record(_ nanoseconds: UInt64) {
        // One that is too long is counted with the longest: the histogram clamps it.
        let value = min(nanoseconds, LatencyHistogram.nanosecondsMax)
        counts[HistogramLayout.index(of: value)] &+= 1
        longest = max(longest, nanoseconds)
    }

    /// What was counted.
    ///
    /// - Complexity: O(size of the histogram).
    public var histogram: LatencyHistogram {
        var histogram = LatencyHistogram()
        let last = HistogramLayout.index(of: min(longest, LatencyHistogram.nanosecondsMax))
        for index in 0...last where counts[index] > 0 {
            let isLast = index == last
            let value = HistogramLayout.values(at: index).lowerBound
            histogram.record(value, count: isLast ? counts[index] - 1 : counts[index])
            if isLast { histogram.record(longest) }
        }
        return histogram
    }
}
