import Testing

/// Each row of the contract's tables, in both spellings of ids, alone and all in one
/// frame: strategies and reference agree, and rows without a meaning change nothing.
@Suite struct ContentRowTests {
    struct Row: CustomTestStringConvertible, Sendable {
        var changeType = "UPDATED"
        let path: String
        let change: String

        var testDescription: String { "\(changeType) \(path) \(change)" }

        var element: String { ContentText.element(changeType, path, change) }

        /// With ids as numbers where they stand in `change`.
        var elementWithNumbers: String {
            let numbers = change.replacing(/"([0-9]+\.1)"/) { "\($0.output.1)" }
            return ContentText.element(changeType, path, numbers)
        }
    }

    private static let event = "[idfoevent=9001.1]"
    private static let market = "\(event)|markets|[idfomarket=5001.1]"
    private static let prices = #"{"idfoselection":"7101.1","idfomarket":"5001.1","#

    /// SR-U1, SR-A1, SR-R1.
    static let rows: [Row] = [
        Row(path: ContentText.path(), change: prices + #""currentpriceup":"3"}"#),
        Row(path: ContentText.path(), change: prices + #""currentpricedown":7}"#),
        Row(
            path: ContentText.path(),
            change: prices + #""currentpriceup":9,"currentpricedown":"4"}"#),
        Row(path: ContentText.path(), change: prices + #""idfoselectionsuspensiontype":"N/O"}"#),
        Row(path: ContentText.path(), change: prices + #""idfoselectionsuspensiontype":null}"#),
        Row(path: ContentText.path(), change: prices + #""istradable":false}"#),
        Row(path: ContentText.path() + "|istradable", change: "true"),
        Row(path: market + "|istradable", change: "false"),
        Row(path: event + "|numMarkets", change: "42"),
        Row(path: event + "|liveDataSummary|scores|MATCH_SCORE", change: #"{"home":2}"#),
        Row(
            path: event + "|liveDataSummary|scores|SET2_SCORE",
            change: #"{"COMPETITOR":{"home":6,"away":4}}"#),
        Row(path: event + "|liveDataSummary|matchTime", change: #""45:00 +02:10""#),
        Row(path: event + "|liveDataSummary|status", change: #""ended""#),
        Row(path: event + "|liveDataSummary|status", change: #""1st_half""#),
        Row(path: event + "|liveDataSummary|serve", change: #""2""#),
        Row(path: event + "|liveDataSummary|serve", change: "0"),
        Row(
            changeType: "ADDED", path: event + "|markets|[idfomarket=5002.1]",
            change: #"{"idfomarket":"5002.1","idfoevent":"9001.1","name":"Total","line":2.5}"#),
        Row(
            changeType: "added", path: market + "|selections|[idfoselection=7103.1]",
            change: #"{"idfoselection":"7103.1","idfomarket":"5001.1","currentpriceup":1}"#),
        Row(
            changeType: "Added", path: "[idfoevent=9002.1]",
            change: #"{"idfoevent":"9002.1","tsstart":"2026-10-02T20:00:00+0000","name":"C v D"}"#),
        Row(
            changeType: "ADDED", path: event + "|liveDataSummary|scores|PERIOD1_SCORE",
            change: #"{"home":0,"away":1}"#),
        Row(changeType: "REMOVED", path: ContentText.path("7102.1"), change: "null"),
        Row(changeType: "removed", path: market, change: "null"),
        Row(changeType: "REMOVED", path: event, change: "null"),
    ]

    @Test(arguments: rows)
    func aRowAlone(row: Row) throws {
        for element in [row.element, row.elementWithNumbers] {
            let subject = try SocketSubject.withEvent()
            subject.take(element)
            #expect(subject.counters.framesApplied == 2)
            #expect(subject.counters.recordsRejected == 0)
            #expect(subject.counters.orphanUpdates + subject.counters.orphanDeletes == 0)
            #expect(subject.contentCounters.changesIgnored == 0)
        }
    }

    @Test func allRowsInOneFrame() throws {
        for elements in [Self.rows.map(\.element), Self.rows.map(\.elementWithNumbers)] {
            let subject = try SocketSubject.withEvent()
            subject.receive(ContentText.frame(elements))
            #expect(subject.counters.framesApplied == 2, "one update (SR-C5)")
            #expect(subject.events.map(\.id.description) == ["9002.1"])
            #expect(subject.contentCounters.changesIgnored == 0)
        }
    }

    /// What looks like a change of prices and is none, once for each selection: a translator
    /// that learned the first would take the second for one.
    @Test(arguments: [
        ("[idfoselection=ID.1", #"{"currentpriceup":"3"}"#),
        ("[idfoselection=ID.1]x", #"{"currentpriceup":"3"}"#),
        ("[idfoselection=ID.1]", #"{"idfoselection":"ID.1"}"#),
        ("[idfoselection=ID.1]", #"{"currentpriceup":"3","istradable":0}"#),
        ("[idfoselection=ID.1]", #"{"currentpriceup":"3","currentpricedown":"1234567890123456"}"#),
        ("[idfoselection=ID.1]", #"{"currentpriceup":"3","currentpricedown":"0"}"#),
        ("[idfoselection=ID.1]", #"{"currentpriceup":"3","currentpriceup":"x"}"#),
        ("[idfoselection=ID.1]|[idfoselection=7109.1]", #"{"currentpriceup":"3"}"#),
    ])
    func onlyChangesOfPricesAreLearned(path: String, change: String) throws {
        let subject = try SocketSubject.withEvent()
        let before = subject.offers
        for id in ["7101", "7102", "7101"] {
            let (path, change) = (
                path.replacing("ID", with: id), change.replacing("ID", with: id)
            )
            subject.take(ContentText.element("UPDATED", path, change))
            #expect(subject.offers == before)
        }
    }

    /// SR-U3.
    static let unknown: [Row] = [
        Row(path: event + "|name", change: #""Gamma v Delta""#),
        Row(path: event + "|numMarkets[x=1]", change: "42"),
        Row(path: event + "|liveDataSummary|SET1_SCORE", change: #"{"home":1}"#),
        Row(path: event + "|liveDataSummary|scores|BEST_SCORE", change: #"{"home":1}"#),
        Row(path: "istradable", change: "false"),
        Row(path: "matchTime", change: #""1:00""#),
        Row(path: ContentText.path(), change: #"{"name":"Gamma"}"#),
        Row(path: ContentText.path(), change: "17"),
        Row(changeType: "ADDED", path: event + "|markets", change: #"{"idfomarket":"5009.1"}"#),
        Row(changeType: "ADDED", path: event + "|liveDataSummary|matchTime", change: #""1:00""#),
        Row(changeType: "REMOVED", path: "markets", change: "null"),
        Row(changeType: "REMOVED", path: "[idfoteam=1.1]", change: "null"),
    ]

    @Test(arguments: unknown)
    func whatFitsNoRowIsCountedAndChangesNothing(row: Row) throws {
        let subject = try SocketSubject.withEvent()
        let before = subject.events
        subject.take(row.element)
        #expect(subject.events == before)
        #expect(subject.changes == [])
        #expect(subject.contentCounters.changesIgnored == 1)
        #expect(subject.contentCounters.ignoredLabels.count == 1)
        #expect(subject.counters.recordsRejected == 0)
    }
}
