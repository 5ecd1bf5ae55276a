import OddsFixtures
import OddsResults
import Testing

@testable import OddsExperiments

@Suite struct GatePlanTests {
    @Test("limits are held as they were asked for")
    func limitsAreKept() throws {
        let limits = try RegressionLimit.list(
            "instructionsPerUpdate=1%,serviceTime.p50=0.5%,allocationsPerUpdate=0")
        let plan = GatePlan(limits: limits, strategies: ["delta", "graph"])
        #expect(plan.countTests.map(\.threshold) == [0.01, 0.01])
        #expect(plan.tests.map(\.threshold) == [0.005, 0, 0.005, 0])
        #expect(plan.tests.map(\.strategy) == ["delta", "delta", "graph", "graph"])
    }

    @Test("more figures need more pairs before the first look")
    func firstLook() {
        let few = GatePlan(limits: RegressionLimit.defaults, strategies: ["graph"])
        #expect(few.firstPairCount == 12)
        let many = GatePlan(
            limits: RegressionLimit.defaults, strategies: ["full", "delta", "graph"])
        #expect(many.firstPairCount == 14)
        #expect(many.firstPairCount >= many.judge.pairCountMin)
    }

    private func counts(_ baseline: [Double], _ candidate: [Double]) -> [GateCount] {
        [(GateRun.Side.baseline, baseline), (.candidate, candidate)].flatMap { side, values in
            values.map {
                GateCount(
                    side: side, strategy: "graph", method: .perf, vectorInstructions: "AVX2",
                    instructionsPerUpdate: $0)
            }
        }
    }

    @Test("instructions are judged by the range of all counts")
    func countsAreJudgedByTheirRange() {
        let test = MetricTest(
            strategy: "graph", metric: CountResult.metric, threshold: 0.02)
        func verdict(_ candidate: [Double]) -> MetricVerdict {
            GateCounting.judge(test, counts([1_000, 1_001, 1_000], candidate)).verdict
        }
        #expect(verdict([1_001, 1_002, 1_001]) == .pass)
        #expect(verdict([1_030, 1_031, 1_030]) == .regression)
        #expect(verdict([1_015, 1_025, 1_018]) == .inconclusive)
        #expect(verdict([990, 991, 992]) == .improvement)
        // Within what counts of one program differ by.
        #expect(verdict([999, 999, 999]) == .pass)
        #expect(GateCounting.judge(test, []).verdict == .inconclusive)
    }
}
