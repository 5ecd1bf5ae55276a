import OddsMeasurement
import Testing

@testable import OddsLive

@Suite struct LiveIntervalsTests {
    /// Each has the records since the one before, the first those since the window
    /// opened.
    @Test func intervalsAddUp() {
        var intervals = LiveIntervals(recordsBefore: 100)
        var responses = LatencyHistogram()
        for _ in 0..<10 { responses.record(5_000) }
        let times = (responses: responses, services: LatencyHistogram())
        let first = intervals.next(times, at: .seconds(1), 150, nil)
        let second = intervals.next(times, at: .milliseconds(2_500), 210, nil)
        #expect([first.number, second.number] == [0, 1])
        #expect([first.updates, second.updates] == [50, 60])
        #expect([first.seconds, second.seconds] == [1, 1.5])
        #expect(second.atNanoseconds == 2_500_000_000)
        #expect(first.frames == 10)
        #expect(first.responseP50 != nil)
        #expect(first.serviceP50 == nil)
    }
}
