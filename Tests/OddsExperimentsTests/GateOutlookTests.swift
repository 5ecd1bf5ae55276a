import Foundation
import OddsFixtures
import OddsMeasurement
import OddsResults
import Testing

@testable import OddsExperiments

@Suite struct GateOutlookTests {
    private let judge = GateJudge(testCount: 4)
    private let first = 12
    private let last = 48

    /// Pairs of a machine with heavy tails, or of one that is only noisy.
    private func pairs(_ count: Int, random: inout SplitMix64) -> [GatePair] {
        GatePair.pairs(GateRuns.pairs(count, random: &random), strategy: "graph")
    }

    /// The verdict of a gate with a true change, over its looks.
    private func verdict(
        threshold: Double, change: Double, random: inout SplitMix64
    ) -> MetricVerdict {
        let drawn = pairs(last, random: &random).map { pair in
            var pair = pair
            let p50 = Double(pair.candidate.serviceTime.p50 ?? 0) * (1 + change)
            var run = pair.candidate
            run.serviceTime.p50 = UInt64(p50)
            pair = GatePair(baseline: pair.baseline, candidate: run)
            return pair
        }
        let test = MetricTest(strategy: "graph", metric: "serviceTime.p50", threshold: threshold)
        for (number, count) in [first, 2 * first, last].enumerated() {
            let verdict = judge.judge(test, Array(drawn.prefix(count)), look: number + 1).verdict
            if verdict != .inconclusive { return verdict }
        }
        return .inconclusive
    }

    @Test("what a calibration foresees with 95% comes true in 95% of gates after it")
    func foresightComesTrue() throws {
        print("seed 13")
        var random = SplitMix64(seed: 13)
        var passed = 0
        var found = 0
        let trials = 300
        for _ in 0..<trials {
            // Each trial has a calibration of its own, of as many pairs as usual.
            let noise = try #require(
                PairNoise(
                    pairs(40, random: &random), strategy: "graph", metric: "serviceTime.p50"))
            let resolution = GateOutlook(
                noise, judge: judge, firstPairCount: first, lastPairCount: last, drawCount: 300
            ).resolution()
            let limit = resolution.passes
            if verdict(threshold: limit, change: 0, random: &random) != .inconclusive {
                passed += 1
            }
            let change = resolution.found(limit: 0.05)
            if verdict(threshold: 0.05, change: change, random: &random) == .regression {
                found += 1
            }
        }
        #expect(passed * 100 >= trials * 95, "\(passed) of \(trials)")
        #expect(found * 100 >= trials * 95, "\(found) of \(trials)")
    }

    @Test func exactCountersNeedNoRoom() throws {
        let runs = (0..<12).map { _ in
            GatePair(baseline: GateRuns.run(), candidate: GateRuns.run())
        }
        let noise = try #require(
            PairNoise(runs, strategy: "graph", metric: "allocationsPerUpdate"))
        let resolution = GateOutlook(
            noise, judge: judge, firstPairCount: first, lastPairCount: last
        ).resolution()
        #expect(resolution.passes == 0)
        #expect(resolution.found(limit: 0) == 0)
    }
}
