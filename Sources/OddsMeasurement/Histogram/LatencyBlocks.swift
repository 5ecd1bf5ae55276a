/// Latencies by when they were measured: a coarse histogram for each of 64
/// stretches of a window. They show how far latencies close to each other are
/// alike, and so how wide the interval of a percentile has to be.
///
/// Recording neither throws nor allocates. All memory is there and resident
/// from the start, outside the heap. One thread owns the blocks, and copies
/// share their counts.
public struct LatencyBlocks: @unchecked Sendable {
    /// The number of blocks.
    public static let blockCount = 64
    /// Each power of two has so many steps, of 2% to 3% each.
    @inlinable static var stepBits: UInt64 { 5 }
    /// Longer latencies, beyond two minutes, belong to the last step.
    @inlinable static var nanosecondsMax: UInt64 { 1 << 37 - 1 }
    private static let stepCount = step(of: nanosecondsMax) + 1
    /// The size of the memory, of which nothing is in the heap.
    public static let byteCount = blockCount * stepCount * MemoryLayout<UInt32>.stride

    /// Keeps the counts.
    private let memory: ResidentMemory
    private let counts: UnsafeMutablePointer<UInt32>
    private let blockNanoseconds: Int64
    /// The counts of the current block.
    @usableFromInline var current: UnsafeMutablePointer<UInt32>
    /// When the current block ends, in nanoseconds since the window opened.
    @usableFromInline var currentEnd: Int64
    private var index = 0

    /// - Parameter windowNanoseconds: The time that the blocks divide.
    public init(windowNanoseconds: UInt64) {
        let parts = UInt64(Self.blockCount)
        blockNanoseconds = Int64(max((windowNanoseconds + parts - 1) / parts, 1))
        memory = ResidentMemory(byteCount: Self.byteCount)
        counts = memory.base.bindMemory(
            to: UInt32.self, capacity: Self.byteCount / MemoryLayout<UInt32>.stride)
        current = counts
        currentEnd = blockNanoseconds
    }

    /// Counts a latency in the block of its time. Times may not go back; the
    /// last block has also what comes after the window.
    ///
    /// - Parameter time: Nanoseconds since the window opened.
    /// - Complexity: O(1), over all calls.
    @inlinable
    public mutating func record(_ nanoseconds: UInt64, at time: Int64) {
        if time >= currentEnd { advance(to: time) }
        current[Self.step(of: min(nanoseconds, Self.nanosecondsMax))] &+= 1
    }

    @usableFromInline
    mutating func advance(to time: Int64) {
        while time >= currentEnd {
            index += 1
            current += Self.stepCount
            let isLast = index == Self.blockCount - 1
            currentEnd = isLast ? .max : currentEnd + blockNanoseconds
            if isLast { break }
        }
    }

    /// The size that a sample of independent values would need to bound a
    /// percentile as well as this one does; `nil` if that cannot be estimated,
    /// as all values are alike or fill only a part of the window.
    ///
    /// - Parameter nanoseconds: The percentile. The share of values above it is
    ///   taken at both ends of its step, and the worse of the two counts.
    /// - Complexity: O(size of the blocks).
    public func effectiveCount(at nanoseconds: UInt64) -> UInt64? {
        let step = Self.step(of: min(nanoseconds, Self.nanosecondsMax))
        var fromStep: [DesignEffect.Block] = []
        var afterStep: [DesignEffect.Block] = []
        for block in 0..<Self.blockCount {
            let counts = counts + block * Self.stepCount
            var sums = (below: 0.0, above: 0.0)
            for index in 0..<step { sums.below += Double(counts[index]) }
            for index in step + 1..<Self.stepCount { sums.above += Double(counts[index]) }
            let count = sums.below + Double(counts[step]) + sums.above
            fromStep.append(.init(count: count, hits: count - sums.below))
            afterStep.append(.init(count: count, hits: sums.above))
        }
        let effects = [fromStep, afterStep].compactMap(DesignEffect.largest)
        guard let effect = effects.max() else { return nil }
        return UInt64(fromStep.reduce(0) { $0 + $1.count } / effect)
    }

    /// The step that a latency belongs to: its highest bit and the
    /// `stepBits` below.
    @inlinable @inline(__always)
    static func step(of nanoseconds: UInt64) -> Int {
        let highestBit = 63 &- (nanoseconds | 1 << stepBits).leadingZeroBitCount
        let shift = UInt64(truncatingIfNeeded: highestBit) &- stepBits
        return Int(truncatingIfNeeded: shift &<< stepBits &+ nanoseconds &>> shift)
    }
}
