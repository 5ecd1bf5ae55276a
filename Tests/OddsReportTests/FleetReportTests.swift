import OddsResults
import Testing

@testable import OddsReport

@Suite struct FleetReportTests {
    /// A published run over sockets as if two agents and two edges had made it.
    static func run(
        uncertainty: UInt64 = 60_000, lost: Bool = false
    ) throws -> RunResult {
        var run = try Fixtures.run("published/live.json").result.runs[0]
        run.responseTime.p50 = 900_000
        run.responseTime.p99 = 1_840_000
        run.responseTime.histogram = nil
        let part = { (name: String, clock: UInt64?) in
            FleetFigures.Part(
                name: name, clients: 200, frames: 2_000, unseenFrames: 3,
                responseTime: LoadFixtures.summary(1_000_000), clockUncertaintyNanoseconds: clock)
        }
        run.fleet = FleetFigures(
            run: "r1", world: "main", agents: [part("a1", uncertainty), part("a2", 0)],
            edges: [part("10.0.0.1:8080", nil), part("10.0.0.2:8080", nil)],
            lost: lost
                ? [
                    .init(
                        name: "a2", lastReportAt: "2026-07-01T12:00:05.000Z",
                        lastReportNanoseconds: 2_000_000_000, unknownFrames: 800)
                ] : [],
            unknownFrames: lost ? 800 : 0, clockUncertaintyNanoseconds: uncertainty)
        run.fleet?.agents[0].natsAwayNanoseconds = 5_300_000_000
        if !lost { run.fleet?.edges[1].clientsAtEnd = 150 }
        if lost {
            run.status = .incomplete
            run.reason = run.fleet?.lost[0].text
        }
        return run
    }

    private static func lines(_ run: RunResult) throws -> [String] {
        FleetTable.lines(run, try #require(run.fleet))
    }

    @Test("The table has the whole, each agent and each edge, with their clocks")
    func table() throws {
        let lines = try Self.lines(Self.run())
        #expect(lines[0].split(separator: " ").first == "clients")
        #expect(lines[2].hasPrefix("whole") && lines[2].hasSuffix("± 60.0 µs"))
        #expect(lines[4].hasPrefix("a1") && lines[4].hasSuffix("± 60.0 µs"))
        #expect(lines[5].hasPrefix("a2") && lines[5].hasSuffix("± 0 ns"))
        #expect(lines[7].hasPrefix("10.0.0.1:8080") && !lines[7].contains("±"))
        #expect(lines[8].hasPrefix("10.0.0.2:8080"))
        #expect(lines.contains { $0.hasSuffix("p99 1.84 ms ± 0.06") })
    }

    @Test("Clocks that leave more than a tenth of the median open are said; shared ones are exact")
    func clocks() throws {
        let warning = { (run: RunResult) in run.fleet?.clockWarning(median: run.responseTime.p50) }
        #expect(warning(try Self.run(uncertainty: 90_000)) == nil)
        let text = try #require(warning(try Self.run(uncertainty: 90_001)))
        #expect(text.hasPrefix("the clocks agree to 90.0 µs only, which is more than a tenth"))
        let lines = try Self.lines(Self.run(uncertainty: 90_001))
        let words = lines.flatMap { $0.split(separator: " ") }.joined(separator: " ")
        #expect(words.contains(text))
        #expect(try Self.lines(Self.run(uncertainty: 0)).contains("one clock: latencies are exact"))
    }

    @Test("A lost agent is named with its last report, and what is not known is said")
    func lostAgent() throws {
        let run = try Self.run(lost: true)
        let text = try Self.lines(run).flatMap { $0.split(separator: " ") }
            .joined(separator: " ")
        #expect(text.contains("a2 (lost)"))
        #expect(text.contains("in no percentile: about 800 frames"))
        #expect(text.contains("those of the other agents, which had 200 of the 400 clients"))
        // The reason of the run stands above the table, and is not said again.
        #expect(!text.contains("a2 was lost"))
        let page = FleetTable.notes(run, try #require(run.fleet))
        #expect(
            page[0].hasPrefix("a2 was lost: its last report came at 2026-07-01T12:00:05.000Z"))
        #expect(FigureText.tone(run.status) == .bad)
        #expect(FigureText.status([try Self.run(), run]).hasPrefix("INCOMPLETE: a2 was lost"))
    }

    @Test("An outage of NATS and an edge that lost its clients are said")
    func outages() throws {
        let text = try Self.lines(Self.run()).flatMap { $0.split(separator: " ") }
            .joined(separator: " ")
        #expect(text.contains("NATS was away from a1 for up to 5.30 s"))
        #expect(text.contains("10.0.0.2:8080 had 150 clients at the end, where 200 were to be"))
        #expect(!text.contains("10.0.0.1:8080 had"))
    }

    @Test("The report shows a fleet by agent and by edge")
    func section() throws {
        let result = LoadFixtures.envelope(
            ["bench", "fleet", "run"], RunResults(runs: [try Self.run(lost: true)]))
        let document = try ResultDocument(json: result.json())
        #expect(document.title.contains("fleet"))
        let section = ReportSection(document)
        #expect(section.kind == "Fleet")
        let finding = try #require(
            section.findings.first { $0.label == "agents with a whole result" })
        #expect(finding.value == "1 of 2" && finding.tone == .bad)
        #expect(finding.detail == "2 edges · p99 1.84 ms ± 0.06")
        let page = try Fixtures.page([ReportInput(name: "fleet.json", document: document)])
        for text in [
            "by agent and by edge", "a2 (lost)", "10.0.0.2:8080", "INCOMPLETE",
            "about 800 frames",
        ] { #expect(page.contains(text), "\(text)") }
        // With several results the page has a list of them.
        let both = try Fixtures.page(["a", "b"].map { ReportInput(name: $0, document: document) })
        #expect(both.contains(#"<b class="bad">INCOMPLETE</b>"#))
        let alone = try Fixtures.page([
            ReportInput(name: "live.json", document: try Fixtures.document("published/live.json"))
        ])
        #expect(!alone.contains("by agent and by edge"))
    }

    @Test("A fleet's agents and edges are rows of CSV under the columns of the run")
    func csv() throws {
        let run = try Self.run(lost: true)
        let rows = RunResults(runs: [run]).csvRows
        #expect(rows.map { $0["part"] } == [nil, "agent", "agent", "edge", "edge"].map {
            $0.map { CSVValue.text($0) }
        })
        #expect(rows[0]["fleet.lost"] == .text("a2"))
        #expect(rows[0]["fleet.unknownFrames"] == .count(800))
        #expect(rows.map { $0["status"] }.map { $0?.text } == [
            "INCOMPLETE", "INCOMPLETE", "INCOMPLETE", "INCOMPLETE", "INCOMPLETE",
        ])
        #expect(rows[1]["live.account.unseen.frames"] == .count(3))
        let table = CSVTable(rows)
        #expect(table.columns.contains("responseTime.p99"))
        #expect(
            Set(rows[3].names).subtracting(rows[0].names) == [
                "part", "part.name", "fleet.natsAwayNanoseconds", "fleet.clientsAtEnd",
            ])
    }

    @Test("The schema names every field of a fleet's run, and requires what a reader requires")
    func schema() throws {
        var run = try Self.run(lost: true)
        run.fleet?.edges[0].clientsAtEnd = 200
        let result = LoadFixtures.envelope(["bench", "fleet", "run"], RunResults(runs: [run]))
        try LoadFixtures.checkFields(of: result)
        try LoadFixtures.checkRequirements(of: result)
        #expect(try ResultEnvelope<RunResults>(json: result.json()) == result)
    }

    @Test("A comparison takes a fleet's run as any over sockets, and leaves an INCOMPLETE one out")
    func comparison() throws {
        func document(_ run: RunResult) throws -> ResultDocument {
            try ResultDocument(
                json: LoadFixtures.envelope(["bench", "fleet", "run"], RunResults(runs: [run]))
                    .json())
        }
        let whole = try document(Self.run())
        var alone = try Self.run()
        alone.fleet = nil
        let live = try document(alone)
        let compared = try Comparison(live, whole)
        #expect(!compared.rows.isEmpty)
        #expect(compared.rows.map(\.metric) == (try Comparison(live, live)).rows.map(\.metric))
        let lost = try Comparison(whole, document(Self.run(lost: true)))
        #expect(lost.warnings.contains("the second has 1 INCOMPLETE run"))
        #expect(lost.subjects[0].second?.status == "INCOMPLETE")
        #expect(lost.rows.isEmpty)
        #expect(lost.notes.contains { $0.hasSuffix("1 INCOMPLETE run of B left out") })
    }
}
