import OddsMeasurement
import Testing

@testable import OddsHarness

@Suite struct VerdictTests {
    private func record(served: Int, unserved: Int, lateness: UInt64 = 0) -> LoopRecord {
        var record = LoopRecord(
            window: MeasurementWindow(warmupNanoseconds: 0, durationNanoseconds: 1_000))
        let ticket = FrameTicket(intendedNanoseconds: 0, updateCount: 1)
        for _ in 0..<served + unserved { record.noteOffered(ticket) }
        for _ in 0..<served {
            record.note(
                ticket, intended: 0, idleSince: 0, start: lateness, end: lateness + 1,
                hasWaitedForProducer: false)
        }
        for _ in 0..<unserved { record.noteUnserved(ticket, ageNanoseconds: 5) }
        return record
    }

    @Test func oneInAHundredMayBeLeft() {
        #expect(Verdict(record(served: 990, unserved: 10)).status == .ok)
        #expect(Verdict(record(served: 989, unserved: 11)).status == .saturated)
    }

    @Test func latenessBeyondTheBoundIsInvalid() {
        let bound = HarnessLimits.latenessNanosecondsMax
        #expect(Verdict(record(served: 1_000, unserved: 0, lateness: bound)).status == .ok)
        let verdict = Verdict(record(served: 1_000, unserved: 0, lateness: bound * 2))
        #expect(verdict.status == .invalid)
        #expect(verdict.reason?.contains("late") == true)
    }

    /// Where the sample is too small for a percentile, the maximum is judged.
    @Test func smallSampleIsJudgedByItsWorst() {
        let bound = HarnessLimits.latenessNanosecondsMax
        #expect(Verdict(record(served: 3, unserved: 0, lateness: bound * 2)).status == .invalid)
    }
}
