import Foundation
import OddsFixtures
import OddsResults
import Testing

@Suite struct HistoryTests {
    private func result(
        statuses: [RunResult.Status] = [.ok, .ok, .ok], strategy: String = "full",
        words: [String] = ["bench", "run", "--strategy", "all", "--rate", "100"]
    ) -> ResultEnvelope<RunResults> {
        let runs = statuses.enumerated().map { number, status in
            var run = RunResult.empty
            run.strategy = strategy
            run.status = status
            run.allocationsPerUpdate = Double(number)
            run.achievedRate = 100
            return run
        }
        var result = ResultEnvelope(
            command: words, environment: GateRuns.environment, RunResults(runs: runs))
        result.environment.buildMode = "release"
        result.environment.commit = SourceCommit(id: "abc", isClean: false)
        return result
    }

    private func line(_ value: Double, day: Int, strategy: String = "full") throws -> HistoryLine {
        var line = try HistoryLine.lines(of: result(strategy: strategy))[0]
        line.startedAt = "2026-01-\(day < 10 ? "0" : "")\(day)T00:00:00Z"
        line.commit = SourceCommit(id: "\(day)", isClean: true)
        line.figures = ["achievedRate": value, "allocationsPerUpdate": value]
        return line
    }

    @Test func aLineHasTheMediansOfTheValidRuns() throws {
        let line = try HistoryLine.lines(of: result(statuses: [.ok, .invalid, .ok]))[0]
        #expect(line.runCount == 2)
        #expect(line.figures["allocationsPerUpdate"] == 1)
        #expect(line.commit.description == "abc-dirty")
        #expect(line.figures["serviceTime.count"] == nil)
        let three = try HistoryLine.lines(of: result(statuses: [.ok, .ok, .ok]))[0]
        #expect(three.figures["allocationsPerUpdate"] == 1)
        #expect(three.runCount == 3)
    }

    @Test func onlyWordsThatChangeTheFiguresCount() throws {
        let words = [
            "bench", "run", "--repeat", "3", "--rate", "100", "--no-verify", "--fail-if",
            "responseTime.p99>--rate", "--strategy", "full", "--intervals", "1s",
        ]
        let line = try HistoryLine.lines(of: result(words: words))[0]
        #expect(line.command == ["bench", "run", "--rate", "100"])
        #expect(try line.seriesName == HistoryLine.lines(of: result())[0].seriesName)
    }

    @Test func resultsThatSayNothingAreRefused() {
        #expect(throws: HistoryRefusal.noValidRun(nil)) {
            try HistoryLine.lines(of: result(statuses: [.invalid]))
        }
        var cut = result()
        cut.cutShort = "SIGINT after 2 of 3 runs"
        #expect(throws: HistoryRefusal.cutShort("SIGINT after 2 of 3 runs")) {
            try HistoryLine.lines(of: cut)
        }
        var debug = result()
        debug.environment.buildMode = "debug"
        #expect(throws: HistoryRefusal.debugBuild) { try HistoryLine.lines(of: debug) }
        var unknown = result()
        unknown.environment.commit = nil
        #expect(throws: HistoryRefusal.noCommit) { try HistoryLine.lines(of: unknown) }
    }

    @Test func linesAreReadAsTheyWereWritten() throws {
        let lines = [try line(1, day: 1), try line(2, day: 2)]
        let text = try HistoryText.text(lines)
        #expect(try HistoryText.lines(text) == lines)
        #expect(try HistoryText.lines(Data("\n".utf8) + text + Data(" \n".utf8)) == lines)
    }

    @Test(arguments: [
        ("{", "not a line of a history"),
        (#"{"schema":"oddsbench.history/1"}"#, "not a line of a history: no commit"),
    ])
    func aDamagedLineIsNamed(text: String, reason: String) throws {
        let good = try HistoryText.text([line(1, day: 1)])
        #expect(throws: DamagedHistory(line: 3, reason: reason)) {
            try HistoryText.lines(good + Data("\n\(text)\n".utf8) + good)
        }
    }

    @Test func anUnknownVersionIsRefused() throws {
        var later = try line(1, day: 1)
        later.schema = "oddsbench.history/2"
        let text = try HistoryText.text([later])
        #expect(throws: DamagedHistory.self) { try HistoryText.lines(text) }
    }

    @Test func seriesAreByCommandMachineAndStrategyAndInOrderOfTime() throws {
        var other = try line(5, day: 3)
        other.command.append("--stages")
        let lines = [try line(2, day: 2), try line(3, day: 4, strategy: "graph"), other]
            + [try line(1, day: 1)]
        let series = HistorySeries.all(lines)
        #expect(series.map(\.lines.count) == [2, 1, 1])
        #expect(series[0].lines.map(\.commit.id) == ["1", "2"])
    }

    private func analysis(
        _ before: Double, _ after: Double, last: Int? = nil, since: String? = nil,
        changeMin: Double = 0.05
    ) throws -> HistoryAnalysis {
        let lines = try (1...24).map { day in
            try line((day <= 12 ? before : after) + Double(day % 3) / 100, day: day)
        }
        var options = HistoryAnalysis.Options()
        options.last = last
        options.since = since
        options.changeMin = changeMin
        return HistoryAnalysis(lines, options: options)
    }

    /// More allocations are worse, a higher rate is better.
    @Test func aRegressionIsAChangeForTheWorse() throws {
        #expect(try analysis(10, 12).regressions == ["allocationsPerUpdate of full"])
        #expect(try analysis(12, 10).regressions == ["achievedRate of full"])
        #expect(try analysis(10, 10.3).regressions.isEmpty)
        #expect(try analysis(10, 10.3, changeMin: 0.01).regressions.count == 1)
        #expect(try analysis(10, 12, last: 12).regressions.isEmpty)
    }

    @Test func aRegressionThatIsAcceptedIsLeftOutFromItsCommitOn() throws {
        #expect(try analysis(10, 12, since: "13").regressions.isEmpty)
        #expect(try analysis(10, 12, since: "3").regressions == ["allocationsPerUpdate of full"])
        // Where there is no such commit, nothing is left out.
        #expect(try analysis(10, 12, since: "none").regressions.count == 1)
    }

    @Test func somethingAfterNothingIsARegression() throws {
        let lines = try (1...24).map { try line($0 <= 12 ? 0 : 2, day: $0) }
        let analysis = HistoryAnalysis(lines, options: .init())
        #expect(analysis.regressions == ["allocationsPerUpdate of full"])
        #expect(analysis.series[0].figures[0].changes[0].change == nil)
    }

    @Test func aChangeHasItsCommitAndWhatElseChanged() throws {
        var lines = try (1...24).map { try line($0 <= 12 ? 10 : 12, day: $0) }
        for index in 12..<24 { lines[index].toolchain = "another" }
        let figure = try #require(
            HistoryAnalysis(lines, options: .init()).series.first?.figures.first)
        #expect(figure.changes.map(\.commit.id) == ["13"])
        #expect(figure.changes.map(\.differences) == [["toolchain"]])
        #expect(figure.changes[0].change == 12.0 / 10 - 1)
    }
}
