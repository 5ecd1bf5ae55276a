import Foundation

/// A clock that only goes forward, in nanoseconds since a fixed, unknown
/// moment.
///
/// Measured loops are generic over it, so that tests run them on a
/// `VirtualClock` without a cost for the real one.
public protocol NanosecondClock {
    /// The nanoseconds since that moment.
    var now: UInt64 { get }

    /// How long the calling thread has been on a core, in nanoseconds since a
    /// fixed, unknown moment. What passes of `now` beyond it, while the thread
    /// spins or works, is time off the core.
    var processorNanoseconds: UInt64 { get }

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
        Self.read(CLOCK_MONOTONIC)
    }

    /// The processor time of the calling thread. A reading takes a call of the
    /// kernel, some hundreds of nanoseconds, and allocates nothing.
    @inlinable
    public var processorNanoseconds: UInt64 { Self.read(CLOCK_THREAD_CPUTIME_ID) }

    @inlinable
    static func read(_ clock: clockid_t) -> UInt64 {
        var time = timespec()
        clock_gettime(clock, &time)
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
