import Foundation
import OddsFixtures
import OddsHarness
import OddsReconstruction
import OddsResults
import Synchronization
import Testing

@testable import OddsExperiments

@Suite struct InterruptionTests {
    private final class Calls: Sendable {
        private let list = Mutex<[String]>([])
        func note(_ call: String) { list.withLock { $0.append(call) } }
        var all: [String] { list.withLock { $0 } }
    }

    @Test func firstSignalEndsEarlyAndTheSecondEndsAtOnce() async {
        let calls = Calls()
        let interruption = Interruption { calls.note("end \($0)") }
        await interruption.during({ calls.note("early \($0)") }) {
            #expect(!interruption.isRequested)
            let now = ContinuousClock.now
            interruption.request(SIGINT, at: now)
            #expect(interruption.signal == SIGINT)
            #expect(calls.all == ["early 2"])
            interruption.request(SIGTERM, at: now + .seconds(1))
            #expect(calls.all == ["early 2", "end 15"])
        }
    }

    /// `timeout` signals the process and then its group.
    @Test func signalsWithinASecondOfTheFirstAreTheFirst() async {
        let calls = Calls()
        let interruption = Interruption { calls.note("end \($0)") }
        await interruption.during({ calls.note("early \($0)") }) {
            let now = ContinuousClock.now
            interruption.request(SIGTERM, at: now)
            for milliseconds in [0, 1, 999] {
                interruption.request(SIGTERM, at: now + .milliseconds(milliseconds))
            }
            #expect(calls.all == ["early 15"])
            interruption.request(SIGTERM, at: now + .milliseconds(1_001))
            #expect(calls.all == ["early 15", "end 15"])
        }
    }

    @Test func signalThatNobodyWaitsForEndsAtOnce() async {
        let calls = Calls()
        let interruption = Interruption { calls.note("end \($0)") }
        await interruption.during({ calls.note("early \($0)") }) {}
        interruption.request(SIGINT)
        #expect(calls.all == ["end 2"])
        #expect(!interruption.isRequested)
    }

    /// Work that begins after the signal is told, too.
    @Test func laterWorkEndsEarly() async {
        let calls = Calls()
        let interruption = Interruption { _ in }
        await interruption.during({ _ in }) {
            interruption.request(SIGTERM)
            await interruption.during({ calls.note("early \($0)") }) {}
        }
        #expect(calls.all == ["early 15"])
    }

    @Test(arguments: [(Int32(2), Int32(130)), (15, 143), (1, 129)])
    func statusesAreThoseOfShells(signal: Int32, status: Int32) {
        #expect(ExitStatus(signal: signal).rawValue == status)
    }

    private func experiment(_ strategies: [StrategyName], repeatCount: Int) -> RunExperiment {
        RunExperiment(
            strategies: strategies,
            plan: RunPlan(
                strategy: .graph, consumer: .page, warmupNanoseconds: 0, durationNanoseconds: 1,
                traffic: .capture(path: "", pacing: .rate(1)), feed: FeedChannels([])),
            repeatCount: repeatCount)
    }

    /// Runs that are interrupted within run number `last`, which is cut short, or of
    /// which nothing was measured.
    private func outcome(
        interruptedIn last: Int, measured: UInt64?, repeatCount: Int = 2
    ) async throws -> RunExperiment.Outcome {
        let interruption = Interruption { _ in }
        return try await Interruption.$current.withValue(interruption) {
            try await interruption.during({ _ in }) {
                let experiment = experiment(
                    [.graph, try #require(StrategyName("delta"))], repeatCount: repeatCount)
                var number = 0
                return try await experiment.run(retries: true) { strategy, _ in
                    number += 1
                    var run = RunResult.empty
                    run.strategy = strategy.text
                    guard number == last else {
                        return RunSession.Outcome(result: run, trafficDigest: "d")
                    }
                    interruption.request(SIGINT)
                    guard let measured else { throw RunSession.CutShort() }
                    run.cutShortNanoseconds = measured
                    run.checksum = "of fewer frames"
                    return RunSession.Outcome(result: run, trafficDigest: nil)
                }
            }
        }
    }

    @Test func wholeRunsAreKept() async throws {
        let outcome = try await outcome(interruptedIn: 4, measured: nil)
        #expect(outcome.runs.map(\.strategy) == ["graph", "delta", "graph"])
        #expect(outcome.cutShort == "SIGINT after 3 of 4 runs")
        #expect(outcome.trafficDigest == "d")
    }

    @Test func partOfARunIsLeftOutWhereThereIsAWholeOne() async throws {
        let outcome = try await outcome(interruptedIn: 3, measured: 5_000_000_000)
        #expect(outcome.runs.map(\.strategy) == ["graph", "delta"])
        #expect(outcome.cutShort == "SIGINT after 2 of 4 runs")
    }

    @Test func partOfARunIsKeptWhereThereIsNoOther() async throws {
        let outcome = try await outcome(interruptedIn: 2, measured: 5_000_000_000)
        #expect(outcome.runs.map(\.strategy) == ["graph", "delta"])
        #expect(outcome.cutShort == "SIGINT after 1 of 4 runs; that of delta ended after 5.00 s")
    }

    @Test func partOfTheOnlyRunHasNoDigestOfTraffic() async throws {
        let outcome = try await outcome(interruptedIn: 1, measured: 795_000_000)
        #expect(outcome.runs.map(\.strategy) == ["graph"])
        #expect(outcome.trafficDigest == nil)
    }

    /// The first attempt is INVALID, and the second one is ended.
    @Test(arguments: [nil, 5_000_000_000 as UInt64])
    func retryThatIsCutShortIsSaid(measured: UInt64?) async throws {
        let interruption = Interruption { _ in }
        let outcome = try await Interruption.$current.withValue(interruption) {
            try await interruption.during({ _ in }) {
                var attempt = 0
                return try await experiment([.graph], repeatCount: 1).run(retries: true) { _, _ in
                    attempt += 1
                    var run = RunResult.empty
                    run.strategy = "graph"
                    run.status = .invalid
                    run.reason = "late"
                    guard attempt == 2 else {
                        return RunSession.Outcome(result: run, trafficDigest: "d")
                    }
                    interruption.request(SIGTERM)
                    guard let measured else { throw RunSession.CutShort() }
                    run.cutShortNanoseconds = measured
                    return RunSession.Outcome(result: run, trafficDigest: nil)
                }
            }
        }
        #expect(outcome.runs.map(\.status) == [.invalid])
        #expect(outcome.runs.map(\.cutShortNanoseconds) == [nil])
        #expect(outcome.trafficDigest == "d")
        #expect(
            outcome.cutShort
                == "SIGTERM after 1 of 1 runs; another attempt at that of graph was not finished")
    }

    @Test func nothingMeasuredIsAFailure() async throws {
        await #expect {
            _ = try await outcome(interruptedIn: 1, measured: nil)
        } throws: { error in
            let failure = try #require(error as? ExperimentFailure)
            return failure.status == .interrupted
                && failure.message == "ended by SIGINT before anything was measured"
        }
    }

    @Test func searchKeepsItsSteps() async throws {
        var steps: [RateStep] = []
        let curve = try await RateSweep(
            objective: try ServiceObjective("responseTime.p99<1ms"), start: 1_000,
            rateMax: 100_000, precisionPercent: 5, repeatCount: 3
        ) { step in
            steps.append(step)
            guard steps.count < 4 else { throw RunSession.CutShort() }
            var run = RunResult.empty
            run.responseTime.p99 = 1_000
            return run
        }.curve(of: "graph")
        #expect(curve.points.map(\.rate) == [1_000, 2_000, 4_000])
        #expect(curve.end == .interrupted)
        #expect(curve.sustainedRate == nil)
        #expect(
            curve.limitation == "the search was ended early; held so far at 4,000 updates/s")
        #expect(steps.map(\.number) == [1, 2, 3, 4])
    }

    /// A search whose steps end as told until it is interrupted.
    private func interrupted(after runs: [(RunResult.Status, p99: UInt64)]) async throws
        -> SaturationCurve
    {
        var rest = runs[...]
        return try await RateSweep(
            objective: try ServiceObjective("responseTime.p99<1ms"), start: 1_000,
            rateMax: 100_000, precisionPercent: 5, repeatCount: 3
        ) { _ in
            guard let next = rest.popFirst() else { throw RunSession.CutShort() }
            var run = RunResult.empty
            (run.status, run.responseTime.p99) = next
            return run
        }.curve(of: "graph")
    }

    @Test func searchOfInvalidStepsHasFoundNothingOut() async throws {
        let curve = try await interrupted(after: [(.invalid, 1), (.invalid, 1)])
        #expect(
            curve.failureToJudge
                == "graph: the search was ended early; nothing was found out, as of 2 steps none "
                + "is valid")
    }

    @Test func searchThatIsEndedSaysWhatHeldOrBroke() async throws {
        let held = try await interrupted(after: [(.ok, 1_000)])
        #expect(held.failureToJudge?.hasSuffix("held so far at 1,000 updates/s") == true)
        let broken = try await interrupted(after: [(.invalid, 1), (.ok, 9_000_000)])
        #expect(
            broken.failureToJudge?
                .hasSuffix("broken so far at 1,000 updates/s, and held nowhere") == true)
    }
}
