import OddsMeasurement

/// How long the measured thread, which never sleeps, was off its core: what
/// passes of the wall clock and not of the thread's processor time.
///
/// A reading of the processor time takes a call of the kernel, so the loop asks
/// only around what took longer than `HarnessLimits.coreCheckNanoseconds`.
@frozen @usableFromInline
struct CoreLoss<Clock: NanosecondClock> {
    @usableFromInline let clock: Clock
    /// When the core was last checked, by both clocks.
    @usableFromInline var checked: UInt64
    @usableFromInline var processor: UInt64

    @inlinable
    init(clock: Clock, now: UInt64) {
        self.clock = clock
        checked = now
        processor = clock.processorNanoseconds
    }

    /// Whether so much time has passed since the last check that the two clocks
    /// may have drifted apart.
    @inlinable
    func isStale(at now: UInt64) -> Bool {
        now - checked > HarnessLimits.coreCheckNanosecondsMax
    }

    /// The time off the core between the last check and `now`, which was read
    /// just before. What the thread loses between that reading and this one
    /// belongs to the next check.
    @inlinable
    mutating func check(at now: UInt64) -> UInt64 {
        let processorNow = clock.processorNanoseconds
        let wall = now - checked
        let used = processorNow - processor
        checked = now
        processor = processorNow
        return wall > used ? wall - used : 0
    }
}
