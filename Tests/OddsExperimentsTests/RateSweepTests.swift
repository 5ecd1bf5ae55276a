import OddsFixtures
import OddsMeasurement
import OddsResults
import Testing

@testable import OddsExperiments

/// Searches among runs with known figures.
@Suite struct RateSweepTests {
    private func curve(
        _ objective: String, _ measure: @escaping (Int) -> RunResult
    ) async throws -> SaturationCurve {
        try await RateSweep(
            objective: try ServiceObjective(objective), start: 1_000, rateMax: 100_000,
            precisionPercent: 5, repeatCount: 3
        ) { measure($0.rate) }.curve(of: "graph")
    }

    /// A run of 1,000 frames that take so long.
    private func run(_ nanoseconds: UInt64, unserved: Int = 0) -> RunResult {
        var latencies = LatencyHistogram()
        for _ in 0..<1_000 { latencies.record(nanoseconds) }
        var run = RunResult.empty
        run.responseTime = LatencySummary(latencies, keepsHistogram: true)
        run.unserved.frames = unserved
        return run
    }

    @Test("A step that is too short for the objective's percentile ends the search")
    func stepsAreTooShort() async throws {
        let curve = try await curve("responseTime.p9999<1ms") { _ in run(1_000) }
        #expect(curve.end == .unjudged && curve.sustainedRate == nil)
        let failure = #expect(throws: ExperimentFailure.self) {
            try SaturationResult(objective: "", curves: [curve]).checkConclusions()
        }
        #expect(failure?.status == .inconclusive)
        #expect(
            failure?.message == """
                graph: responseTime.p9999<1ms cannot be judged: the step at 1,000 updates/s is \
                too short for p99.99, with 1,000 of 36,887 frames; lengthen --duration
                """)
    }

    @Test("So does a figure that no run has")
    func figureIsMissing() async throws {
        let curve = try await curve("allocationsPerUpdate<1") { _ in run(1_000) }
        #expect(
            curve.failureToJudge
                == "graph: allocationsPerUpdate<1 cannot be judged: runs lack the figure")
    }

    @Test("What was measured before a step that is too short is kept")
    func runsBeforeAreKept() async throws {
        let curve = try await curve("responseTime.p9999<1ms") { rate in
            var run = run(1_000)
            if rate > 300 { run.status = .invalid }
            return run
        }
        #expect(curve.end == .unjudged)
        #expect(Set(curve.points.map(\.rate)) == [250, 500, 1_000])
    }

    @Test("A search whose runs are all INVALID has no conclusion")
    func nothingWasOffered() async throws {
        let curve = try await curve("responseTime.p99<1ms") { _ in
            var run = run(1_000)
            run.status = .invalid
            run.reason = "the generator was late"
            return run
        }
        let failure = #expect(throws: ExperimentFailure.self) {
            try SaturationResult(objective: "", curves: [curve]).checkConclusions()
        }
        #expect(failure?.status == .invalid)
        #expect(
            failure?.message == """
                graph: the lowest rate could not be offered, its runs are INVALID: the generator \
                was late
                """)
    }

    @Test("A machine that disturbs four runs of five does not count as the harness's limit")
    func disturbedRuns() async throws {
        var number = 0
        let curve = try await curve("responseTime.p99<1ms") { rate in
            var run = run(rate <= 20_000 ? 1_000 : 2_000_000)
            number += 1
            if number % 5 != 0 { run.status = .invalid }
            return run
        }
        #expect(curve.end == .objective)
        #expect(try #require(curve.sustainedRate) > 19_000)
    }

    @Test("Further rates of the curve are run once, and none below the search's lowest")
    func curveOfALowRate() async throws {
        var runs: [Int: Int] = [:]
        let curve = try await curve("responseTime.p99<1ms") { rate in
            runs[rate, default: 0] += 1
            var run = run(rate <= 200 ? 1_000 : 2_000_000)
            if rate > 210 { run.status = .invalid }
            return run
        }
        let sustained = try #require(curve.sustainedRate)
        #expect(sustained <= 200)
        #expect(runs[Int(Double(sustained) * 1.5)] == 1)
        #expect(curve.points.allSatisfy { $0.rate >= 100 })
    }

    @Test("An objective holds despite unserved frames that cannot change that")
    func fewUnservedFrames() async throws {
        let curve = try await curve("responseTime.p99<1ms") { rate in
            run(rate <= 20_000 ? 1_000 : 2_000_000, unserved: 5)
        }
        let rate = try #require(curve.sustainedRate)
        #expect(rate <= 20_000 && rate > 19_000)
        #expect(curve.points.allSatisfy { $0.run.responseTime.histogram == nil })
    }

    @Test("A bound that leaves the objective open does not show that it holds")
    func manyUnservedFrames() async throws {
        let curve = try await curve("responseTime.p99<1ms") { rate in
            run(1_000, unserved: rate <= 20_000 ? 0 : 50)
        }
        #expect(try #require(curve.sustainedRate) <= 20_000)
        #expect(curve.points.contains { $0.holds == nil })
        #expect(curve.points.allSatisfy { $0.holds != false })
    }
}
