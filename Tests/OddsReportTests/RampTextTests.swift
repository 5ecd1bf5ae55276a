import Foundation
import OddsFixtures
import OddsMeasurement
import OddsResults
import Testing

@testable import OddsReport

@Suite struct RampTextTests {
    private static func step(
        _ number: Int, rate: Double, status: RunResult.Status, unserved: Int = 0,
        latency: UInt64 = 98_100
    ) -> RampStep {
        var histogram = LatencyHistogram()
        for _ in 0..<400 { histogram.record(latency) }
        return RampStep(
            startNanoseconds: UInt64(number) * 1_000_000_000,
            endNanoseconds: UInt64(number + 1) * 1_000_000_000, status: status,
            offeredRate: rate, achievedRate: min(rate, 1_500_000),
            responseTime: LatencySummary(histogram), serviceTime: LatencySummary(histogram),
            unserved: .init(frames: unserved, updates: 2 * unserved))
    }

    /// A run with a step for each status.
    static func run(
        _ statuses: [RunResult.Status], strategy: String = "graph", repetition: Int = 1
    ) -> RunResult {
        var run = RunResult.empty
        run.strategy = strategy
        run.repetition = repetition
        run.steps = statuses.enumerated().map { number, status in
            step(
                number, rate: Double(number + 1) * 1_000_000, status: status,
                unserved: status == .saturated ? 7 : 0)
        }
        return run
    }

    @Test func tableHasARowAStepInEightyColumns() {
        let runs = [
            Self.run([.ok, .ok, .saturated]),
            Self.run([.ok, .saturated, .saturated], repetition: 2),
            Self.run([.ok, .ok, .saturated], repetition: 3),
        ]
        let lines = RampTable.lines(runs)
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(lines[1] == "Steps of graph, in updates/s:")
        #expect(
            lines[2].split(separator: " ", omittingEmptySubsequences: true) == [
                "step", "offered", "achieved", "response", "p50", "p99", "service", "p50",
                "status",
            ])
        let cells = lines[4...6].map { line in
            line.components(separatedBy: "  ").map { $0.trimmingCharacters(in: .whitespaces) }
                .filter { !$0.isEmpty }
        }
        #expect(
            cells == [
                ["1", "1,000,000", "1,000,000", "98.1 µs", "98.1 µs", "98.1 µs", "OK"],
                [
                    "2", "2,000,000", "1,500,000", "≥ 98.1 µs", "≥ 98.1 µs", "98.1 µs",
                    "SATURATED 1/3",
                ],
                ["3", "3,000,000", "1,500,000", "≥ 98.1 µs", "≥ 98.1 µs", "98.1 µs", "SATURATED"],
            ])
        #expect(
            lines[7...].joined(separator: " ")
                == "graph is SATURATED from step 3 on, 3,000,000 updates/s; it sustains step 2,"
                + "   2,000,000 updates/s.")
    }

    @Test func stepsBeforeOneThatIsSustainedAreBursts() {
        func conclusion(
            _ statuses: [RunResult.Status], of whole: RunResult.Status = .ok
        ) -> String? {
            var run = Self.run(statuses)
            run.status = whole
            return StrategyRuns([run]).strategies.first.map {
                RampTable.conclusion($0, RampRow.rows([run]))
            }
        }
        #expect(
            conclusion([.ok, .saturated, .ok]) == "graph sustains all steps, up to 3,000,000"
                + " updates/s.")
        #expect(
            conclusion([.saturated, .saturated])
                == "graph is SATURATED from step 1 on, 1,000,000 updates/s.")
        #expect(
            conclusion([.ok, .ok], of: .invalid)?.hasPrefix("graph is INVALID, and so are") == true)
    }

    @Test func runsWithoutARampHaveNoTable() throws {
        #expect(RampTable.lines([RunResult.empty]).isEmpty)
        let lines = RunText.summary(try Fixtures.run(), title: "")
        #expect(!lines.contains { $0.hasPrefix("Steps of ") })
    }

    @Test func stepsComeBackFromJSON() throws {
        var result = try Fixtures.run()
        #expect(result.runs.allSatisfy { $0.steps == nil })
        result.result.runs[0].steps = Self.run([.ok, .saturated]).steps
        let again = try ResultEnvelope<RunResults>(json: result.json())
        #expect(again.runs[0].steps == result.runs[0].steps)
        #expect(again.runs[1].steps == nil)
    }

    @Test func pageHasStepsOverTheRate() throws {
        var result = try Fixtures.run()
        let names = result.runs.map(\.strategy).uniqued()
        for index in result.runs.indices {
            result.result.runs[index].steps = Self.run([.ok, .ok, .saturated]).steps
        }
        let rate = try #require(result.command.firstIndex(of: "--rate"))
        result.command[rate + 1] = "1000000..3000000"
        let section = RunSection.section(result)
        #expect(section.summary.contains("1,000,000 to 3,000,000 updates/s"))
        let charts = section.blocks.compactMap { block in
            if case .chart(let chart) = block { chart } else { nil }
        }
        let chart = try #require(charts.first { $0.title == "Response time by rate" })
        #expect(chart.series.map(\.name) == names.flatMap { ["\($0) p50", "\($0) p99"] })
        #expect(chart.series[1].points.map(\.x) == [1e6, 2e6, 3e6])
        let tables = section.blocks.compactMap { block in
            if case .table(let table) = block { table } else { nil }
        }
        #expect(tables.map(\.title).contains("\(names[0]): steps, in updates/s"))
        #expect(RunSection.section(try Fixtures.run()).blocks.count == section.blocks.count
            - 1 - names.count)
    }

    @Test func tablesForSpreadsheetsHaveARowForEachStep() {
        let rows = RunResults(runs: [Self.run([.ok, .saturated])]).csvRows
        #expect(rows.map { $0["step"] } == [nil, .count(1), .count(2)])
        #expect(rows.map { $0["offeredRate"] }.dropFirst() == [.number(1e6), .number(2e6)])
        #expect(rows[2]["status"] == .text("SATURATED"))
        #expect(rows[2]["responseTime.p99"] == rows[1]["responseTime.p99"])
        #expect(rows[2]["unserved.frames"] == .count(7))
    }

    @Test func stepsOfAnInvalidRunAreInvalid() {
        var run = Self.run([.ok, .saturated])
        run.status = .invalid
        let lines = RampTable.lines([run])
        #expect(lines.count { $0.hasSuffix("  INVALID") } == 2)
    }
}
