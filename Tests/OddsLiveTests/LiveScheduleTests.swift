import OddsLedger
import Testing

@testable import OddsLive

@Suite struct LiveScheduleTests {
    /// A topic whose generator takes twice as long as its schedule: one frame of
    /// ten records each 10 ms.
    private static var slow: LiveSchedule {
        var schedule = LiveSchedule()
        schedule.frames["a"] = (0...100).map {
            LedgerFrame(
                records: 10, version: $0, due: $0 * 10_000_000, delay: $0 * 10_000_000)
        }
        return schedule
    }

    @Test("A schedule that has passed the window's close has no gap")
    func complete() {
        let progress = LedgerProgress(FrameLedger(topics: ["a"]), coversUntil: 3_000_000_000)
        #expect(Self.slow.gap(progress, ["a"], 0..<3_000_000_000) == nil)
        #expect(Self.slow.estimatedOffer(["a"]) == nil)
    }

    @Test("A generator that cannot offer the rate is a gap, with what was due and generated")
    func incomplete() throws {
        let progress = LedgerProgress(FrameLedger(topics: ["a"]), coversUntil: 1_000_000_000)
        var schedule = Self.slow
        schedule.gap = schedule.gap(progress, ["a", "a"], 500_000_000..<2_000_000_000)
        let gap = try #require(schedule.gap)
        #expect(gap.contains("of 2,020 records/s that were due it generated 1,010 records/s"))
        #expect(gap.contains("500 ms of its 1.50 s"))
        #expect(schedule.estimatedOffer(["a", "a"]).map { Int($0.rounded()) } == 2_020)
    }

    @Test("A ledger that is full is a gap")
    func full() throws {
        var progress = LedgerProgress(FrameLedger(topics: ["a"]), coversUntil: 9)
        progress.isFull = true
        let gap = try #require(Self.slow.gap(progress, ["a"], 0..<1))
        #expect(gap.contains("holds 8388608 frames"))
    }
}
