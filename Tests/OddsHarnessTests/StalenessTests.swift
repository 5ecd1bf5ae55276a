import OddsMeasurement
import Testing

@testable import OddsHarness

/// Reads are `HarnessLimits.readIntervalNanoseconds` apart, 997 µs here.
@Suite struct StalenessTests {
    private let interval = HarnessLimits.readIntervalNanoseconds

    @Test func fastServiceLeavesNothingStale() {
        var run = VirtualRun(duration: 100 * interval)
        let (record, _) = run.run(run.evenTickets(every: interval * 2 + 17)) { _ in 5 }
        #expect(record.staleness.count == 100)
        #expect(record.staleness.max == 0)
    }

    /// One frame takes ten reads' time: they see the state from before it, and
    /// the tenth is older by nine intervals than the first.
    @Test func readsDuringServiceSeeTheOldState() {
        var run = VirtualRun(duration: 100 * interval)
        let due = 20 * interval - 7
        let tickets = [FrameTicket(intendedNanoseconds: due, updateCount: 1)]
        let (record, _) = run.run(tickets) { _ in 10 * interval }
        #expect(record.staleness.count == 100)
        #expect(record.staleness.max == 9 * interval + 7)
        #expect(record.staleness.value(at: .p90) == 0, "90 of 100 reads see all")
    }

    /// The oldest of several that wait is what counts.
    @Test func backlogIsAsOldAsItsOldest() {
        var run = VirtualRun(duration: 50 * interval)
        let tickets = [0, 1, 2].map {
            FrameTicket(intendedNanoseconds: $0 * 100, updateCount: 1)
        }
        let (record, _) = run.run(tickets) { _ in 10 * interval }
        var expected = LatencyHistogram()
        for read in 0..<UInt64(50) {
            let oldest = read / 10
            expected.record(oldest > 2 || read == 0 ? 0 : read * interval - oldest * 100)
        }
        #expect(record.staleness.count == expected.count)
        #expect(record.staleness.max == expected.max)
        #expect(record.staleness.mean == expected.mean)
    }

    @Test func frameThatIsNeverServedGoesOnAging() {
        var run = VirtualRun(duration: 10 * interval)
        let tickets = [0, 1].map { FrameTicket(intendedNanoseconds: $0, updateCount: 1) }
        let (record, _) = run.run(tickets) { _ in 15 * interval }
        // The window stays open until the first is served; nobody reads later.
        #expect(record.unserved.frames == 1)
        #expect(record.staleness.count == 15)
        #expect(record.staleness.max == 14 * interval)
    }

    @Test func readerWithoutFramesIsNeverStale() {
        var run = VirtualRun(duration: 10 * interval)
        let (record, _) = run.run([]) { _ in 0 }
        #expect(record.staleness.max ?? 0 == 0)
    }
}
