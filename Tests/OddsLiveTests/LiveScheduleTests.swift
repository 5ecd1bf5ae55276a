@testable import OddsLive
import OddsLedger
import Testing

@Suite struct LiveScheduleTests {
    @Test("A schedule that has not passed the window's close is a gap")
    func incomplete() throws {
        var progress = LedgerProgress(FrameLedger(topics: ["a"]), coversUntil: 3_000_000_000)
        #expect(LiveSchedule.gap(progress, 1_000_000_000..<3_000_000_000) == nil)
        let gap = try #require(LiveSchedule.gap(progress, 2_000_000_000..<6_000_000_000))
        #expect(gap.contains("1.00 s of the 4.00 s"))
        progress.isFull = true
        #expect(
            try #require(LiveSchedule.gap(progress, 0..<1)).contains("holds 8388608 frames"))
    }
}
