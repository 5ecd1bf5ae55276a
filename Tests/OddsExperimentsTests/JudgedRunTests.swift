import OddsFixtures
import OddsMeasurement
import OddsResults
import Testing

@testable import OddsExperiments

/// Which figures of an invalid run a gate may use.
@Suite struct JudgedRunTests {
    /// A run whose response times are all 100 µs, or as much less without the
    /// harness's delays as `shares` say.
    private func run(_ shares: [Percentile: Double]) -> RunResult {
        var histogram = LatencyHistogram()
        for _ in 0..<1_000 { histogram.record(100_000) }
        var run = RunResult.empty
        run.status = .invalid
        run.responseTime = LatencySummary(histogram)
        run.serviceTime = LatencySummary(histogram)
        var harness = HarnessFigures(
            undelayedResponseTime: histogram, undelayedServiceTime: histogram, delayedShare: 0.01,
            serviceLostShare: 0.01)
        func undelayed(_ percentile: Percentile) -> UInt64 {
            UInt64(100_000 * (1 - (shares[percentile] ?? 0)))
        }
        harness.undelayedResponseTime.p50 = undelayed(.p50)
        harness.undelayedResponseTime.p90 = undelayed(.p90)
        harness.undelayedResponseTime.p99 = undelayed(.p99)
        run.harness = harness
        return run
    }

    @Test("a disturbed p90 says nothing about the p99")
    func otherPercentile() {
        let run = run([.p90: 0.2, .p99: 0.05])
        let others = ["responseTime.p99", "serviceTime.p50", "allocationsPerUpdate"]
        #expect(run.disturbance(of: others) == nil)
        #expect(run.disturbance(of: ["responseTime.p99", "responseTime.p90"]) != nil)
        #expect(run.disturbance(of: nil) != nil)
    }

    @Test("figures whose part of the harness is not known are not used")
    func unknownPart() {
        let run = run([.p90: 0.2])
        #expect(run.disturbance(of: ["staleness.p99"]) != nil)
        #expect(run.disturbance(of: ["figures.ofNobody"]) != nil)
        var older = run
        older.harness = nil
        #expect(older.disturbance(of: ["serviceTime.p50"]) != nil)
    }

    @Test("a run that is invalid for another reason is not used")
    func otherReasons() {
        #expect(run([:]).disturbance(of: ["serviceTime.p50"]) != nil)
        var lost = run([.p90: 0.2])
        lost.harness?.delayedShare = 0.045
        #expect(lost.disturbance(of: ["serviceTime.p50"]) != nil)
        var unserved = run([.p90: 0.2])
        unserved.unserved.frames = 1
        #expect(unserved.disturbance(of: ["responseTime.p99"]) != nil)
        var stolen = run([.p90: 0.2])
        stolen.usage = UsageFigures(.zero, stolenShare: 0.03)
        #expect(stolen.disturbance(of: ["serviceTime.p50"])?.contains("stole") == true)
    }

    @Test("in turns, latencies are judged without the delays, and stolen time is both sides'")
    func inTurns() {
        var run = run([.p50: 0.2, .p90: 0.2, .p99: 0.2])
        run.usage = UsageFigures(.zero, stolenShare: 0.03)
        run.unserved.frames = 1
        let judged = ["responseTime.p99", "serviceTime.p50", "allocationsPerUpdate"]
        #expect(run.disturbance(of: judged) != nil)
        #expect(run.disturbance(of: judged, inTurns: true) == nil)
        #expect(run.disturbance(of: ["staleness.p99"], inTurns: true) != nil)
        run.harness?.delayedShare = 0.045
        #expect(run.disturbance(of: judged, inTurns: true) != nil)
    }

    @Test("a valid run has nothing wrong")
    func valid() {
        var run = run([.p90: 0.2])
        run.status = .saturated
        #expect(run.disturbance(of: nil) == nil)
    }
}
