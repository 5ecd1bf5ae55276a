import OddsMeasurement
import Testing

@Suite struct TickClockTests {
    /// Readings lie between those of the system's clock around them, but for what both
    /// may have drifted apart since the process began.
    @Test func ticksAreTheSystemsNanoseconds() {
        let clock = TickClock.shared
        let system = MonotonicClock()
        let begin = system.now
        for _ in 0..<1_000 {
            let before = system.now
            let now = clock.now
            let after = system.now
            let drift = (after - begin) / 1_000 + 100_000
            #expect(now + drift >= before)
            #expect(now <= after + drift)
        }
    }

    @Test func timeOnlyGoesForward() {
        let clock = TickClock.shared
        var last = clock.now
        for _ in 0..<10_000 {
            let now = clock.now
            #expect(now >= last)
            last = now
        }
    }

    @Test func waitingEndsNoEarlierThanAsked() {
        let clock = TickClock.shared
        let deadline = clock.now + 1_000_000
        #expect(clock.wait(until: deadline) >= deadline)
        #expect(clock.wait(until: 0) >= deadline)
    }

    @Test func processorTimeIsTheSystems() {
        let before = MonotonicClock().processorNanoseconds
        let now = TickClock.shared.processorNanoseconds
        #expect(now >= before)
        #expect(now <= MonotonicClock().processorNanoseconds)
    }
}
