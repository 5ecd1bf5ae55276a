/// A fixed piece of work whose time shows how fast the machine is at the
/// moment: a chain of multiplications, each of which needs the result of the
/// one before, in registers alone. Neither memory nor the measured program
/// changes its time; the core's frequency, and what shares the core, do.
///
/// One thread owns a loop. It allocates nothing.
package struct ReferenceLoop: Sendable {
    /// About 10 µs on a processor of 3 GHz.
    package static let stepCount = 8_192

    private var state: UInt64 = 0x9E37_79B9_7F4A_7C15

    /// A loop that has not run.
    package init() {}

    /// What the work so far resulted in, so that no compiler can leave it out.
    package var result: UInt64 { state }

    /// Performs the work once, and returns how long it took in nanoseconds.
    @inline(never)
    package mutating func run(clock: MonotonicClock = MonotonicClock()) -> UInt64 {
        let start = clock.now
        var value = state
        for _ in 0..<Self.stepCount {
            value = (value ^ value >> 29) &* 0xBF58_476D_1CE4_E5B9
        }
        state = value
        return clock.now - start
    }
}
