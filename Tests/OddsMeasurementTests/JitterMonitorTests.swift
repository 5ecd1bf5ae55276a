import Testing

@testable import OddsMeasurement

/// What an idle thread notes of its wake-ups.
@Suite struct JitterMonitorTests {
    private static let millisecond: UInt64 = 1_000_000

    /// A thread that wakes up each millisecond while it records.
    private func wakeUps(_ count: UInt64) -> JitterMonitor.WakeUps {
        var wakeUps = JitterMonitor.WakeUps(startingAt: 0)
        for number in 1...count { wakeUps.note(number * Self.millisecond, .recording) }
        return wakeUps
    }

    @Test func stallCountsForEachWakeUpThatItPrevented() {
        var wakeUps = wakeUps(100)
        wakeUps.note(1_100 * Self.millisecond, .recording)
        #expect(wakeUps.delays.max.map { $0 >= 990 * Self.millisecond } == true)
        #expect(wakeUps.delays.count > 1_000)
    }

    /// The whole process stood still, and another thread was awake first.
    @Test func stallAtWhoseEndTheRecordingWasStoppedCounts() {
        var wakeUps = wakeUps(100)
        wakeUps.note(10_100 * Self.millisecond, .stopped)
        #expect(wakeUps.delays.max.map { $0 >= 9_990 * Self.millisecond } == true)
    }

    @Test func whatWasBeforeTheRecordingDoesNotCount() {
        var wakeUps = JitterMonitor.WakeUps(startingAt: 0)
        wakeUps.note(Self.millisecond, .waiting)
        wakeUps.note(5_000 * Self.millisecond, .waiting)
        wakeUps.note(5_001 * Self.millisecond, .recording)
        wakeUps.note(5_002 * Self.millisecond, .recording)
        #expect(wakeUps.delays.max.map { $0 < Self.millisecond } == true)
        var none = JitterMonitor.WakeUps(startingAt: 0)
        none.note(5_000 * Self.millisecond, .stopped)
        #expect(none.delays.count == 0)
    }
}
