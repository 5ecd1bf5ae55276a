import OddsResults
import Testing

@testable import OddsReport

/// Results of `bench betting`, in all forms in which they are shown.
@Suite struct BettingReportTests {
    private static func feed(_ nanoseconds: UInt64) -> FeedFigures {
        var feed = FeedFigures(
            windowNanoseconds: 10_000_000_000, responseTime: LoadFixtures.summary(nanoseconds),
            lateness: LoadFixtures.summary(20_000))
        feed.offeredRate = 12_345
        feed.achievedRate = 12_340
        feed.frames = 14_000
        feed.unseenFrames = 2
        feed.lowerBoundFromNanoseconds = 999_000_000_000
        return feed
    }

    /// A run with all that one can have.
    private static func run(
        _ strategy: String = "graph", _ repetition: Int = 1, status: RunResult.Status = .ok,
        nanoseconds: UInt64 = 5_000_000, unsent: Int = 0, sync: String = "full"
    ) -> BettingRun {
        var tickets = TicketFigures(
            responseTime: LoadFixtures.summary(nanoseconds),
            serviceTime: LoadFixtures.summary(nanoseconds / 2))
        tickets.due = 20_000
        tickets.unsent = unsent
        tickets.answered = 19_990
        tickets.unanswered = 10
        tickets.placed = 17_980
        tickets.refusals = [
            .init(code: "904", count: 10), .init(code: "906", count: 2_000),
        ]
        tickets.failures = [.init(error: "noNetworkConnection", count: 10)]
        tickets.offeredRate = 2_000
        tickets.achievedRate = 1_999
        tickets.placedRate = 1_798
        var run = BettingRun(
            strategy: strategy, sync: sync, repetition: repetition, tickets: tickets,
            lateness: LoadFixtures.summary(50_000), feedAlone: feed(nanoseconds / 10),
            feed: feed(nanoseconds / 5))
        run.status = status
        run.reason = status == .ok ? nil : "1,234 tickets had no answer when the window closed"
        run.windowNanoseconds = 10_000_000_000
        run.curve = [0, 100_000_000, 1_000_000_000].enumerated().map { index, delay in
            OddsChangePoint(
                delayNanoseconds: delay, tickets: 6_660, changed: 66 * (1 + index * 10),
                priceAge: LoadFixtures.summary(900_000_000))
        }
        run.exchanges = [
            PlatformExchanges(
                method: "POST", route: "/place-bet/{operator}/v2/bets", status: 200,
                client: 17_980, server: 17_985)
        ]
        run.lost = [
            PlatformLost(
                method: "POST", route: "/place-bet/{operator}/v2/bets", reason: "broken", count: 5)
        ]
        run.money = BettingMoney(
            currency: "EUR", bets: 21_570, staked: "118635.00", returned: "3456.78",
            digest: String(repeating: "0123456789abcdef", count: 4))
        run.commits = CommitFigures(
            nanoseconds: 10_000_000_000, transactions: 25_600, commits: 3_125,
            synced: sync == "full" ? 3_110 : 0)
        run.service = LoadFixtures.process(60 << 20)
        run.client = LoadFixtures.process(90 << 20)
        run.checks = [
            PlatformCheck("ledger", isOK: true, "the sum is 0.00 over 24,990 postings"),
            PlatformCheck("balances", isOK: status != .invalid, "1,000 players staked 118635.00"),
        ]
        run.cutShortNanoseconds = 4_000_000_000
        return run
    }

    private static func result(_ runs: BettingRun...) -> ResultEnvelope<BettingResult> {
        LoadFixtures.envelope(
            ["bench", "betting", "--rate", "2000", "--updates", "10000"],
            BettingResult(players: 1_000, policy: "none", runs: runs))
    }

    private static let title = """
        betting, 100,000 players; 100,000 tickets/s at 1,000,000 updates/s, for 10s after 10s of \
        the feed alone, each after 2s of warm-up, seed 42; faults: chaos
        """

    @Test func everyFieldIsInTheSchemaAndIsReadBack() throws {
        let result = Self.result(Self.run())
        guard case .betting(let read) = try ResultDocument(json: result.json()) else {
            Issue.record("read as another kind")
            return
        }
        #expect(read == result)
        #expect(read.schema == "oddsbench.betting/2")
        try LoadFixtures.checkFields(of: result)
    }

    @Test func theSchemaRequiresWhatAReaderRequires() throws {
        try LoadFixtures.checkRequirements(of: Self.result(Self.run()))
    }

    @Test(arguments: [
        RunResult.Status.ok, .saturated, .invalid,
    ])
    func summariesFitInEightyColumns(status: RunResult.Status) {
        let result = Self.result(
            Self.run(status: status, nanoseconds: 999_500_000, unsent: 12), Self.run("graph", 2))
        let lines = BettingTable.summary(result, title: Self.title)
        #expect(lines.count > 20)
        #expect(lines.filter { $0.count > 80 } == [])
        let head = "graph, run 1: \(status.rawValue): 1,999 tickets/s of 2,000, 1,798 placed/s;"
        #expect(lines.contains { $0.hasPrefix(head) })
    }

    @Test func aSummarySaysWhatBecameOfTickets() {
        let text = BettingTable.summary(
            Self.result(Self.run(status: .invalid, unsent: 12)), title: ""
        ).joined(separator: "\n")
        #expect(text.contains("the client was saturated: 12 of 20,000."))
        #expect(text.contains("904 closed 10"))
        #expect(text.contains("WRONG: balances: 1,000 players staked 118635.00."))
        let rows = text.split(separator: "\n")
        #expect(rows.first { $0.hasPrefix("tickets ") }?.contains("≥ ") == true)
        // So few frames that were not seen are in no figure that is shown.
        #expect(rows.contains { $0.hasPrefix("feed ") })
        #expect(!rows.contains { $0.hasPrefix("feed ") && $0.contains("≥ ") })
    }

    /// 66 of 6,660: 0.991%, from 0.780% to 1.26%.
    @Test func theCurveHasSharesWithIntervals() throws {
        let point = try #require(Self.run().curve.first)
        #expect(BettingTable.curveRow(point) == [
            "0 ns", "6,660", "66", "0.991%", "0.780% to 1.26%",
        ])
        let empty = OddsChangePoint(
            delayNanoseconds: 0, tickets: 0, changed: 0,
            priceAge: LoadFixtures.summary(1, count: 0))
        #expect(BettingTable.curveRow(empty).suffix(2) == ["n/a", "n/a"])
    }

    @Test func curvesOfSeveralRunsAreAddedUp() {
        let sums = OddsChangePoint.sums([Self.run().curve, Self.run().curve])
        #expect(sums.map(\.tickets) == [13_320, 13_320, 13_320])
        #expect(sums.map(\.changed) == [132, 1_452, 2_772])
        #expect(sums.map(\.delayNanoseconds) == [0, 100_000_000, 1_000_000_000])
    }

    @Test func detailsHaveAgesAndBothEndsCounts() {
        let lines = BettingTable.details(Self.result(Self.run()), title: Self.title)
        #expect(lines.contains { $0.contains("/place-bet/{operator}") && $0.contains("17,985") })
        #expect(lines.contains { $0.contains("age of price") })
        #expect(lines.contains { $0.hasPrefix("ok: ledger: ") })
    }

    @Test func csvHasARowForEachDelay() throws {
        let table = Self.result(Self.run(), Self.run("full")).csv
        try #require(table.rows.count == 6)
        #expect(table.rows[4]["strategy"] == .text("full"))
        for column in [
            "point.share", "feed.responseTime.p99", "feedAlone.responseTime.p99",
            "tickets.refused.906", "service.residentBytesPeak", "point.priceAge.p999",
        ] { #expect(table.columns.contains(column), "\(column)") }
        for feed in ["feed", "feedAlone"] {
            #expect(table.rows[0]["\(feed).frames"] == .count(14_000))
            #expect(table.rows[0]["\(feed).unseenFrames"] == .count(2))
            #expect(
                table.rows[0]["\(feed).lowerBoundFromNanoseconds"] == .unsigned(999_000_000_000))
        }
        #expect(table.rows[0]["tickets.placedRate"] == .number(1_798))
    }

    @Test func aPagePlotsTheCurveOfEachStrategy() throws {
        let result = Self.result(
            Self.run("full"), Self.run("graph"), Self.run("graph", 2, status: .invalid))
        let chart = BettingCurve.chart(result.result)
        #expect(chart.series.map(\.name) == [
            "full", "full, 95% interval", "graph", "graph, 95% interval",
        ])
        let points = try #require(chart.series.last).points
        // An INVALID run is no part of it.
        try #require(points.map(\.x) == [0, 0.1, 1])
        #expect(points.allSatisfy { $0.low! < $0.y && $0.y < $0.high! })
        #expect(abs(points[0].y - 0.991) < 0.001)
        let short = try #require(BettingCurve.shortDelays(result.result))
        #expect(short.series[0].points.map(\.x) == [0, 0.1])
        let document = ResultDocument.betting(result)
        #expect(document.title.contains("betting full, graph at 2,000/s"))
        let page = try Fixtures.page([ReportInput(name: "a.json", document: document)])
        for text in ["Tickets that met changed odds", "Checks", "Exchanges by route"] {
            #expect(page.contains(text), "\(text)")
        }
    }

    /// What waits for the disk stands beside what does not, by the medians of valid runs.
    @Test func runsOfBothSyncsAreShownSideBySide() throws {
        let result = Self.result(
            Self.run(nanoseconds: 8_000_000), Self.run(sync: "normal"),
            Self.run("graph", 2, nanoseconds: 10_000_000),
            Self.run("graph", 2, status: .invalid, nanoseconds: 900_000_000, sync: "normal"))
        let rows = BettingOverview.rows(result.result)
        #expect(rows.map(\.[0]) == ["graph, sync full", "graph, sync normal"])
        #expect(rows.map { $0[1...3] } == [["1,999", "1,798", "311"], ["1,999", "1,798", "0"]])
        #expect(rows.map(\.[4]) == ["10.0 ms", "6.00 ms"])
        let lines = BettingTable.summary(result, title: Self.title)
        #expect(lines.filter { $0.count > 80 } == [])
        #expect(lines.contains { $0.hasPrefix("graph, sync normal, run 2: INVALID") })
        #expect(BettingMarkdown.text(result).contains("| graph, sync normal | 1,999 |"))
        // What commits wait for is nothing to the odds.
        #expect(BettingCurve.chart(result.result).series.map(\.name) == [
            "graph", "graph, 95% interval",
        ])
        let findings = result.result.groups.flatMap { BettingFindings.findings($0.name, $0.runs) }
        #expect(findings.map(\.label)[3] == "graph, sync normal · ticket response p99, median")
        #expect(findings.map(\.tone) == [.good, .neutral, .good, .bad, .neutral, .bad])
        #expect(findings[3].detail.hasPrefix("OK 1 of 2, INVALID 1 of 2 · 1,999/s of"))
        let document = ResultDocument.betting(result)
        let page = try Fixtures.page([ReportInput(name: "a.json", document: document)])
        #expect(page.contains("Medians") && page.contains("1,798/s placed"))
        #expect(try HistoryLine.lines(of: result).map(\.runCount) == [2, 2, 2, 1, 1, 1])
        #expect(BettingOverview.rows(Self.result(Self.run()).result).isEmpty)
    }

    @Test func commitsAreToldWithThoseThatWaitedForTheDisk() {
        let text = BettingTable.summary(Self.result(Self.run()), title: "")
            .joined(separator: " ")
        #expect(
            text.contains(
                "Commits: 312 a second, of 8.19 transactions each; 311 a second"))
        var older = Self.run()
        older.commits = nil
        let rows = BettingOverview.rows(Self.result(older, Self.run("graph", 2)).result)
        #expect(rows.map(\.[3]) == ["n/a"])
    }

    @Test func conditionsStandFirstInMarkdown() throws {
        let conditions = try ["tickets.achievedRate<2000/s", "tickets.responseTime.p99>50ms"]
            .map { try BettingCondition($0) }
        let one = BettingMarkdown.text(Self.result(Self.run()), conditions: conditions)
        #expect(one.hasPrefix("- ❌ tickets.achievedRate\\<2000/s: it is 1,999/s\n- ✅"))
        let two = ConditionOutcome.all(
            of: [conditions[1]], in: [Self.run(unsent: 1), Self.run("graph", 2)])
        #expect(two.map(\.outcome) == [.unknown, .holds])
        #expect(two[0].text.hasSuffix(", and may be more in run 1 of graph, sync full"))
    }

    @Test func markdownHasTablesAndNothingThatRuns() {
        let text = BettingMarkdown.text(Self.result(Self.run(status: .saturated)))
        #expect(text.hasPrefix("## ❌ SATURATED, graph\n"))
        #expect(text.contains("| tickets | 1,999/s | 1,798/s |"))
        #expect(text.contains("| 100 ms | 6,660 |"))
    }

    @Test func eachCheckAndConditionIsATestCase() throws {
        let conditions = try [
            "tickets.responseTime.p99>50ms", "feed.responseTime.p50>1us",
        ].map { try BettingCondition($0) }
        let data = try JUnitReport.data(
            Self.result(Self.run()), conditions: conditions, seconds: 1)
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains(#"name="bench betting" tests="5""#))
        #expect(text.contains(#"failures="1""#))
        #expect(text.contains("feed.responseTime.p50&gt;1us"))
    }

    @Test func conditionsAreOfTicketsAndFeeds() throws {
        let run = Self.run()
        #expect(try BettingCondition("tickets.responseTime.p99>50ms").outcome(for: run) == .holds)
        #expect(try BettingCondition("tickets.achievedRate<2000/s").outcome(for: run) == .fails)
        #expect(try BettingCondition("feedAlone.responseTime.p50>1us").outcome(for: run) == .fails)
        // What was not sent may have made it worse, and an INVALID run says nothing.
        #expect(
            try BettingCondition("tickets.responseTime.p99>50ms")
                .outcome(for: Self.run(unsent: 1)) == .unknown)
        #expect(
            try BettingCondition("tickets.achievedRate<2000/s")
                .outcome(for: Self.run(status: .invalid)) == .unknown)
        for text in ["responseTime.p99>50ms", "feed.serviceTime.p99>50ms", "feed.x>1"] {
            #expect(throws: BettingCondition.Refusal.self) { try BettingCondition(text) }
        }
    }

    @Test func twoResultsAreComparedByStrategy() throws {
        let comparison = try Comparison(
            .betting(Self.result(Self.run())),
            .betting(Self.result(Self.run(nanoseconds: 10_000_000))))
        #expect(comparison.subjects.map(\.name) == [
            "graph, sync full, tickets", "graph, sync full, feed with tickets",
            "graph, sync full, feed alone", "graph, sync full, odds changed",
        ])
        let row = try #require(
            comparison.rows.first {
                $0.subject == "graph, sync full, tickets" && $0.metric == "responseTime.p50"
            })
        #expect(abs((row.ratio ?? 0) - 11 / 6) < 0.1)
        #expect(comparison.rows.contains { $0.metric == "at 100 ms" && $0.ratio == 1 })
    }

    @Test func aHistoryHasLinesForEachStrategy() throws {
        var result = Self.result(Self.run(), Self.run("graph", 2), Self.run("full"))
        let lines = try HistoryLine.lines(of: result)
        let names = ["graph", "full"].flatMap { strategy in
            ["tickets", "feed", "feedAlone"].map { "\(strategy), sync full \($0)" }
        }
        try #require(lines.map(\.strategy) == names)
        #expect(lines[0].figures["responseTime.p99"] != nil)
        #expect(lines.map(\.runCount) == [2, 2, 2, 1, 1, 1])
        result.result.runs = [Self.run(status: .invalid)]
        #expect(throws: HistoryRefusal.self) { try HistoryLine.lines(of: result) }
    }
}
