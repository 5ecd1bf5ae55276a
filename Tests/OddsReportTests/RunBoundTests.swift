import OddsFixtures
import OddsMeasurement
import OddsResults
import Testing

@testable import OddsReport

/// Marks of figures that are bounds.
@Suite struct RunBoundTests {
    /// A run whose p99.9 is the harness's.
    private var run: RunResult {
        var reported = LatencyHistogram()
        var undelayed = LatencyHistogram()
        for number in 0..<5_000 {
            reported.record(number < 4_980 ? 100_000 : 9_000_000)
            undelayed.record(100_000)
        }
        var run = RunResult.empty
        run.responseTime = LatencySummary(reported)
        run.harness = HarnessFigures(
            undelayedResponseTime: undelayed, undelayedServiceTime: LatencyHistogram(),
            delayedShare: 0.01, serviceLostShare: 0)
        return run
    }

    private func cell(_ label: String, _ run: RunResult) -> String? {
        RunTable([run]).rows.compactMap { $0 }.first { $0[0] == label }?[1]
    }

    @Test("A percentile with too much of the harness in it is an upper bound")
    func upperBound() throws {
        #expect(try #require(cell("response p99", run)).hasPrefix("100 µs"))
        #expect(try #require(cell("response p99.9", run)).hasPrefix("≤ 9.00 ms"))
        #expect(try #require(cell("response max", run)).hasPrefix("≤ 9.00 ms"))
        #expect(RunTable([run]).notes.contains { $0.contains("an upper bound") })
    }

    @Test("Over sockets it is the server's generator that makes upper bounds")
    func lateGenerator() {
        var run = run
        let none = LatencyHistogram()
        run.live = LiveFigures(
            clients: 1, channels: 1, wire: none, decode: none, apply: none, deliver: none)
        run.live?.undelayedResponseTime = run.harness?.undelayedResponseTime
        run.harness = nil
        #expect(FigureText.figure("responseTime.p99", of: [run]) == "100 µs")
        #expect(FigureText.figure("responseTime.p999", of: [run]) == "≤ 9.00 ms")
    }

    @Test("A figure that is a bound from both sides is not shown")
    func neitherBound() {
        var run = run
        run.unserved.frames = 3
        #expect(cell("response p99", run)?.hasPrefix("≥ 100 µs") == true)
        #expect(cell("response p99.9", run) == FigureFormat.missing)
    }

    @Test("Percentiles that the unserved frames are too few to raise are exact")
    func tooFewToRaise() {
        var latencies = LatencyHistogram()
        for number in 0..<5_000 { latencies.record(number < 4_960 ? 100_000 : 9_000_000) }
        var run = RunResult.empty
        run.responseTime = LatencySummary(latencies, keepsHistogram: true)
        func figures() -> [String?] {
            ["p50", "p99", "max"].map { FigureText.figure("responseTime.\($0)", of: [run]) }
        }
        run.unserved.frames = 10
        #expect(figures() == ["100 µs", "100 µs", "≥ 9.00 ms"])
        run.unserved.frames = 11
        #expect(figures() == ["100 µs", "≥ 100 µs", "≥ 9.00 ms"])
        run.unserved.frames = 2_501
        #expect(figures() == ["≥ 100 µs", "≥ 100 µs", "≥ 9.00 ms"])
        #expect(RunTable([run]).notes.contains { $0.contains("a lower bound") })
        run.unserved.frames = 0
        #expect(!RunTable([run]).notes.contains { $0.contains("a lower bound") })
    }

    @Test("Tables and findings of other results mark the same bounds")
    func everyTableMarksBounds() {
        var run = run
        run.serviceTime = run.responseTime
        let undelayed = run.harness?.undelayedResponseTime
        run.harness?.undelayedServiceTime = undelayed ?? run.serviceTime
        func cells(_ run: RunResult) -> [String] {
            SaturationTable.cells(SaturationPoint(rate: 1, holds: true, run: run))
        }
        #expect(cells(run)[1...3] == ["100 µs", "100 µs", "≤ 9.00 ms"])
        #expect(FigureText.figure("serviceTime.p999", of: [run]) == "≤ 9.00 ms")
        run.serviceTime.p99 = 9_000_000
        #expect(cells(run)[5] == "≤ 9.00 ms")
        run.unserved.frames = 3
        #expect(cells(run)[1...3] == ["≥ 100 µs", "≥ 100 µs", FigureFormat.missing])
        #expect(FigureText.figure("responseTime.count", of: [run]) == "5,000")
    }

    @Test("The findings of a soak mark upper bounds")
    func soakMarksBounds() {
        var run = run
        run.responseTime.p99 = 9_000_000
        let soak = ResultEnvelope(
            command: ["bench", "soak"], environment: GateRuns.environment,
            SoakResult(run: run, bounds: SoakBounds()))
        #expect(SoakSection.section(soak).findings[1].value == "≤ 9.00 ms")
    }

    @Test("Results without the harness's part have no upper bounds")
    func olderResults() {
        var run = run
        run.harness = nil
        #expect(cell("response p99.9", run)?.hasPrefix("9.00 ms") == true)
        #expect(!RunTable([run]).notes.contains { $0.contains("an upper bound") })
    }
}
