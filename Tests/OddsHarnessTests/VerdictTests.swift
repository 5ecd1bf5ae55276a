import OddsResults
import Testing

@testable import OddsHarness

@Suite struct VerdictTests {
    private func record(
        served: Int, unserved: Int, lateness: UInt64 = 0, worst: UInt64? = nil
    ) -> LoopRecord {
        var record = LoopRecord(
            window: MeasurementWindow(
                warmupNanoseconds: 0, durationNanoseconds: 3_600_000_000_000))
        let ticket = FrameTicket(intendedNanoseconds: 0, updateCount: 1)
        for _ in 0..<served + unserved { record.noteOffered(ticket) }
        for number in 0..<served {
            let late = number == 0 ? worst ?? lateness : lateness
            record.note(
                ticket, intended: 0, idleSince: 0, start: late, end: late + 1)
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
        #expect(verdict.reason?.contains("late (p99)") == true)
    }

    /// Where frames are dense, one delay makes many wait that are not late
    /// themselves.
    @Test func timeLostInDelaysIsInvalid() {
        let late = HarnessLimits.latenessNanosecondsMax * 2
        func verdict(windowNanoseconds: UInt64) -> Verdict {
            var record = LoopRecord(
                window: MeasurementWindow(
                    warmupNanoseconds: 0, durationNanoseconds: windowNanoseconds))
            for number in 0..<10_000 {
                let start = number == 0 ? late : 0
                record.note(
                    FrameTicket(intendedNanoseconds: 0, updateCount: 1), intended: 0,
                    idleSince: 0, start: start, end: start + 1)
            }
            return Verdict(record)
        }
        #expect(verdict(windowNanoseconds: late * 100).status == .ok)
        let invalid = verdict(windowNanoseconds: late * 100 - 100)
        #expect(invalid.status == .invalid)
        #expect(invalid.reason?.contains("lost 1.00% of the window") == true)
    }

    /// One late frame spoils no run but the smallest.
    @Test(arguments: [(367, "p90"), (36, "p90"), (35, "p50"), (6, "p50"), (5, "max")])
    func smallSampleIsJudgedByTheLargestPercentileItHas(count: Int, label: String) {
        let bound = HarnessLimits.latenessNanosecondsMax
        let verdict = Verdict(record(served: count, unserved: 0, lateness: bound * 2))
        #expect(verdict.reason?.contains("late (\(label))") == true)
        let oneLate = Verdict(record(served: count, unserved: 0, worst: bound * 2))
        #expect(oneLate.status == (label == "max" ? .invalid : .ok))
    }
}
