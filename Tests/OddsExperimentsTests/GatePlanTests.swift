import Foundation
import OddsFixtures
import OddsMeasurement
import OddsResults
import Testing

@testable import OddsExperiments

@Suite struct GatePlanTests {
    private func calibration(deviation: Double) -> CalibrationResult {
        print("seed 3")
        var random = SplitMix64(seed: 3)
        return GateRuns.calibration(GateRuns.pairs(40, deviation: deviation, random: &random))
    }

    private func plan(
        _ limits: [RegressionLimit], areExplicit: Bool, deviation: Double = 0.1,
        floorMin: Double = 0, looks: [Int] = [12, 24], isInterleaved: Bool = true
    ) throws -> GatePlan {
        try GatePlan(
            limits: limits, areExplicit: areExplicit, floorMin: floorMin, strategies: ["graph"],
            looks: looks, isInterleaved: isInterleaved,
            calibration: calibration(deviation: deviation))
    }

    @Test func defaultsAreRaisedToTheFloor() throws {
        let plan = try plan(RegressionLimit.defaults, areExplicit: false)
        #expect(plan.tests.map(\.metric) == RegressionLimit.defaults.map(\.metric))
        for (test, limit) in zip(plan.tests, RegressionLimit.defaults) {
            #expect(test.threshold == max(limit.share, test.floor))
        }
        #expect(plan.tests[1].floor > 0.05)
        #expect(plan.tests[2].threshold == 0)
        #expect(plan.tests[3].threshold == 0.05)
        #expect(plan.notes.count == 2)
    }

    @Test func explicitLimitsBelowTheFloorAreRefused() throws {
        let limits = try RegressionLimit.list("allocationsPerUpdate=0,serviceTime.p50=5%")
        do {
            _ = try plan(limits, areExplicit: true)
            Issue.record("taken")
        } catch let refusal as GatePlan.BelowFloor {
            #expect(refusal.limit.metric == "serviceTime.p50")
            #expect(refusal.floor > 0.05)
            let pairCount = try #require(refusal.pairCount)
            #expect(pairCount > 24)
            #expect(refusal.description.contains("--rounds \((pairCount + 1) / 2)"))
            // With that many and some more it is taken.
            _ = try plan(limits, areExplicit: true, looks: [2 * pairCount])
        }
        _ = try plan(limits, areExplicit: true, deviation: 0.01)
    }

    /// Times do not repeat exactly, however many rounds there are.
    @Test func noNumberOfRoundsMakesTimesExact() throws {
        #expect(throws: GatePlan.BelowFloor.self) {
            try plan([RegressionLimit(metric: "serviceTime.p50", share: 0)], areExplicit: true)
        }
    }

    @Test func floorsCanBeRaised() throws {
        let plan = try plan(
            RegressionLimit.defaults, areExplicit: false, deviation: 0.01, floorMin: 0.3)
        #expect(plan.tests[1].threshold == 0.3)
        #expect(plan.tests[2].threshold == 0)
    }

    /// A machine's mood of another time is not averaged away.
    @Test func floorsAcrossTimeAreHigher() throws {
        let turns = try plan(RegressionLimit.defaults, areExplicit: false, looks: [24])
        let kept = try plan(
            RegressionLimit.defaults, areExplicit: false, looks: [24], isInterleaved: false)
        #expect(kept.tests[1].floor > 2 * turns.tests[1].floor)
    }

    @Test func looksDouble() {
        #expect(GatePlan.looks(rounds: 6, roundsMax: 12) == [12, 24])
        #expect(GatePlan.looks(rounds: 6, roundsMax: 6) == [12])
        #expect(GatePlan.looks(rounds: 5, roundsMax: 17) == [10, 20, 34])
    }

    /// Gates of so many pairs pass at the floor in 95% of cases, and find what
    /// is said to be detectable as often.
    @Test func floorsHold() throws {
        print("seed 5")
        var random = SplitMix64(seed: 5)
        let judge = GateJudge(testCount: 4, lookCount: 1)
        let pairs = GatePair.pairs(
            GateRuns.pairs(60, random: &random), strategy: "graph")
        let noise = try #require(
            NoiseFloor(pairs, strategy: "graph", metric: "serviceTime.p50"))
        let floor = noise.share(pairCount: 24, judge: judge)
        let change = noise.detectable(threshold: floor, pairCount: 24, judge: judge)
        var passed = 0
        var found = 0
        for _ in 0..<200 {
            let runs = GateRuns.pairs(24, random: &random)
            let ratios = GatePair.pairs(runs, strategy: "graph")
                .compactMap { $0.values("serviceTime.p50") }
                .map { log($0.candidate / $0.baseline) }
            let interval = try #require(judge.interval(ratios))
            if interval.high <= log1p(floor) { passed += 1 }
            if interval.low + log1p(change) > log1p(floor) { found += 1 }
        }
        #expect(passed >= 170, "\(passed)")
        #expect(found >= 170, "\(found)")
    }
}
