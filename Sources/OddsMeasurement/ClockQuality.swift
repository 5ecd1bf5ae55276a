/// What a clock costs and how fine it is, in nanoseconds.
package struct ClockQuality: Sendable {
    /// The mean time of one reading.
    package let readingNanoseconds: Double
    /// The smallest difference seen between two unequal readings.
    package let stepNanosecondsMin: UInt64
}

extension NanosecondClock {
    /// Measures the clock with `readingCount` readings.
    package func quality(readingCount: Int = 1_000_000) -> ClockQuality {
        precondition(readingCount > 0)
        var step = UInt64.max
        let start = now
        var last = start
        for _ in 0..<readingCount {
            let time = now
            if time != last { step = min(step, time - last) }
            last = time
        }
        return ClockQuality(
            readingNanoseconds: Double(last - start) / Double(readingCount),
            stepNanosecondsMin: step)
    }
}
