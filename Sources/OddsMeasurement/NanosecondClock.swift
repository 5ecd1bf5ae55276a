import Foundation

/// A clock that only goes forward, in nanoseconds since a fixed, unknown
/// moment.
///
/// Measured loops are generic over it, so that tests run them on a
/// `VirtualClock` without a cost for the real one.
public protocol NanosecondClock {
    /// The nanoseconds since that moment.
    var now: UInt64 { get }

    /// Returns the time once it is `deadline` or later; at once if it already
    /// is.
    func wait(until deadline: UInt64) -> UInt64
}

/// The operating system's monotonic clock. A reading costs tens of
/// nanoseconds and allocates nothing. Any thread may use it.
@frozen
public struct MonotonicClock: NanosecondClock, Sendable {
    /// Clocks have no state: all are the same.
    @inlinable
    public init() {}

    /// Nanoseconds of the monotonic clock.
    @inlinable
    public var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
            &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    }

    /// Spins rather than sleeps: waking up takes the system longer than most
    /// frames take to be served. It keeps one core busy.
    @inlinable
    public func wait(until deadline: UInt64) -> UInt64 {
        var time = now
        while time < deadline { time = now }
        return time
    }
}

extension MonotonicClock {
    /// What the clock costs and how fine it is, in nanoseconds.
    public struct Quality: Sendable {
        /// The mean time of one reading.
        public let readingNanoseconds: Double
        /// The smallest difference seen between two unequal readings.
        public let stepNanosecondsMin: UInt64
    }

    /// Measures the clock with `readingCount` readings.
    public func quality(readingCount: Int = 1_000_000) -> Quality {
        precondition(readingCount > 0)
        var step = UInt64.max
        let start = now
        var last = start
        for _ in 0..<readingCount {
            let time = now
            if time != last { step = min(step, time - last) }
            last = time
        }
        return Quality(
            readingNanoseconds: Double(last - start) / Double(readingCount),
            stepNanosecondsMin: step)
    }
}
