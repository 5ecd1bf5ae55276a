import OddsResults
import Testing

@testable import OddsHarness

@Suite struct SelfTestTests {
    @Test func rightHarnessIsGreenUnderTheVirtualClock() {
        let outcome = SelfTest.virtual()
        #expect(outcome.isRight)
        #expect(
            outcome.rows.map(\.figure) == [
                "responseTime.p50", "responseTime.p90", "responseTime.p95", "responseTime.p99",
                "responseTime.p999", "responseTime.max", "serviceTime.p50", "serviceTime.p90",
                "serviceTime.p95", "serviceTime.p99", "serviceTime.p999", "serviceTime.max",
                "undelayedResponseTime.p99", "undelayedResponseTime.max", "serviceLost",
                "backlog",
            ])
        #expect(outcome.lateness.max == 0)
    }

    /// Latency from the actual instead of the intended start: coordinated
    /// omission.
    @Test func wrongHarnessIsRed() throws {
        let outcome = SelfTest.virtual(origin: .actualStart)
        let wrong = outcome.rows.filter { !$0.isRight }
        #expect(wrong.map(\.figure) == ["responseTime.p99"])
        #expect(try #require(wrong.first).isTooLow)
    }

    /// The closed form against a simulation step by step (Lindley's equation).
    @Test(arguments: [(1_000, 100, 10_000), (1_000, 900, 20_000), (500, 10, 490)] as [(
        UInt64, UInt64, UInt64
    )])
    func analyticTimesAreThoseOfASimulation(period: UInt64, service: UInt64, freeze: UInt64) {
        var schedule = SelfTestSchedule()
        (schedule.periodNanoseconds, schedule.serviceNanoseconds) = (period, service)
        schedule.freezeNanoseconds = freeze
        var idle: UInt64 = 0
        var simulated: [UInt64] = []
        for frame in 0..<schedule.frameCount {
            let intended = schedule.intendedNanoseconds(frame)
            idle = max(idle, intended) + schedule.serviceNanoseconds(at: intended)
            simulated.append(idle - intended)
        }
        #expect(schedule.responseTimes == simulated)
        #expect(schedule.serviceTimes.max() == freeze)
    }

    @Test func rowsAreJudged() {
        var row = SelfTestRow(
            figure: "x", analyticNanoseconds: 100, reportedNanoseconds: 100,
            allowedNanosecondsMin: 100, allowedNanosecondsMax: 105)
        #expect(row.isRight && !row.isTooLow)
        row.reportedNanoseconds = 99
        #expect(!row.isRight && row.isTooLow)
        row.reportedNanoseconds = 106
        #expect(!row.isRight && !row.isTooLow)
        row.reportedNanoseconds = nil
        #expect(!row.isRight && !row.isTooLow)
    }

    /// The measured thread spins: what it has not worked was taken from it.
    @Test func coreThatIsTakenIsADisturbance() throws {
        var usage = UsageFigures(.zero, stolenShare: 0)
        usage.userNanoseconds = 4_000_000_000
        usage.involuntarySwitches = 7
        let bound = SelfTest.lostNanosecondsMax
        func disturbance(lost: UInt64) -> String? {
            SelfTest.disturbance(usage, elapsedNanoseconds: 4_000_000_000 + lost)
        }
        #expect(disturbance(lost: bound) == nil)
        let reason = try #require(disturbance(lost: 3 * bound))
        #expect(reason.contains("3.00 ms (7 involuntary context switches)"))
        // Clocks of the system that count in ticks can say more than was.
        #expect(SelfTest.disturbance(usage, elapsedNanoseconds: 3_999_000_000) == nil)
        usage.stolenShare = 0.02
        #expect(try #require(disturbance(lost: 0)).contains("2.00%"))
    }

    @Test func costIsMeasuredOnEveryFrame() throws {
        guard Harness.isOptimized else {
            #expect(throws: HarnessError.unoptimized) {
                try HarnessCost.measure(frameCount: 1_000)
            }
            #expect(throws: HarnessError.unoptimized) { try SelfTest.real() }
            return
        }
        let cost = try HarnessCost.measure(frameCount: 1_000)
        #expect(cost.nanosecondsPerFrame > 0)
        #expect(cost.serviceNanoseconds != nil)
        #expect(cost.clockStepNanoseconds > 0)
    }
}
