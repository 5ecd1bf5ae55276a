import OddsFixtures
import OddsMeasurement
import OddsResults
import Testing

/// What bounds say about a figure.
@Suite struct FigureRangeTests {
    private func range(_ path: String, _ runs: RunResult...) throws -> FigureRange? {
        FigureRange(try #require(MetricRegistry[path]), of: runs)
    }

    /// A run with response times from 1 to 1,000 ns, of which some were not served.
    private func run(unserved: Int, keepsHistogram: Bool = true) -> RunResult {
        var latencies = LatencyHistogram()
        for value in 1...1000 { latencies.record(UInt64(value)) }
        var run = RunResult.empty
        run.responseTime = LatencySummary(latencies, keepsHistogram: keepsHistogram)
        run.unserved.frames = unserved
        return run
    }

    @Test func figureOfAnUndisturbedRunIsExact() throws {
        #expect(try range("responseTime.p99", run(unserved: 0)) == FigureRange(990))
        #expect(try range("responseTime.p9999", run(unserved: 0)) == nil)
    }

    @Test("A few unserved frames leave open what their ranks do, many leave everything open")
    func unservedFrames() throws {
        #expect(
            try range("responseTime.p99", run(unserved: 3)) == FigureRange(low: 990, high: 993))
        #expect(
            try range("responseTime.p99", run(unserved: 11))
                == FigureRange(low: 990, high: .infinity))
        #expect(
            try range("responseTime.p99", run(unserved: 3, keepsHistogram: false))
                == FigureRange(low: 990, high: .infinity))
        #expect(
            try range("responseTime.max", run(unserved: 1))
                == FigureRange(low: 1_000, high: .infinity))
        #expect(try range("responseTime.count", run(unserved: 3)) == FigureRange(1_000))
    }

    @Test("Over sockets, figures below the age of all unseen frames are exact")
    func unseenFrames() throws {
        var live = LiveFigures(
            clients: 1, channels: 1, wire: LatencyHistogram(), decode: LatencyHistogram(),
            apply: LatencyHistogram(), deliver: LatencyHistogram())
        let none = LiveFigures.Account.Amount(frames: 0, records: 0)
        live.account = LiveFigures.Account(
            offered: none, seen: none, superseded: none, unseen: .init(frames: 4, records: 4),
            lowerBoundFromNanoseconds: 950, staleFrames: 0)
        var run = run(unserved: 4)
        run.live = live
        #expect(try range("responseTime.p90", run) == FigureRange(900))
        #expect(try range("responseTime.p99", run) == FigureRange(low: 990, high: 994))
    }

    @Test("What may be the harness's own delay may be shorter")
    func delays() throws {
        var run = RunResult.empty
        run.serviceTime.p99 = 100_000
        run.harness = HarnessFigures(
            undelayedResponseTime: LatencyHistogram(), undelayedServiceTime: LatencyHistogram(),
            delayedShare: 0, serviceLostShare: 0)
        run.harness?.undelayedServiceTime.p99 = 80_000
        #expect(try range("serviceTime.p99", run) == FigureRange(low: 0, high: 100_000))
        run.harness?.undelayedServiceTime.p99 = 95_000
        #expect(try range("serviceTime.p99", run) == FigureRange(100_000))
    }

    @Test("The median of some runs lies between those of the ends")
    func medians() throws {
        let (exact, few, many) = (run(unserved: 0), run(unserved: 3), run(unserved: 11))
        #expect(
            try range("responseTime.p99", exact, few, many) == FigureRange(low: 990, high: 993))
        #expect(
            try range("responseTime.p99", exact, many, many)
                == FigureRange(low: 990, high: .infinity))
        #expect(try range("responseTime.p99", exact, .empty) == nil)
    }
}
