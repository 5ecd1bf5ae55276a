/// How latencies and rates went over the time of a window: a histogram for
/// each of 100 intervals, with four steps to each power of two, and the updates
/// that were due and served in them.
///
/// Recording neither throws nor allocates: all memory, about 80 kB, is there
/// from the start, and one interval's part of it fits into the processor's
/// first cache. One thread owns a timeline.
public struct LatencyTimeline: Sendable {
    /// The number of intervals of every timeline.
    public static let intervalCount = 100
    /// Enough for `LatencyHistogram.nanosecondsMax`.
    public static let stepCount = step(of: LatencyHistogram.nanosecondsMax) + 1

    /// The length of one interval.
    public let intervalNanoseconds: UInt64
    private var counts: [UInt32]
    /// The updates due in each interval.
    public private(set) var updatesDue = [UInt32](repeating: 0, count: intervalCount)
    /// The updates served in each interval.
    public private(set) var updatesServed = [UInt32](repeating: 0, count: intervalCount)

    /// - Parameter windowNanoseconds: What the intervals divide.
    public init(windowNanoseconds: UInt64) {
        let parts = UInt64(Self.intervalCount)
        intervalNanoseconds = max((windowNanoseconds + parts - 1) / parts, 1)
        counts = [UInt32](repeating: 0, count: Self.intervalCount * Self.stepCount)
    }

    /// The number of the interval at a time since the window opened. The last
    /// one also has what comes later.
    private func interval(at nanoseconds: Int64) -> Int {
        min(Int(UInt64(max(nanoseconds, 0)) / intervalNanoseconds), Self.intervalCount - 1)
    }

    /// A frame that was due at `due` had this latency. What was due before the
    /// window opened is left out.
    ///
    /// - Complexity: O(1).
    public mutating func recordLatency(_ nanoseconds: UInt64, due: Int64, updates: UInt32) {
        guard due >= 0 else { return }
        let interval = interval(at: due)
        let step = Self.step(of: min(nanoseconds, LatencyHistogram.nanosecondsMax))
        counts[interval * Self.stepCount + step] &+= 1
        updatesDue[interval] &+= updates
    }

    /// The service of a frame ended.
    ///
    /// - Complexity: O(1).
    public mutating func recordServed(at end: Int64, updates: UInt32) {
        updatesServed[interval(at: end)] &+= updates
    }

    /// How many frames that were due in an interval had a latency of a step.
    public func count(interval: Int, step: Int) -> UInt32 {
        counts[interval * Self.stepCount + step]
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
