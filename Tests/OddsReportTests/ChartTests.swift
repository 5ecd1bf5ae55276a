import OddsResults
import OddsMeasurement
import Testing

@testable import OddsReport

@Suite struct ChartTests {
    private func charts(_ section: ReportSection) -> [Chart] {
        section.blocks.compactMap { block in
            if case .chart(let chart) = block { chart } else { nil }
        }
    }

    @Test(arguments: Fixtures.published)
    func everyKindHasItsPlots(path: String, kind: String, title: String) throws {
        let charts = charts(ReportSection(try Fixtures.document(path)))
        #expect(charts.contains { $0.title == title }, "\(charts.map(\.title))")
        #expect(!charts.contains { $0.isEmpty })
    }

    /// Over sockets runs count records, while rates are asked for in updates.
    @Test func liveSaturationTellsBothUnits() throws {
        let section = ReportSection(try Fixtures.document("published/live-saturation.json"))
        let finding = try #require(section.findings.first)
        #expect(finding.value.hasSuffix(" updates/s"), "\(finding.value)")
        // What ended the search may follow; which it was is the published result's affair.
        let served = finding.detail.split(separator: " · ").first
        #expect(served?.hasSuffix(" records/s") == true, "\(finding.detail)")
        let plain = ReportSection(try Fixtures.document("published/saturation.json"))
        #expect(plain.findings.allSatisfy { $0.value.hasSuffix("updates/s") })
        #expect(!plain.findings.contains { $0.detail.contains("records/s") })
    }

    @Test func spectrumIsOfAllRunsTogether() throws {
        func summary(_ values: ClosedRange<UInt64>) -> LatencySummary {
            var histogram = LatencyHistogram()
            for value in values { histogram.record(value) }
            return LatencySummary(histogram, keepsHistogram: true)
        }
        let points = LatencyCharts.spectrum([summary(1...50), summary(51...100)])
        #expect(points.last == Chart.Series.Point(100, 100))
        #expect(points.contains(Chart.Series.Point(2, 50)), "the median stands at 1/(1-0.5)")
    }

    @Test func withoutHistogramsTheSpectrumHasThePercentiles() throws {
        let summary = try #require(try Fixtures.run().runs.first).responseTime
        var bare = summary
        bare.histogram = nil
        let points = LatencyCharts.spectrum([bare])
        #expect(points.first?.y == summary.p50.map { Double($0) })
        #expect(points.last?.y == summary.max.map { Double($0) })
    }

    /// Cells are where their counts are, in seconds and nanoseconds.
    @Test func heatMapHasACellForEachStep() throws {
        var timeline = LatencyTimeline(windowNanoseconds: 100_000_000_000)
        timeline.recordLatency(1_024, due: 3_500_000_000, updates: 1)
        timeline.recordLatency(1_100, due: 3_600_000_000, updates: 1)
        timeline.recordServed(at: 3_600_000_000, updates: 2)
        var run = try #require(try Fixtures.run().runs.first)
        run.timeline = TimelineFigures(timeline)
        let runs = StrategyRuns([run])
        let heat = try #require(TimelineCharts.heatMap(runs.strategies[0])?.heat)
        #expect(heat.columnWidth == 1)
        #expect(heat.cells == [.init(column: 3, low: 1_024, high: 1_280, count: 2)])
        let throughput = try #require(TimelineCharts.throughput(runs))
        #expect(throughput.series[0].points[3] == .init(3.5, 2))
        #expect(throughput.series.last?.name == "offered")
    }

    @Test func timelinesOfOtherShapesAreNoHeatMap() throws {
        var run = try #require(try Fixtures.run().runs.first)
        run.timeline = TimelineFigures(LatencyTimeline(windowNanoseconds: 1_000))
        run.timeline?.updatesDue.removeLast()
        #expect(TimelineCharts.heatMap(StrategyRuns([run]).strategies[0]) == nil)
    }

    @Test func phasesFollowEachOther() throws {
        let section = ReportSection(try Fixtures.document("published/memory.json"))
        let phases = try #require(charts(section).first).phases
        #expect(phases.map(\.name) == MemoryPhase.allCases.map(\.rawValue))
        #expect(zip(phases, phases.dropFirst()).allSatisfy { $0.to == $1.from })
    }

    @Test(arguments: [
        ("plain-1.0/x", "plain-1.0/x"), ("", "''"), ("a b", "'a b'"), ("it's", "'it'\\''s'"),
        ("p99<2ms", "'p99<2ms'"),
    ])
    func commandsCanBePasted(word: String, quoted: String) {
        #expect(Provenance.quoted(word) == quoted)
    }
}
