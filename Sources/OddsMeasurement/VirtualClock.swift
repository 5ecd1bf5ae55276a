/// A clock that goes forward only when it is told to, for tests: what it
/// measures is exact and the same in each run. One thread owns it.
public final class VirtualClock: NanosecondClock {
    /// The time in nanoseconds, which only the owner of the clock changes.
    public private(set) var now: UInt64

    /// A clock that starts at a time in nanoseconds.
    public init(now: UInt64 = 0) { self.now = now }

    /// What has passed while the thread was off its core.
    private var lostNanoseconds: UInt64 = 0

    /// The time on the core: all but what was lost.
    public var processorNanoseconds: UInt64 { now - lostNanoseconds }

    /// Lets `nanoseconds` pass.
    public func advance(by nanoseconds: UInt64) { now += nanoseconds }

    /// Lets `nanoseconds` pass with the thread off its core.
    public func lose(_ nanoseconds: UInt64) {
        now += nanoseconds
        lostNanoseconds += nanoseconds
    }

    /// Jumps to `deadline`, unless that is in the past.
    public func wait(until deadline: UInt64) -> UInt64 {
        now = max(now, deadline)
        return now
    }
}
