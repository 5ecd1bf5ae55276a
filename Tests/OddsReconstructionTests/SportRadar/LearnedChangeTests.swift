import Foundation
import OddsWire
import Testing

/// Changes that look like one before are read by a short way, to the same end.
///
/// Each is taken by translators that learn and by one that does not, and compared with the
/// reference.
@Suite struct LearnedChangeTests {
    /// Changes of one content, which differ in ids and values from each other.
    struct Series: CustomTestStringConvertible, Sendable {
        let name: String
        var content = ContentText.list
        var changeType = "UPDATED"
        let changes: [(path: String, change: String)]

        var testDescription: String { name }
    }

    private static let market = "[idfoevent=9001.1]|markets|[idfomarket=5001.1]"

    static let series = [
        Series(name: "counts of markets", changes: [
            ("[idfoevent=9001.1]|numMarkets", "41"), ("[idfoevent=9001.1]|numMarkets", "7"),
            ("[idfoevent=900100000000000000.1]|numMarkets", "8"),
            ("[idfoevent=9001.1]|numMarkets", "123456789012345"),
            ("[idfoevent=9001.1]|numMarkets", "1234567890123456"),
            ("[idfoevent=9001.1]|numMarkets", "-3"), ("[idfoevent=9001.1]|numMarkets", "0"),
            ("[idfoevent=9001.1]|numMarkets", "4.5"), ("[idfoevent=9001.1]|numMarkets", "4e1"),
            ("[idfoevent=9001.1]|numMarkets", #""5""#), ("[idfoevent=9001.1]|numMarkets", "null"),
            ("[idfoevent=9001.1]|numMarkets", "true"), ("[idfoevent=9001.2]|numMarkets", "6"),
            ("[idfoevent=9001.1|numMarkets", "6"), ("[idfoevent=9001.1]x|numMarkets", "6"),
            ("[idfoevent=9001.1]|numMarkets[", "6"), ("[idfoevent=a]|numMarkets", "6"),
        ]),
        Series(name: "counts of events", content: ContentText.sports, changes: [
            ("[idfosporttype=FBL]|numEvents", "41"), ("[idfosporttype=TNS]|numEvents", "0"),
            ("[idfosporttype=F B=L]|numEvents", "2"), ("[idfosporttype=F|L]|numEvents", "2"),
            ("[idfosporttype=]|numEvents", "2"), ("[idfosporttype=F]L]|numEvents", "2"),
            (#"[idfosporttype=F\"L]|numEvents"#, "2"), ("[idfosporttype=Fé]|numEvents", "2"),
            ("[idfosporttype=\(String(repeating: "F", count: 64))]|numEvents", "2"),
            ("[idfosporttype=\(String(repeating: "F", count: 65))]|numEvents", "2"),
            ("[idfosporttype=FBL]|numEvents", #""12""#),
            ("[idfosporttype=TNS]|numEvents", #""12""#), ("[idfosporttype=TNS]|numEvents", "5"),
        ]),
        Series(name: "counts of nodes", content: ContentText.nodes, changes: [
            ("[idfwbonavigation=11.1]|numevents", "41"),
            ("[idfwbonavigation=11.1]|numinplayevents", "3"),
            ("[idfwbonavigation=12.1]|numevents", "4"),
            ("[idfwbonavigation=12.1]|numinplayevents", "5"),
            ("[idfwbonavigation=x/y]|numevents", "6"),
        ]),
        Series(name: "what is tradable", changes: [
            (market + "|istradable", "false"), (market + "|istradable", "true"),
            (ContentText.path() + "|istradable", "false"),
            (ContentText.path() + "|istradable", "true"),
            (ContentText.path("7102.1") + "|istradable", "false"),
            (ContentText.path("2000000000000000000.1") + "|istradable", "false"),
            (market + "|istradable", "null"), (market + "|istradable", "0"),
            (market.replacing("5001.1", with: "5009.1") + "|istradable", "false"),
        ]),
        Series(name: "the clock, the status and the server", changes: [
            ("[idfoevent=9001.1]|liveDataSummary|matchTime", #""63:12""#),
            ("[idfoevent=9001.1]|liveDataSummary|matchTime", #""64:0""#),
            ("[idfoevent=9001.1]|liveDataSummary|matchTime", #""x""#),
            ("[idfoevent=9001.1]|liveDataSummary|matchTime", #""6\u0034:00""#),
            ("[idfoevent=9001.1]|liveDataSummary|status", #""2nd_half""#),
            ("[idfoevent=9001.1]|liveDataSummary|status", #""ended""#),
            ("[idfoevent=9001.1]|liveDataSummary|status", #""é""#),
            ("[idfoevent=9001.1]|liveDataSummary|serve", "1"),
            ("[idfoevent=9001.1]|liveDataSummary|serve", "2"),
            ("[idfoevent=9001.1]|liveDataSummary|serve", "0"),
            ("[idfoevent=9001.1]|liveDataSummary|serve", "3"),
            ("[idfoevent=9001.1]|liveDataSummary|serve", #""1""#),
        ]),
        Series(name: "scores", changes: [
            scores("SET1_SCORE", #"{"home":1,"away":0}"#),
            scores("SET1_SCORE", #"{"home":2,"away":6}"#),
            scores("SET2_SCORE", #"{"home":2,"away":6}"#),
            scores("SET1_SCORE", #"{"home":"3","away":"4"}"#),
            scores("SET1_SCORE", #"{"home":"x","away":"4"}"#),
            scores("SET1_SCORE", #"{"COMPETITOR":{"home":"5","away":"4"}}"#),
            scores("SET1_SCORE", #"{"COMPETITOR":{"home":"6","away":"7"}}"#),
            scores("SET1_SCORE", #"{"home":1,"home":2,"away":3}"#),
            scores("SET1_SCORE", #"{"home":4,"home":5,"away":6}"#),
            scores("SET1_SCORE", #"{"home":2.5,"away":null}"#),
            scores("SET1_SCORE", #"{"home":[1],"away":null}"#),
            scores("BEST_SCORE", #"{"home":1,"away":0}"#),
            scores("BEST_SCORE", #"{"home":2,"away":0}"#),
        ]),
        Series(name: "removals", changeType: "REMOVED", changes: [
            (ContentText.path("7101.1"), "null"), (ContentText.path("7102.1"), "null"),
            (ContentText.path("7103.1"), "null"), (market, "null"),
            (market.replacing("5001.1", with: "5009.1"), "null"), (market, "7"),
            ("[idfoevent=9001.1]", "null"), ("[idfoevent=9002.1]", "null"),
        ]),
        Series(name: "what is ignored", changes: [
            ("[idfoevent=9001.1]|name", #""a""#), ("[idfoevent=9002.1]|name", #""b""#),
            ("[idfoevent=9001.1]|x[idfomarket=1.1]", "1"),
            ("[idfoevent=9001.1]|x[idfomarket=12.1]", "2"),
            ("[idfoevent=9001.1]|[idfoevent=9002.1]|numMarkets", "2"),
            ("[idfoevent=9001.1]|[idfoevent=9003.1]|numMarkets", "2"), ("", "1"), ("", "2"),
            ("a=b[idfoevent=9001.1]|numMarkets", "2"), ("a=b[idfoevent=1.1]|numMarkets", "3"),
            ("=[[idfoevent=9001.1]|numMarkets", "2"), ("[a][idfoevent=1.1]|numMarkets", "3"),
            ("a=b" + ContentText.path(), #"{"currentpriceup":"3"}"#),
            (ContentText.path() + "|a=b[idfoselection=7102.1]", #"{"currentpriceup":"3"}"#),
        ]),
        Series(name: "what is long", changes: [
            ("[idfoevent=9001.1]|x", long(200) { #""m\#($0)":"\#($0)""# }),
            ("[idfoevent=9001.1]|x", long(9_000) { #""m\#($0)":null"# }),
            ("[idfoevent=9001.1]|" + String(repeating: "x", count: 40_000), "1"),
            ("[idfoevent=9001.1]|x", String(repeating: #"{"a":"#, count: 60) + "1"
                + String(repeating: "}", count: 60)),
        ]),
    ]

    private static func scores(_ name: String, _ change: String) -> (path: String, change: String) {
        ("[idfoevent=9001.1]|liveDataSummary|scores|\(name)", change)
    }

    private static func long(_ count: Int, _ member: (Int) -> String) -> String {
        "{\((0..<count).map(member).joined(separator: ","))}"
    }

    /// Each change comes ahead of each other one of its series and behind it, so that it
    /// meets what was learned of any of them, in a frame of its own and among others.
    @Test(arguments: series)
    func changesAreReadAsIfNoneHadBeenLearned(_ series: Series) throws {
        let elements = series.changes.map {
            ContentText.element(series.changeType, $0.path, $0.change, of: series.content)
        }
        for elements in [elements, elements.reversed()] {
            let subject = try SocketSubject()
            subject.take(
                ContentText.element("REFRESHED", "", "[\(ContentText.event)]"),
                ContentText.element("REFRESHED", "", Self.allSports, of: ContentText.sports),
                ContentText.element("REFRESHED", "", Self.allNodes, of: ContentText.nodes))
            for element in elements + elements { subject.take(element) }
            subject.receive(ContentText.frame(elements + elements))
            // Members in another order: what is ahead of the path may be long.
            for element in elements { subject.take(Self.withChangeFirst(element)) }
            #expect(subject.counters.framesRejected == 0)
        }
    }

    /// SR-C1: what was found of a content while its frame was read does not outlive it.
    @Test func aContentMayBeClosedBeforeItsChangesAreTranslated() throws {
        var translator = SportRadarTranslator()
        let list = translator.open(.liveDataSummaryAdvancedListBySportType, id: "FBL/0")
        let change = ContentText.element("UPDATED", ContentText.path(), #"{"currentpriceup":"3"}"#)
        let frames = [
            [ContentText.element("REFRESHED", "", "[\(ContentText.event)]")], [change],
            [change, change],
        ]
        for (index, elements) in frames.enumerated() {
            try Array(ContentText.frame(elements).utf8).withUnsafeBytes { frame in
                let message = try translator.read(frame)
                #expect(message == .changes)
                if index == frames.count - 1 { translator.close(list) }
                var runs = 0
                while translator.nextRun() != nil { runs += 1 }
                #expect(runs == (index == frames.count - 1 ? 0 : 1))
            }
        }
        #expect(translator.elementsNotOpen == 2)
    }

    private static func withChangeFirst(_ element: String) -> String {
        let change = element.range(of: #","change":"#)!
        return "{" + element[change.lowerBound...].dropFirst().dropLast() + ","
            + element[..<change.lowerBound].dropFirst() + "}"
    }

    private static let allSports =
        #"[{"idfosporttype":"FBL","numEvents":1},{"idfosporttype":"TNS","numEvents":2}]"#

    private static let allNodes = """
        {"bonavigationnodes":[{"idfwbonavigation":"11.1","focontentid":"FBL","name":"Football"},\
        {"idfwbonavigation":"12.1","focontentid":"TNS","name":"Tennis"}]}
        """
}
