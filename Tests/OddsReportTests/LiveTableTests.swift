import OddsResults
import Testing

@testable import OddsReport

@Suite struct LiveTableTests {
    /// A published run, with this account.
    private static func lines(
        unseen: Int, lowerBoundFrom bound: UInt64?
    ) throws -> (rows: [[String]], facts: [String]) {
        var run = try Fixtures.run("published/live.json").result.runs[0]
        var live = try #require(run.live)
        // Without it, it is not known that so few frames cannot raise the p99.
        run.responseTime.histogram = nil
        live.account = LiveFigures.Account(
            offered: .init(frames: 1_000, records: 7_000),
            seen: .init(frames: 950 - unseen, records: 6_000),
            superseded: .init(frames: 50, records: 300),
            unseen: .init(frames: unseen, records: 700),
            lowerBoundFromNanoseconds: bound, staleFrames: 3)
        live.undelayedResponseTime = run.responseTime
        live.isDisrupted = true
        run.live = live
        run.unserved = .init(frames: unseen, updates: 700)
        return (LiveTable.rows(run, live), LiveTable.facts(run, live))
    }

    @Test("Figures of the response time are lower bounds from the one on that unseen frames raise")
    func bounds() throws {
        let p99 = try Fixtures.run("published/live.json").result.runs[0].responseTime.p99
        let row = try Self.lines(unseen: 20, lowerBoundFrom: p99).rows[0]
        #expect(row.map { $0.hasPrefix("≥ ") } == [false, false, false, true, true, true])
        let exact = try Self.lines(unseen: 20, lowerBoundFrom: nil).rows[0]
        #expect(!exact.contains { $0.hasPrefix("≥") })
    }

    @Test("The table says what became of the frames that were due")
    func amounts() throws {
        let (rows, facts) = try Self.lines(unseen: 20, lowerBoundFrom: nil)
        #expect(rows[1][0] == "  without lateness")
        #expect(facts[1] == "seen: 930 frames (93.0%), 6,000 records")
        #expect(facts[2].hasSuffix("50 frames (5.00%), 300 records"))
        #expect(facts[3].hasSuffix("20 frames (2.00%), 700 records, counted with their age (≥)"))
        #expect(facts[4] == "not offered: 3 frames older than their topic's state")
        #expect(facts.contains { $0.contains("include the storms and faults") })
    }

    @Test("An older result has no account, and is shown without")
    func olderResult() throws {
        let run = try Fixtures.run("published/live.json").result.runs[0]
        var live = try #require(run.live)
        live.account = nil
        live.undelayedResponseTime = nil
        #expect(!LiveTable.facts(run, live).contains { $0.hasPrefix("seen:") })
        #expect(LiveTable.rows(run, live)[1][0] == "  wire")
    }
}
