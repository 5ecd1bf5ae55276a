import CLinux

/// The processor's time-stamp counter in nanoseconds, which is read faster than the
/// system's clock: `bench doctor` shows what a reading takes. Where the system does not trust
/// that counter for its own clock, or there is none, this is `MonotonicClock`.
///
/// The counter's rate is measured against the system's clock, once in a process. Any
/// thread may use it.
public struct TickClock: NanosecondClock, Sendable {
    /// Nanoseconds per tick times 2³²; 0 where ticks are not used.
    private let scale: UInt64
    private let originTicks: UInt64
    private let originNanoseconds: UInt64

    /// The clock of this process. The first use takes 20 ms.
    public static let shared = TickClock()

    private init() {
        guard clinux_trusts_ticks() == 1 else {
            (scale, originTicks, originNanoseconds) = (0, 0, 0)
            return
        }
        let first = Sample.best()
        _ = MonotonicClock().wait(until: first.nanoseconds + 20_000_000)
        let last = Sample.best()
        let (quotient, _) = (last.ticks - first.ticks).dividingFullWidth(
            (last.nanoseconds - first.nanoseconds).multipliedToScale)
        scale = quotient
        originTicks = first.ticks
        originNanoseconds = first.nanoseconds
    }

    /// Whether this is the processor's counter, and not the system's clock.
    public var countsTicks: Bool { scale != 0 }

    /// Nanoseconds since the same moment as those of `MonotonicClock`. All that comes
    /// before is done when the counter is read.
    public var now: UInt64 {
        scale == 0 ? MonotonicClock().now : nanoseconds(at: clinux_ticks())
    }

    /// The processor time of the calling thread, which only the system knows.
    public var processorNanoseconds: UInt64 { MonotonicClock().processorNanoseconds }

    /// Spins, as `MonotonicClock` does. The counter is read in passing: what comes before
    /// may not be done yet, and what comes behind may have begun.
    public func wait(until deadline: UInt64) -> UInt64 {
        guard scale != 0 else { return MonotonicClock().wait(until: deadline) }
        var time = nanoseconds(at: clinux_passing_ticks())
        while time < deadline { time = nanoseconds(at: clinux_passing_ticks()) }
        return time
    }

    @inline(__always)
    private func nanoseconds(at ticks: UInt64) -> UInt64 {
        let product = (ticks &- originTicks).multipliedFullWidth(by: scale)
        return originNanoseconds &+ (product.high << 32 | product.low >> 32)
    }

    /// A reading of both clocks.
    private struct Sample {
        let ticks: UInt64
        let nanoseconds: UInt64

        /// The reading of ten thousand in which both are the closest to each other.
        static func best() -> Sample {
            let clock = MonotonicClock()
            var shortest = UInt64.max
            var best = Sample(ticks: 0, nanoseconds: 0)
            for _ in 0..<10_000 {
                let before = clinux_ticks()
                let nanoseconds = clock.now
                let width = clinux_ticks() - before
                guard width < shortest else { continue }
                shortest = width
                best = Sample(ticks: before + width / 2, nanoseconds: nanoseconds)
            }
            return best
        }
    }
}

extension UInt64 {
    /// The number times 2³², in two words.
    fileprivate var multipliedToScale: (high: UInt64, low: UInt64) { (self >> 32, self << 32) }
}
