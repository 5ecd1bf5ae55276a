import OddsMeasurement

/// Slows another server down by a share of its own service time: a deliberate
/// regression that a gate has to detect.
///
/// The extra time is spent spinning on the clock within the measured call, so
/// that it delays later frames just as a slower strategy would. It allocates
/// nothing.
@usableFromInline
struct SlowedServer<Base: FrameServing & ~Copyable, Clock: NanosecondClock>:
    FrameServing, ~Copyable
{
    @usableFromInline var base: Base
    @usableFromInline let clock: Clock
    /// 0.15 for 15% more.
    @usableFromInline let share: Double

    @inlinable
    init(_ base: consuming Base, clock: Clock, share: Double) {
        self.base = base
        self.clock = clock
        self.share = share
    }

    @inlinable
    mutating func serve(_ frame: ScheduledFrame, start: UInt64) {
        base.serve(frame, start: start)
        let end = clock.now
        _ = clock.wait(until: end + UInt64(Double(end - start) * share))
    }

    @inlinable
    mutating func noteServed(end: UInt64, isMeasured: Bool) {
        base.noteServed(end: end, isMeasured: isMeasured)
    }

    @inlinable
    mutating func absorb(_ frame: ScheduledFrame) { base.absorb(frame) }

    @inlinable
    mutating func readOnce() { base.readOnce() }
}
