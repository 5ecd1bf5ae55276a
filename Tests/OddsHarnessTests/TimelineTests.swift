import OddsMeasurement
import OddsResults
import Testing

@testable import OddsHarness

@Suite struct TimelineTests {
    @Test func stepsFollowEachOther() {
        #expect(LatencyTimeline.step(of: 0) == 0)
        for step in 0..<LatencyTimeline.stepCount {
            let lowest = LatencyTimeline.lowestNanoseconds(ofStep: step)
            #expect(LatencyTimeline.step(of: lowest) == step)
            if lowest > 0 { #expect(LatencyTimeline.step(of: lowest - 1) == step - 1) }
        }
    }

    @Test func latenciesBelongToWhenTheyWereDue() {
        var timeline = LatencyTimeline(windowNanoseconds: 1_000)
        #expect(timeline.intervalNanoseconds == 10)
        timeline.recordLatency(5, due: 25, updates: 3)
        timeline.recordServed(at: 30, updates: 3)
        // Before the window and behind it.
        timeline.recordLatency(5, due: -40, updates: 1)
        timeline.recordServed(at: 5_000, updates: 2)
        let step = LatencyTimeline.step(of: 5)
        #expect(timeline.count(interval: 2, step: step) == 1)
        #expect(timeline.count(interval: 0, step: step) == 0)
        #expect(timeline.updatesDue[2] == 3)
        #expect(timeline.updatesServed[3] == 3)
        #expect(timeline.updatesServed[99] == 2)
    }

    /// Served or not, each frame of the response time's sample is in it that was
    /// due within the window.
    @Test func loopNotesEveryFrameOfTheSample() {
        var run = VirtualRun(warmup: 1_000, duration: 10_000)
        let (record, _) = run.run(run.evenTickets(every: 100)) { intended in
            intended > 6_000 ? 900 : 50
        }
        #expect(record.unserved.frames > 0)
        let figures = TimelineFigures(record.timeline)
        let counts = figures.responseTimes.indices.flatMap {
            figures.responseTimeCounts(interval: $0)
        }
        #expect(counts.reduce(0) { $0 + UInt64($1.count) } == record.responseTime.count)
        #expect(figures.updatesDue.reduce(0, +) == UInt32(record.responseTime.count))
        #expect(figures.updatesServed.reduce(0, +) == UInt32(record.served.updates))
    }

    @Test func strangeCellsAreLeftOut() {
        var figures = TimelineFigures(LatencyTimeline(windowNanoseconds: 1_000))
        figures.responseTimes[0] = "5:2 nonsense 9 -1:3 400:1 7:99999999999 8:1:1 6:4"
        let counts = figures.responseTimeCounts(interval: 0)
        #expect(counts.map(\.step) == [5, 6])
        #expect(counts.map(\.count) == [2, 4])
    }
}
