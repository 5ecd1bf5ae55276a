import OddsMeasurement
import OddsResults

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
    @usableFromInline let slowdown: InjectedSlowdown
    @usableFromInline var tail = TailThreshold()

    @inlinable
    init(_ base: consuming Base, clock: Clock, slowdown: InjectedSlowdown) {
        self.base = base
        self.clock = clock
        self.slowdown = slowdown
    }

    @inlinable
    mutating func serve(_ frame: ScheduledFrame, start: UInt64) {
        base.serve(frame, start: start)
        let end = clock.now
        let service = Double(end - start)
        guard tail.note(service) || slowdown.frames == .all else { return }
        _ = clock.wait(until: end + UInt64(service * slowdown.share))
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

/// A running estimate of the service time that one frame in fifty exceeds, by
/// stochastic approximation (Robbins and Monro, 1951, Ann. Math. Stat. 22).
@usableFromInline
struct TailThreshold {
    @usableFromInline var nanoseconds = 0.0

    @inlinable
    init() {}

    /// Records a service time. Returns whether it exceeds the threshold.
    @inlinable
    mutating func note(_ service: Double) -> Bool {
        guard nanoseconds > 0 else {
            nanoseconds = service
            return false
        }
        let isBeyond = service > nanoseconds
        // In equilibrium one step up balances 49 steps down: 1.05 = 1.000996⁴⁹.
        nanoseconds = isBeyond ? nanoseconds * 1.05 : nanoseconds / 1.000_996
        return isBeyond
    }
}
