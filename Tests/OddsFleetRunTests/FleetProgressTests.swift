import OddsMeasurement
import Testing

@testable import OddsFleetRun

@Suite struct FleetProgressTests {
    private static func report(
        _ number: Int, at seconds: Double, _ values: [UInt64]
    ) -> AgentReport {
        let times = LatencySteps(FleetFixtures.histogram(values))
        var report = AgentReport(
            number: number, atNanoseconds: UInt64(seconds * 1_000_000_000))
        report.edges = [
            .init(target: 0, clients: 3, records: 1, response: times),
            .init(target: 1, clients: 2, records: 1, response: times),
        ]
        report.latenessNanoseconds = 9
        return report
    }

    @Test("The last report of each agent is shown, and all of them together by their counts")
    func snapshot() throws {
        let plan = try FleetRunPlanTests.plan()
        let (a1, a2) = (try AgentName("a1"), try AgentName("a2"))
        var progress = FleetProgress(plan)
        let coordinator = CoordinatorStateMachine(.count(2), now: 0) { _ in 0 }
        #expect(progress.snapshot("", coordinator, now: 0).whole == nil)
        let fast = Array(repeating: 1_000 as UInt64, count: 250)
        let slow = Array(repeating: 9_000 as UInt64, count: 250)
        progress.note(Self.report(2, at: 2, fast), of: a1, now: 5)
        progress.note(Self.report(1, at: 1, slow), of: a1, now: 6)
        progress.note(Self.report(1, at: 1, slow), of: a2, now: 7)
        progress.note(Self.report(1, at: 1, slow), of: try AgentName("stranger"), now: 7)
        let snapshot = progress.snapshot("now", coordinator, now: 10)
        #expect(snapshot.agents.map(\.name) == ["a1", "a2"])
        #expect(snapshot.agents.map(\.clients) == [5, 5])
        #expect(snapshot.agents[0].interval?.framesPerSecond == 250)
        #expect(snapshot.agents[0].interval?.p50 == 1_000)
        #expect(snapshot.agents[0].reportAgeNanoseconds == 5)
        #expect(snapshot.agents[1].interval?.framesPerSecond == 500)
        #expect(snapshot.whole?.framesPerSecond == 750)
        // As many values each: the median is the fast ones' last, the tail the slow ones'.
        #expect(snapshot.whole?.p50 == 1_000 && snapshot.whole?.p99 == 9_000)
        progress.note(Self.report(3, at: 3.5, fast), of: a1, now: 11)
        let rate = progress.snapshot("", coordinator, now: 11).agents[0].interval?.framesPerSecond
        #expect(rate == 500 / 1.5)
    }
}
