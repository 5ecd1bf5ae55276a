import OddsMeasurement
import OddsResults
import Testing

@testable import OddsPlatformLoad

/// When a run is valid, and when the service sustained the rate.
@Suite struct PlatformVerdictTests {
    private static func run(
        due: Int = 1_000, unsent: Int = 0, late: Int = 0, failed: Int = 0, isRight: Bool = true
    ) -> PlatformRun {
        let none = LatencySummary(LatencyHistogram())
        var run = PlatformRun(repetition: 1, lateness: none)
        var figures = PlatformRouteFigures(
            route: .balance, share: 1, responseTime: none, serviceTime: none)
        figures.due = due
        figures.unsent = unsent
        figures.unanswered = late
        if failed > 0 { figures.failures = [.init(error: "timedOut", count: failed)] }
        run.routes = [figures]
        run.checks = [PlatformCheck("ledger", isOK: isRight, "the sum is 0.00")]
        return run
    }

    private static func verdict(
        _ run: PlatformRun, response: UInt64 = 10_000_000, service: UInt64 = 10_000_000,
        isDisrupted: Bool = false, stolenShare: Double? = nil, stall: String? = nil,
        fault: String? = nil
    ) -> PlatformVerdict {
        var notes = RequestRecorder.Notes()
        for _ in 0..<1_000 {
            notes.response.record(response)
            notes.service.record(service)
        }
        return PlatformVerdict(
            run, notes, isDisrupted: isDisrupted, stolenShare: stolenShare, stall: stall,
            fault: fault)
    }

    @Test func aRightRunIsOK() {
        #expect(Self.verdict(Self.run()).status == .ok)
        #expect(Self.verdict(Self.run(late: 10, failed: 10)).status == .ok)
    }

    @Test func clientsThatStoodStillAreNamed() {
        let verdict = Self.verdict(Self.run(unsent: 500), isDisrupted: true, stall: "stood still")
        #expect(verdict.status == .invalid && verdict.reason == "stood still")
    }

    @Test func whatIsWrongIsInvalidWhateverItsTimes() {
        let verdict = Self.verdict(Self.run(unsent: 500, isRight: false))
        #expect(verdict.status == .invalid)
        #expect(verdict.reason == "ledger: the sum is 0.00")
        #expect(Self.verdict(Self.run(), fault: "debug").status == .invalid)
        #expect(Self.verdict(Self.run(due: 0)).status == .invalid)
        #expect(Self.verdict(Self.run(), stolenShare: 0.1).status == .invalid)
    }

    /// More than a tenth of a percentile, and more than 5 ms.
    @Test func aLateClientMakesARunInvalid() {
        let ms: UInt64 = 1_000_000
        #expect(Self.verdict(Self.run(), response: 60 * ms, service: 50 * ms).status == .invalid)
        #expect(Self.verdict(Self.run(), response: 10 * ms, service: 6 * ms).status == .ok)
        #expect(Self.verdict(Self.run(), response: 200 * ms, service: 190 * ms).status == .ok)
    }

    @Test func whatIsNotSentOrNotAnsweredIsSaturation() {
        let unsent = Self.verdict(Self.run(unsent: 1))
        #expect(unsent.status == .saturated)
        #expect(unsent.reason?.contains("1 request not sent") == true)
        #expect(Self.verdict(Self.run(late: 11)).status == .saturated)
        #expect(Self.verdict(Self.run(failed: 11)).status == .saturated)
        #expect(Self.verdict(Self.run(failed: 11), isDisrupted: true).status == .ok)
        #expect(Self.verdict(Self.run(late: 11), isDisrupted: true).status == .saturated)
    }
}
