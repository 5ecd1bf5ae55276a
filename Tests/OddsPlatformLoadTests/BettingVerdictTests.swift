import OddsMeasurement
import OddsResults
import Testing

@testable import OddsPlatformLoad

/// When a run of tickets is valid, and when the service sustained the rates.
@Suite struct BettingVerdictTests {
    private static func run(
        due: Int = 1_000, unsent: Int = 0, late: Int = 0, failed: Int = 0, frames: Int = 1_000,
        unseen: Int = 0, isRight: Bool = true
    ) -> BettingRun {
        let none = LatencySummary(LatencyHistogram())
        var tickets = TicketFigures(responseTime: none, serviceTime: none)
        tickets.due = due
        tickets.unsent = unsent
        tickets.unanswered = late
        if failed > 0 { tickets.failures = [.init(error: "timedOut", count: failed)] }
        var feed = FeedFigures(windowNanoseconds: 1, responseTime: none, lateness: none)
        feed.frames = frames
        feed.unseenFrames = unseen
        var run = BettingRun(
            strategy: "graph", sync: "full", repetition: 1, tickets: tickets, lateness: none,
            feedAlone: feed, feed: feed)
        run.checks = [PlatformCheck("ledger", isOK: isRight, "the sum is 0.00")]
        return run
    }

    private static func verdict(
        _ run: BettingRun, response: UInt64 = 10_000_000, service: UInt64 = 10_000_000,
        isDisrupted: Bool = false, stolenShares: [Double?] = [],
        stall: String? = nil, gap: String? = nil, fault: String? = nil
    ) -> BettingVerdict {
        var notes = TicketRecorder.Notes(points: [])
        for _ in 0..<1_000 {
            notes.response.record(response)
            notes.service.record(service)
        }
        return BettingVerdict(
            run, notes, isDisrupted: isDisrupted, stolenShares: stolenShares,
            stall: stall, gap: gap, fault: fault)
    }

    @Test func aRightRunIsOK() {
        #expect(Self.verdict(Self.run()).status == .ok)
        #expect(Self.verdict(Self.run(late: 10, failed: 10, unseen: 10)).status == .ok)
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
        #expect(Self.verdict(Self.run(frames: 0)).status == .invalid)
    }

    /// Of the feed alone as of the tickets.
    @Test func timeThatIsStolenFromOnePartMakesARunInvalid() {
        for shares in [[0.1, 0], [0, 0.1], [0.1, nil]] {
            let verdict = Self.verdict(Self.run(), stolenShares: shares)
            #expect(verdict.status == .invalid)
            #expect(verdict.reason?.hasPrefix("the hypervisor stole 10") == true)
        }
        #expect(Self.verdict(Self.run(), stolenShares: [0.01, 0.02]).status == .ok)
        #expect(Self.verdict(Self.run(), stolenShares: [nil, nil]).status == .ok)
    }

    /// More than a tenth of a percentile, and more than 5 ms.
    @Test func aLateClientMakesARunInvalid() {
        let ms: UInt64 = 1_000_000
        #expect(Self.verdict(Self.run(), response: 60 * ms, service: 50 * ms).status == .invalid)
        #expect(Self.verdict(Self.run(), response: 10 * ms, service: 6 * ms).status == .ok)
    }

    @Test func whatIsNotSustainedIsSaturation() {
        #expect(Self.verdict(Self.run(unsent: 1)).status == .saturated)
        #expect(Self.verdict(Self.run(late: 11)).status == .saturated)
        #expect(Self.verdict(Self.run(failed: 11)).status == .saturated)
        #expect(Self.verdict(Self.run(failed: 11), isDisrupted: true).status == .ok)
        #expect(Self.verdict(Self.run(unseen: 11)).status == .saturated)
        #expect(Self.verdict(Self.run(), gap: "the generator was late").status == .saturated)
    }
}
