import OddsFixtures
import OddsResults
import Testing

@testable import OddsReport

@Suite struct HistoryTextTests {
    /// Thirty results: service p50 rises from 10 to 12 µs at the 21st; allocations fall.
    private func lines() throws -> [HistoryLine] {
        try (1...30).map { number in
            var run = RunResult.empty
            run.strategy = "full"
            var result = ResultEnvelope(
                command: ["bench", "run", "--rate", "20000"], environment: GateRuns.environment,
                RunResults(runs: [run]))
            let day = (number < 10 ? "0" : "") + "\(number)"
            result.environment.startedAt = "2026-01-\(day)T00:00:00Z"
            result.environment.commit = SourceCommit(
                id: String(repeating: day, count: 20), isClean: number != 3)
            var line = try HistoryLine.lines(of: result)[0]
            let wave = Double(number % 4)
            line.figures = [
                "serviceTime.p50": (number <= 20 ? 10_000 : 12_000) + wave * 50,
                "allocationsPerUpdate": (number <= 10 ? 4 : 3) + wave / 100,
                "achievedRate": 20_000 + wave,
            ]
            return line
        }
    }

    private func analysis() throws -> HistoryAnalysis {
        var analysis = HistoryAnalysis(try lines(), options: .init())
        analysis.series[0].processor = "Example CPU @ 2.00GHz"
        analysis.series[0].coreCount = 2
        return analysis
    }

    @Test func aHistoryInEightyColumns() throws {
        let lines = HistoryTable.lines(try analysis())
        #expect(lines.allSatisfy { $0.count <= 80 })
        #expect(
            lines.joined(separator: "\n") == """
                full: bench run --rate 20000, on 2 × Example CPU @ 2.00GHz
                30 results, from 010101010 of 2026-01-01 to 303030303 of 2026-01-30; 1 of
                  uncommitted changes

                achievedRate          20,001/s  ▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅▅  20,002/s
                serviceTime.p50        10.1 µs  ▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁█████████  12.1 µs
                                                                   ^
                  REGRESSION: +19.9% at 212121212 of 2026-01-21, 10.1 µs to 12.1 µs, p <0.000001
                allocationsPerUpdate      4.01  ██████████▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁  3.02
                                                          ^
                  better: −24.9% at 111111111 of 2026-01-11, 4.02 to 3.02, p <0.000001

                REGRESSION: the latest change is for the worse of serviceTime.p50 of full.
                """)
    }

    @Test func aDropOfARateIsWorseEvenWhereItIsTooSmallToFailFor() throws {
        let figure = try analysis().series[0].figures[0]
        #expect(figure.metric == "achievedRate")
        var change = try #require(analysis().series[0].figures[1].changes.first)
        (change.before, change.after, change.change) = (100, 95.1, -0.049)
        change.isWorse = false
        let text = HistorySentences.change(change, of: figure, isLast: true)
        #expect(text.hasPrefix("worse: −4.90%"))
    }

    @Test func linesStayWithinEightyColumnsWhateverTheFigures() throws {
        var wide = try analysis()
        for index in wide.series[0].figures.indices {
            wide.series[0].figures[index].metric = "memory.residentBytesBefore"
            for change in wide.series[0].figures[index].changes.indices {
                wide.series[0].figures[index].changes[change].differences =
                    ["traffic", "toolchain", "allocator", "kernel", "memory of the machine"]
            }
        }
        #expect(HistoryTable.lines(wide).allSatisfy { $0.count <= 80 })
    }

    @Test func sparklinesShowShapeAndMarks() {
        let line = Sparkline([1, 1, 2, 2], width: 10)
        #expect(line.blocks == "▁▁██")
        #expect(line.marks(at: [2]) == "  ^")
        #expect(line.marks(at: []) == "")
        #expect(Sparkline([1, 1, 2, 2], width: 2).blocks == "▁█")
        #expect(Sparkline([1, 1, 2, 2], width: 2).marks(at: [3]) == " ^")
        // One percent of noise stays in the middle.
        #expect(Sparkline([100, 101], width: 2).blocks == "▅▅")
        #expect(Sparkline([0, 0], width: 2).blocks == "▁▁")
        #expect(Sparkline([], width: 2).blocks == "")
    }

    @Test func thePageHasChartsWithChangePoints() throws {
        let section = ReportSection(.history(try lines()))
        #expect(section.findings.map(\.tone) == [.bad, .good])
        let charts = section.blocks.compactMap { block -> Chart? in
            if case .chart(let chart) = block { chart } else { nil }
        }
        #expect(charts.count == 3)
        let service = try #require(charts.first { $0.title == "serviceTime.p50 of full" })
        #expect(service.series.map(\.name) == ["result", "mean", "change"])
        #expect(service.series[2].points.map(\.x) == [20])
        #expect(service.x.labels[2] == "030303030-dirty")
        let html = try Fixtures.page([
            ReportInput(name: "runs.ndjson", document: .history(lines()))
        ])
        #expect(html.contains("Change points"))
    }
}
