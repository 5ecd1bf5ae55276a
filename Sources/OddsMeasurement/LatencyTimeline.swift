/// How latencies and rates went over the time of a window: a histogram for
/// each of 100 intervals, with four steps to each power of two, and the updates
/// that were due and served in them.
///
/// Recording neither throws nor allocates: all memory, about 80 kB, is there and
/// resident from the start, outside the heap, and one interval's part of it fits into
/// the processor's first cache. One thread owns a timeline, and copies share their
/// counts.
public struct LatencyTimeline: @unchecked Sendable {
    /// The number of intervals of every timeline.
    public static let intervalCount = 100
    /// Enough for `LatencyHistogram.nanosecondsMax`.
    public static let stepCount = step(of: LatencyHistogram.nanosecondsMax) + 1
    /// The size of the memory.
    public static let byteCount = intervalCount * (stepCount + 2) * MemoryLayout<UInt32>.stride

    /// The length of one interval.
    public let intervalNanoseconds: UInt64
    /// Keeps the counts.
    private let memory: ResidentMemory
    private let counts: UnsafeMutablePointer<UInt32>
    private let due: UnsafeMutablePointer<UInt32>
    private let served: UnsafeMutablePointer<UInt32>
    private var dueInterval: Interval
    private var servedInterval: Interval

    /// - Parameter windowNanoseconds: What the intervals divide.
    public init(windowNanoseconds: UInt64) {
        let parts = UInt64(Self.intervalCount)
        intervalNanoseconds = max((windowNanoseconds + parts - 1) / parts, 1)
        memory = ResidentMemory(byteCount: Self.byteCount)
        counts = memory.base.bindMemory(
            to: UInt32.self, capacity: Self.byteCount / MemoryLayout<UInt32>.stride)
        due = counts + Self.intervalCount * Self.stepCount
        served = due + Self.intervalCount
        dueInterval = Interval(nanoseconds: intervalNanoseconds)
        servedInterval = dueInterval
    }

    /// The updates due in each interval.
    public var updatesDue: [UInt32] {
        Array(UnsafeBufferPointer(start: due, count: Self.intervalCount))
    }

    /// The updates served in each interval.
    public var updatesServed: [UInt32] {
        Array(UnsafeBufferPointer(start: served, count: Self.intervalCount))
    }

    /// An interval, kept from call to call: most times are in the one before's, and a
    /// division takes longer than all else.
    private struct Interval {
        let nanoseconds: Int64
        private var index = 0
        private var start: Int64 = 0
        private var end: Int64

        init(nanoseconds: UInt64) {
            self.nanoseconds = Int64(nanoseconds)
            end = self.nanoseconds
        }

        /// The number of the interval at a time since the window opened. The first one
        /// also has what comes before, and the last one what comes later.
        mutating func index(at time: Int64) -> Int {
            if time < start || time >= end { find(time) }
            return index
        }

        private mutating func find(_ time: Int64) {
            index = min(Int(max(time, 0) / nanoseconds), LatencyTimeline.intervalCount - 1)
            start = Int64(index) * nanoseconds
            end = start + nanoseconds
        }
    }

    /// A frame that was due at `due` had this latency. What was due before the
    /// window opened is left out.
    ///
    /// - Complexity: O(1).
    public mutating func recordLatency(_ nanoseconds: UInt64, due: Int64, updates: UInt32) {
        guard due >= 0 else { return }
        let interval = dueInterval.index(at: due)
        let step = Self.step(of: min(nanoseconds, LatencyHistogram.nanosecondsMax))
        counts[interval * Self.stepCount + step] &+= 1
        self.due[interval] &+= updates
    }

    /// The service of a frame ended.
    ///
    /// - Complexity: O(1).
    public mutating func recordServed(at end: Int64, updates: UInt32) {
        served[servedInterval.index(at: end)] &+= updates
    }

    /// How many frames that were due in an interval had a latency of a step.
    public func count(interval: Int, step: Int) -> UInt32 {
        precondition(0..<Self.intervalCount ~= interval && 0..<Self.stepCount ~= step)
        return counts[interval * Self.stepCount + step]
    }

    /// The step that a latency belongs to: its highest bit and the two below.
    public static func step(of nanoseconds: UInt64) -> Int {
        guard nanoseconds >= 4 else { return Int(nanoseconds) }
        let exponent = UInt64.bitWidth - 1 - nanoseconds.leadingZeroBitCount
        return exponent << 2 + Int(nanoseconds >> UInt64(exponent - 2) & 3) - 4
    }

    /// The lowest latency of a step, in nanoseconds; the step's end is the next
    /// one's.
    public static func lowestNanoseconds(ofStep step: Int) -> UInt64 {
        guard step >= 4 else { return UInt64(step) }
        return UInt64(step & 3 + 4) << UInt64(step >> 2 - 1)
    }
}
