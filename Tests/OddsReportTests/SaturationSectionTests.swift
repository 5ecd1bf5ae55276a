import OddsFixtures
import OddsResults
import Testing

@testable import OddsReport

/// Which runs of a search its figures are from.
@Suite struct SaturationSectionTests {
    private func point(
        _ rate: Int, _ status: RunResult.Status, p99: UInt64, achieved: Double
    ) -> SaturationPoint {
        var run = RunResult.empty
        run.status = status
        run.responseTime.p99 = p99
        run.achievedRate = achieved
        run.offeredRate = Double(rate)
        return SaturationPoint(
            rate: rate, holds: status == .invalid ? nil : status == .ok, run: run)
    }

    private func section(_ points: [SaturationPoint]) -> ReportSection {
        let curve = SaturationCurve(
            strategy: "graph", sustainedRate: 1_000, end: .harness, endReason: "late",
            points: points)
        return SaturationSection.section(
            ResultEnvelope(
                command: ["bench", "saturate"], environment: GateRuns.environment,
                SaturationResult(objective: "responseTime.p99<1ms", curves: [curve])))
    }

    /// The row of the strategy in the table of rates.
    private func row(_ section: ReportSection) -> [String]? {
        for case .table(let table) in section.blocks where table.title.hasPrefix("Highest rate") {
            return table.rows.first ?? nil
        }
        return nil
    }

    private func latencies(_ section: ReportSection) -> Chart? {
        for case .chart(let chart) in section.blocks where chart.title.hasPrefix("Saturation") {
            return chart
        }
        return nil
    }

    @Test("A search that was ended early is not said to sustain nothing")
    func anInterruptedSearchHasNoConclusion() {
        let curve = SaturationCurve(
            strategy: "graph", sustainedRate: nil, end: .interrupted,
            endReason: "nothing was found out",
            points: [point(1_000, .invalid, p99: 9_000, achieved: 10)])
        let result = SaturationResult(objective: "responseTime.p99<1ms", curves: [curve])
        #expect(
            SaturationTable.conclusion(curve, result)
                == "graph: the search was ended early; nothing was found out")
    }

    @Test("INVALID runs are in no chart, and are not what lies beyond the sustained rate")
    func invalidRunsAreLeftOut() throws {
        let section = section([
            point(1_000, .ok, p99: 100, achieved: 1_000),
            point(1_000, .invalid, p99: 9_000, achieved: 10),
            point(2_000, .saturated, p99: 500, achieved: 1_500),
            point(4_000, .invalid, p99: 9_000, achieved: 20),
        ])
        let chart = try #require(latencies(section))
        #expect(chart.series[0].points.map(\.x) == [1_000, 2_000])
        #expect(chart.series[0].points.map(\.y) == [100, 500])
        #expect(try #require(row(section)).suffix(2) == ["1,500", "2,000"])
    }

    @Test("Nothing lies beyond the sustained rate where only INVALID runs do")
    func nothingBeyond() throws {
        let section = section([
            point(1_000, .ok, p99: 100, achieved: 1_000),
            point(2_000, .invalid, p99: 9_000, achieved: 10),
        ])
        #expect(try #require(row(section)).suffix(2) == ["n/a", "n/a"])
    }

    @Test("A strategy that no run could judge is not said to break the objective")
    func unclearRuns() {
        var open = point(100, .ok, p99: 100, achieved: 100)
        open.holds = nil
        let curve = SaturationCurve(
            strategy: "graph", sustainedRate: nil, end: .objective, endReason: nil,
            points: [open])
        let lines = SaturationTable.lines(
            ResultEnvelope(
                command: [], environment: GateRuns.environment,
                SaturationResult(objective: "responseTime.p99<1ms", curves: [curve])))
        #expect(
            lines.contains("graph is not shown to sustain the objective at any rate tried"))
    }
}
