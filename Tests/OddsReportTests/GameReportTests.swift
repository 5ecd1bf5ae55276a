import OddsResults
import Testing

@testable import OddsReport

/// Results of `bench game`, in all forms in which they are shown.
@Suite struct GameReportTests {
    private typealias Make = GameFixtures

    private static let title = """
        game, render frame, message and all at 10, 100, 1,000 and 5,000 updates/s with 10,000 \
        matches, for 10s after 2s of warm-up, seed 42
        """

    private static func whole() -> ResultEnvelope<GameResult> {
        Make.result(
            [Make.run()], loads: [Make.load()], goals: GameJudgement.all([Make.run()]))
    }

    @Test func everyFieldIsInTheSchemaAndIsReadBack() throws {
        let result = Self.whole()
        guard case .game(let read) = try ResultDocument(json: result.json()) else {
            Issue.record("read as another kind")
            return
        }
        #expect(read == result)
        #expect(read.schema == "oddsbench.game/2")
        try LoadFixtures.checkFields(of: result)
    }

    @Test func theSchemaRequiresWhatAReaderRequires() throws {
        try LoadFixtures.checkRequirements(of: Self.whole())
    }

    @Test(arguments: [RunResult.Status.ok, .saturated, .invalid])
    func summariesFitInEightyColumns(status: RunResult.Status) {
        let runs = GameRender.allCases.flatMap { render in
            [10, 10_000].flatMap { rate in
                (1...2).map {
                    Make.run(render, rate: rate, $0, status: status, paint: 999_500_000)
                }
            }
        }
        let result = Make.result(
            runs, loads: [Make.load(status: status)], goals: GameJudgement.all(runs))
        let lines = GameTable.summary(result, title: Self.title)
        #expect(lines.count > 40)
        #expect(lines.filter { $0.count > 80 } == [])
        #expect(GameTable.details(result, title: Self.title).count > lines.count)
    }

    /// The medians of the valid runs that differ in their repetition alone.
    @Test func rowsAreMediansOfValidRuns() {
        let runs = [
            Make.run(paint: 10_000_000), Make.run(.frame, 2, paint: 30_000_000),
            Make.run(.frame, 3, paint: 20_000_000),
        ]
        #expect(GameTable.paintRow("x", runs)[1...2] == ["OK", "21.0 ms"])
        let spoilt = runs + [Make.run(.frame, 4, status: .invalid, paint: 900_000_000)]
        #expect(GameTable.paintRow("x", spoilt)[1...2] == ["INVALID 1 of 4", "21.0 ms"])
        let none = [Make.run(status: .invalid), Make.run(.frame, 2, status: .invalid)]
        #expect(GameTable.paintRow("x", none).suffix(4) == ["n/a", "n/a", "n/a", "n/a"])
        #expect(GameTable.paintRow("x", [none[0]])[1...2] == ["INVALID", "13.0 ms"])
        #expect(GameTable.frameRow("x", runs) == [
            "x", "2.50 ms", "3.48 ms", "0.500%", "33.4 ms", "0", "0.167%",
        ])
    }

    /// A page that is behind has not painted what waits; the main thread's time is what it is.
    @Test func figuresOfASaturatedRunAreBounds() {
        let runs = [Make.run(status: .saturated)]
        #expect(GameTable.paintRow("x", runs)[2] == "≥ 13.0 ms")
        #expect(GameTable.frameRow("x", runs)[1] == "2.50 ms")
        #expect(GameTable.stageRows("x", runs).map { $0[2].hasPrefix("≥ ") } == [
            false, false, false, true, true, true,
        ])
    }

    /// At few updates a second, most of which are of rows out of view.
    @Test func aSummarySaysHowManySamplesAPercentileLacks() {
        func lines(_ runs: [GameRun]) -> [String] {
            GameSentences.summary(Make.result(runs).result).filter { $0.contains("a p99 takes") }
        }
        let few = [Make.run(rate: 10, count: 367), Make.run(rate: 10, 2, count: 48)]
        #expect(lines(few + [Make.run(count: 368)]) == [
            "frame at 10/s: 48 updates of rows on the screen in a run, and a p99 takes 368: a "
                + "longer --duration brings them."
        ])
    }

    /// The idle page decided: nothing was measured of which anything could be said.
    @Test func aRunThatWasDecidedBeforeSaysWhyAlone() {
        var run = GameRun(render: .frame, rate: 10, repetition: 1, idle: Make.frames(late: 60))
        run.status = .invalid
        run.reason = "the machine is too busy"
        #expect(GameSentences.summary(Make.result([run]).result) == [
            "run 1 of frame at 10/s: INVALID: the machine is too busy."
        ])
        #expect(GameTable.paintRow("x", [run]) == ["x", "INVALID", "n/a", "n/a", "n/a", "n/a"])
        let nothing = Array(repeating: "n/a", count: 5)
        #expect(GameTable.frameRow("x", [run]) == ["x"] + nothing + ["10.0%"])
        let lines = GameTable.summary(Make.result([run]), title: "x")
        #expect(!lines.contains { $0.hasPrefix("the way of an update") })
        #expect(!GameSentences.all(run).contains { $0.hasPrefix("Updates") })
    }

    @Test func aSummarySaysWhatIsWrong() {
        let text = GameTable.summary(
            Make.result([Make.run(status: .invalid)]), title: ""
        ).joined(separator: "\n")
        #expect(text.contains("run 1 of frame at 2,000/s: INVALID: of an idle page 4.20%"))
        #expect(text.contains("WRONG in run 1 of frame at 2,000/s: rows: 100 rows"))
        #expect(!text.contains("Checked, and right"))
        let right = GameTable.summary(Make.result([Make.run()]), title: "")
            .joined(separator: "\n")
        #expect(right.contains("Checked, and right: digest, rows."))
        #expect(right.contains("3.00 MiB before"))
        // What a provider's rate is of.
        #expect(right.contains("Of the feed's 2,000 updates/s, 2,000 are of the page's matches."))
    }

    @Test func manyPagesHaveCostsOfEachAndOfAMessage() throws {
        let load = Make.load()
        #expect(load.serverBytesPerPage == 50_000)
        let cost = try #require(load.serverNanosecondsPerMessage)
        #expect(abs(cost - 50_000) < 1e-6)
        #expect(GameTable.loadRow(load) == [
            "1,000", "OK", "10,000", "1.90 ms", "2.88 ms", "48.8 KiB", "50.0 µs",
        ])
        let text = GameTable.summary(Make.result([], loads: [load]), title: "")
            .joined(separator: "\n")
        #expect(text.contains("0.0100 cores busy before, 0.510 with all"))
    }

    @Test func csvHasARowForEachRunAndForManyPages() throws {
        let table = Make.result([Make.run(), Make.run(.all)], loads: [Make.load()]).csv
        try #require(table.rows.count == 3)
        #expect(table.rows[1]["render"] == .text("all"))
        #expect(table.rows[2]["pages"] == .count(1_000))
        for column in [
            "paint.p99", "paint.count", "mainThread.p999", "frames.lateShare", "idle.lateShare",
            "longTasks.count", "wire.p50", "frame.max", "updates.sampled", "heapBytesAfter",
            "serverBytesPerPage", "delay.p99", "server.processorShare",
        ] { #expect(table.columns.contains(column), "\(column)") }
        #expect(table.rows[0]["clock.offsetNanoseconds"] == .count(-12_000))
    }

    @Test func aPagePlotsAllWaysToDraw() throws {
        let runs = GameRender.allCases.flatMap { render in
            [Make.run(render, rate: 10), Make.run(render, rate: 5_000)]
        } + [Make.run(.all, rate: 10, 2, status: .invalid, paint: 900_000_000)]
        let result = Make.result(runs, loads: [Make.load()], goals: GameJudgement.all(runs))
        let charts = GameCharts.spectra(result.result)
        #expect(charts.map(\.title) == [
            "Due until painted, at 10/s", "Due until painted, at 5,000/s",
        ])
        #expect(charts[0].series.map(\.name) == ["frame", "message", "all"])
        // An INVALID run is no part of it.
        #expect(charts[0].series[2].points.allSatisfy { $0.y < 100_000_000 })
        let byRate = GameCharts.paintByRate(result.result)
        #expect(byRate.series.count == 6 && byRate.series[0].points.map(\.x) == [10, 5_000])
        #expect(GameCharts.stages(result.result).series.map(\.points.count) == [6, 6])
        #expect(GameCharts.paintByRate(Make.result([Make.run()]).result).series.isEmpty)
        let document = ResultDocument.game(result)
        #expect(
            document.title.contains(
                "game frame, message, all at 10/s, 5,000/s 1,000 pages with everymatrix"))
        let page = try Fixtures.page([ReportInput(name: "a.json", document: document)])
        for text in ["Late frames, by rate", "Heap over time", "Trends", "Goals", "Many pages"] {
            #expect(page.contains(text), "\(text)")
        }
    }

    @Test func markdownBeginsWithConditionsAndGoals() throws {
        let runs = [Make.run(main: 9_000_000)]
        let conditions = [try GameCondition("paint.p99>1ms")]
        let text = GameMarkdown.text(
            Make.result(runs, goals: GameJudgement.all(runs)), conditions: conditions)
        #expect(text.hasPrefix("- ❌ paint.p99\\>1ms: it is "))
        #expect(text.contains("- ❌ missed: main-thread time a frame, p99, at 2,000/s: 11"))
        #expect(text.contains("- ⚠️ open: "))
        #expect(text.contains("| frame, 2,000/s | OK | "))
        #expect(text.contains("Chrome/156"))
    }

    @Test func checksConditionsAndGoalsAreTestCases() throws {
        let runs = [Make.run(main: 9_000_000)]
        let data = try JUnitReport.data(
            Make.result(runs, loads: [Make.load()], goals: GameJudgement.all(runs)),
            conditions: [try GameCondition("frames.lateShare>1%")], seconds: 1)
        let text = String(decoding: data, as: UTF8.self)
        // Two checks, the validity and a condition; a check and the validity; ten goals.
        #expect(text.contains(#"name="bench game" tests="16" failures="1""#))
        #expect(text.contains(#"classname="game.goals.2000" name="mainThread.p99""#))
    }

    @Test func twoResultsAreComparedByRenderAndRate() throws {
        let comparison = try Comparison(
            .game(Make.result([Make.run()], loads: [Make.load()])),
            .game(Make.result([Make.run(paint: 24_000_000)], loads: [Make.load()])))
        #expect(comparison.subjects.map(\.name) == ["frame, 2,000/s", "1,000 pages"])
        let row = try #require(comparison.rows.first { $0.metric == "paint.p50" })
        #expect(abs((row.ratio ?? 0) - 25.0 / 13) < 0.05)
    }

    @Test func aHistoryHasLinesForEachRenderAndRate() throws {
        var result = Make.result(
            [Make.run(), Make.run(.frame, 2), Make.run(.all, status: .saturated)],
            loads: [Make.load()])
        let lines = try HistoryLine.lines(of: result)
        #expect(lines.map(\.strategy) == ["frame, 2000/s", "all, 2000/s", "pages"])
        #expect(lines.map(\.runCount) == [2, 1, 1])
        #expect(lines[0].figures["responseTime.p50"] != nil)
        #expect(lines[1].figures.keys.allSatisfy { $0.hasPrefix("serviceTime.") })
        #expect(lines[2].figures["memory.residentBytesPeak"] == 75_000_000)
        result.result.runs = [Make.run(status: .invalid)]
        result.result.loads = nil
        #expect(throws: HistoryRefusal.self) { try HistoryLine.lines(of: result) }
    }

    @Test func distributionsAreInALog() throws {
        let document = ResultDocument.game(Make.result([Make.run()], loads: [Make.load()]))
        let log = try #require(try document.histogramLog())
        for tag in ["frame-2000.paint", "frame-2000.mainThread", "pages-1000.delay"] {
            #expect(log.text.contains("Tag=\(tag),"), "\(tag)")
        }
    }
}
