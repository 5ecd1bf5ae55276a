import OddsResults
import Testing

@testable import OddsReport

/// Results of `bench platform`, in all forms in which they are shown.
@Suite struct PlatformReportTests {
    /// A run with all that one can have.
    private static func run(
        _ repetition: Int = 1, status: RunResult.Status = .ok, nanoseconds: UInt64 = 5_000_000,
        unsent: Int = 0
    ) -> PlatformRun {
        var run = PlatformRun(repetition: repetition, lateness: LoadFixtures.summary(50_000))
        run.status = status
        run.reason = status == .ok ? nil : "1,234 requests had no answer when the window closed"
        run.windowNanoseconds = 10_000_000_000
        run.offeredRate = 2_000
        run.achievedRate = 1_995
        run.routes = PlatformRoute.allCases.map { route in
            var figures = PlatformRouteFigures(
                route: route, share: 0.2, responseTime: LoadFixtures.summary(nanoseconds),
                serviceTime: LoadFixtures.summary(nanoseconds / 2))
            figures.due = 4_000
            figures.unsent = unsent
            figures.answered = 3_990
            figures.unanswered = 10
            figures.failures = [.init(error: "noNetworkConnection", count: 10)]
            figures.offeredRate = 400
            figures.achievedRate = 399
            return figures
        }
        run.exchanges = [
            PlatformExchanges(
                method: "GET", route: "/v2/player/{player}/balance", status: 200, client: 3_990,
                server: 3_995)
        ]
        run.lost = [
            PlatformLost(
                method: "GET", route: "/v2/player/{player}/balance", reason: "broken", count: 5)
        ]
        run.sessions.logins = 5_000
        run.sessions.refreshes = 1_000
        run.sessions.refreshesOfOnePlayer = 1
        run.sessions.refused = 1_500
        run.sessions.repeated = 1_505
        run.sessions.storms = 1
        run.sessions.expired = 5_000
        run.money = PlatformMoney(
            currency: "EUR", deposits: 3_990, paid: "219.45", credited: "219.45")
        run.service = LoadFixtures.process(60 << 20)
        run.client = LoadFixtures.process(90 << 20)
        run.checks = [
            PlatformCheck("ledger", isOK: true, "the sum is 0.00 over 4,990 postings"),
            PlatformCheck("balances", isOK: status != .invalid, "1,000 players paid 219.45"),
        ]
        run.cutShortNanoseconds = 4_000_000_000
        return run
    }

    private static func result(_ runs: PlatformRun...) -> ResultEnvelope<PlatformResult> {
        LoadFixtures.envelope(
            ["bench", "platform", "--rate", "2000", "--mix", "balance=1"],
            PlatformResult(
                players: 1_000, passwordCost: 1, hashing: .init(cost: 14, perSecond: 4.2),
                runs: runs))
    }

    private static let title = """
        platform, 50,000 players of the simulator's platform; 10,000 requests/s, poisson \
        (login=5,balance=75,cashier=5,payment=5,status=10), for 10s after 2s of warm-up, seed 42
        """

    @Test func everyFieldIsInTheSchemaAndIsReadBack() throws {
        let result = Self.result(Self.run())
        guard case .platform(let read) = try ResultDocument(json: result.json()) else {
            Issue.record("read as another kind")
            return
        }
        #expect(read == result)
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
            Self.run(status: status, nanoseconds: 999_500_000, unsent: 12), Self.run(2))
        let lines = PlatformTable.summary(result, title: Self.title)
        #expect(lines.count > 20)
        #expect(lines.filter { $0.count > 80 } == [])
        #expect(lines.contains { $0.hasPrefix("run 1: \(status.rawValue): 1,995 requests/s") })
    }

    @Test func aSummarySaysWhatWasNotSentAndWhatIsWrong() {
        let text = PlatformTable.summary(
            Self.result(Self.run(status: .invalid, unsent: 12)), title: ""
        ).joined(separator: "\n")
        #expect(text.contains("the client was saturated: login 12 of 4,000"))
        #expect(text.contains("WRONG: balances: 1,000 players paid 219.45."))
        #expect(text.contains("≥ "))
        #expect(text.contains("4.20 passwords/s"))
    }

    @Test func detailsHaveBothEndsCounts() {
        let lines = PlatformTable.details(Self.result(Self.run()), title: Self.title)
        #expect(
            lines.contains { $0.contains("/v2/player/{player}/balance") && $0.contains("3,995") })
        #expect(lines.contains { $0.hasPrefix("ok: ledger: ") })
    }

    @Test func csvHasARowForEachRoute() throws {
        let table = Self.result(Self.run(), Self.run(2)).csv
        #expect(table.rows.count == 2 * PlatformRoute.allCases.count)
        #expect(table.rows[1]["route"] == .text("balance"))
        #expect(table.rows[1]["responseTime.p50"] != nil)
        #expect(table.columns.contains("service.residentBytesPeak"))
    }

    @Test func aPageShowsRoutesAndChecks() throws {
        let document = ResultDocument.platform(Self.result(Self.run()))
        #expect(document.title.contains("platform 1,000 players at 2,000/s"))
        let page = try Fixtures.page([ReportInput(name: "a.json", document: document)])
        for text in ["Response time by percentile", "balance", "Checks", "Exchanges by route"] {
            #expect(page.contains(text), "\(text)")
        }
    }

    @Test func markdownHasATableAndNothingThatRuns() {
        let text = PlatformMarkdown.text(Self.result(Self.run(status: .saturated)))
        #expect(text.hasPrefix("## ❌ SATURATED\n"))
        #expect(text.contains("| balance | 399/s |"))
    }

    @Test func eachCheckAndConditionIsATestCase() throws {
        let conditions = try [
            "balance.responseTime.p99>50ms", "login.responseTime.p50>1ms",
        ].map { try PlatformCondition($0) }
        let data = try JUnitReport.data(
            Self.result(Self.run()), conditions: conditions, seconds: 1)
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains(#"name="bench platform" tests="5""#))
        #expect(text.contains(#"failures="1""#))
        #expect(text.contains("login.responseTime.p50&gt;1ms"))
    }

    @Test func twoResultsAreComparedByRoute() throws {
        let comparison = try Comparison(
            .platform(Self.result(Self.run())),
            .platform(Self.result(Self.run(nanoseconds: 10_000_000))))
        #expect(comparison.subjects.map(\.name) == PlatformRoute.allCases.map(\.rawValue)
            + ["service"])
        let row = try #require(
            comparison.rows.first {
                $0.subject == "balance" && $0.metric == "responseTime.p50"
            })
        #expect(abs((row.ratio ?? 0) - 11 / 6) < 0.1)
    }

    @Test func aHistoryHasALineForEachRoute() throws {
        var result = Self.result(Self.run(), Self.run(2))
        let lines = try HistoryLine.lines(of: result)
        #expect(lines.map(\.strategy) == PlatformRoute.allCases.map(\.rawValue) + ["service"])
        #expect(lines[1].figures["responseTime.p99"] != nil)
        #expect(lines[5].figures["memory.residentBytesPeak"] == Double(60 << 20))
        #expect(lines[0].runCount == 2)
        result.result.runs = [Self.run(status: .invalid)]
        #expect(throws: HistoryRefusal.self) { try HistoryLine.lines(of: result) }
    }
}
