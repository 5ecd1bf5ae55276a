import OddsHarness
import Testing

@testable import OddsExperiments

@Suite struct CountExperimentTests {
    @Test("The processes of a count have the memory for frames that was asked for")
    func frameMapping() throws {
        let plan = RunPlan(
            strategy: .graph, consumer: .page, warmupNanoseconds: 0, durationNanoseconds: 1,
            traffic: .capture(path: "", pacing: .rate(1)), feed: FeedChannels([]))
        let experiment = CountExperiment(
            strategies: [.graph], plan: plan, repeatCount: 1, method: .perf,
            frameMappingBytes: 3 << 20)
        #expect(try experiment.session(.graph).ringBytes() == 3 << 20)
    }
}
