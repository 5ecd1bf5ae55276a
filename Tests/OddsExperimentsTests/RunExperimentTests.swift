import OddsFixtures
import OddsHarness
import OddsResults
import Testing

@testable import OddsExperiments

/// Runs that the machine disturbs.
@Suite struct RunExperimentTests {
    /// Makes runs that end as told, one after the other.
    private func outcome(
        _ statuses: [RunResult.Status], repeatCount: Int, retries: Bool = true
    ) async throws -> (outcome: RunExperiment.Outcome, runCount: Int) {
        let experiment = RunExperiment(
            strategies: [.graph],
            plan: RunPlan(
                strategy: .graph, consumer: .page, warmupNanoseconds: 0, durationNanoseconds: 1,
                traffic: .capture(path: "", pacing: .rate(1)), feed: FeedChannels([])),
            repeatCount: repeatCount)
        var rest = statuses[...]
        let outcome = try await experiment.run(retries: retries) { strategy, _ in
            var run = RunResult.empty
            run.strategy = strategy.text
            run.status = rest.removeFirst()
            if run.status == .invalid { run.reason = "late" }
            return RunSession.Outcome(result: run, trafficDigest: "d")
        }
        return (outcome, statuses.count - rest.count)
    }

    @Test func invalidRunsAreMadeAgain() async throws {
        let (outcome, runCount) = try await outcome(
            [.ok, .invalid, .invalid, .ok, .ok], repeatCount: 3)
        #expect(runCount == 5)
        #expect(outcome.runs.map(\.status) == [.ok, .ok, .ok])
        #expect(outcome.runs.map(\.repetition) == [1, 2, 3])
        #expect(
            outcome.disturbances
                == Array(repeating: "graph, repeat 2, made again: late", count: 2))
    }

    /// As often as runs were asked for, and no more; the rest is left out while
    /// most runs are valid.
    @Test func invalidRunsAreLeftOutWhileMostAreValid() async throws {
        let statuses: [RunResult.Status] = [.ok, .invalid, .invalid, .invalid, .invalid, .ok]
        let (outcome, runCount) = try await outcome(statuses, repeatCount: 3)
        #expect(runCount == 6)
        #expect(outcome.runs.map(\.repetition) == [1, 3])
        #expect(outcome.disturbances.last == "graph, repeat 2, left out: late")
    }

    @Test func tooFewValidRunsAreInvalid() async throws {
        let (outcome, _) = try await outcome(
            Array(repeating: .invalid, count: 5) + [.ok], repeatCount: 3)
        #expect(outcome.runs.map(\.status) == [.invalid, .invalid, .ok])
        #expect(throws: ExperimentFailure.self) {
            try RunChecks(conditions: []).check(outcome.runs)
        }
    }

    @Test func partsOfOtherExperimentsAreNotMadeAgain() async throws {
        let (outcome, runCount) = try await outcome([.invalid], repeatCount: 1, retries: false)
        #expect(runCount == 1)
        #expect(outcome.runs.map(\.status) == [.invalid])
        #expect(outcome.disturbances.isEmpty)
    }
}
