import OddsReference
import Testing

/// Which updates mean what: SR-U1 to SR-U3.
@Suite struct UpdateTests {
    /// SR-U1: rows 1 to 9, each with what it changes.
    @Test(arguments: [
        ("[idfoselection=7]", #"{"currentpriceup":"3"}"#, "~BETTING_OFFER 7 odds"),
        (
            "[idfoselection=7]|any|[idfomarket=5]|istradable", #"{"istradable":false}"#,
            "~BETTING_OFFER 7 isAvailable statusId"
        ),
        (
            "[idfomarket=5]|[idfoselection=7]|istradable", "false",
            "~BETTING_OFFER 7 isAvailable statusId"
        ),
        ("[idfomarket=5]|istradable", "false", "~MARKET 5 isAvailable"),
        ("[idfoselection=7]|[idfomarket=5]|istradable", "false", "~MARKET 5 isAvailable"),
        ("[idfoevent=1]|numMarkets", "7.0", "~MATCH 1 numberOfMarkets"),
        ("[idfoevent=1]|x|scores|GAME_SCORE", "{}", "+EVENT_INFO 1/GAME_SCORE"),
        ("scores|x|[idfoevent=1]|CURRENT_SCORE", "{}", "+EVENT_INFO 1/MATCH_SCORE"),
        ("[idfoevent=1]|liveDataSummary|matchTime", #""1:00""#, "+EVENT_INFO 1/TIME"),
        ("[idfoevent=1]|liveDataSummary|status", #""ended""#, "~MATCH 1 statusId statusName"),
        (
            "[idfoevent=1]|liveDataSummary|status", #""x""#,
            "~MATCH 1 currentPartName statusId statusName"
        ),
        ("[idfoevent=1]|liveDataSummary|serve", #""2""#, "+EVENT_INFO 1/SERVE"),
    ])
    func rowOfAnEvent(path: String, change: String, changed: String) {
        var socket = SportRadarReference.ofOneSelection()
        #expect(socket.changes(updated(path, change)).changed == [changed])
        #expect(socket.counters()["recordsApplied"] == 5)
    }

    /// SR-U1: rows 4, 10, 11 and 12.
    @Test(arguments: [
        ("market/5", market("5"), "istradable", "false", "~MARKET 5 isAvailable"),
        (
            "sportTypeByDate/1/2", #"[{"idfosporttype":"FBL"}]"#, "[idfosporttype=FBL]|numEvents",
            "4", "~SPORT FBL numberOfLiveEvents"
        ),
        (
            "boNavigationList/f/top", navigation, "[idfwbonavigation=11.1]|numinplayevents",
            #""4""#, "~SPORT FBL numberOfLiveEvents"
        ),
        (
            "boNavigationList/f/top", navigation, "x[idfwbonavigation=11.1]|numevents", #""4""#,
            "~SPORT FBL numberOfEvents"
        ),
        (
            "liveDataExtended/1", "{}", "attributes|COMPLETE|STATUS", #"{"EVENT":{"":"x"}}"#,
            "~MATCH 1 currentPartName statusId statusName"
        ),
        (
            "liveDataExtended/1", "{}", "x|attributes|COMPLETE|SERVE", #"{"EVENT":{"":1}}"#,
            "+EVENT_INFO 1/SERVE"
        ),
        (
            "liveDataExtended/1", "{}", "attributes|COMPLETE|CURRENT_SCORE",
            #"{"COMPETITOR":{"home":1}}"#, "+EVENT_INFO 1/MATCH_SCORE"
        ),
        (
            "liveDataExtended/x", #"{"targetEventId":"1"}"#,
            "[idfoevent=1]|attributes|COMPLETE|GAME_SCORE", #"{"home":1}"#,
            "+EVENT_INFO 1/GAME_SCORE"
        ),
        ("liveDataExtended/1", "{}", "matchTime", #""1:00""#, "+EVENT_INFO 1/TIME"),
        ("liveDataExtended/1", "{}", "[idfoevent=1]|matchTime", #""1:00""#, "+EVENT_INFO 1/TIME"),
    ])
    func rowOfAnotherContent(
        content: String, whole: String, path: String, change: String, changed: String
    ) {
        var socket = SportRadarReference(content, whole)
        #expect(socket.changes(updated(content, path, change)).changed == [changed])
        #expect(socket.counters(content)["recordsApplied"] == 2)
    }

    private static let navigation =
        #"{"bonavigationnodes":[{"idfwbonavigation":"11.1","focontentid":"FBL"}]}"#

    /// SR-U1: `null`, absent changes and ones of the wrong kind, be the entity
    /// there or not.
    @Test(arguments: [
        ("[idfoselection=7]|istradable", "1"), ("[idfomarket=5]|istradable", #""true""#),
        ("[idfoevent=1]|numMarkets", #""7""#), ("[idfoevent=1]|scores|GAME_SCORE", "[]"),
        ("[idfoevent=1]|matchTime", "63"), ("[idfoevent=1]|status", "5"),
        ("[idfosporttype=FBL]|numEvents", "true"),
        ("[idfwbonavigation=11.1]|numevents", "-0.5"),
        ("[idfoselection=9]|istradable", "1"), ("[idfomarket=9]|istradable", "1"),
        ("[idfoevent=9]|status", "5"),
    ])
    func changeOfTheWrongKindRejectsTheElement(path: String, wrong: String) {
        var socket = SportRadarReference.ofOneSelection()
        for change in [wrong, "null", nil] {
            #expect(socket.changes(updated(path, change)).changed == [])
        }
        #expect(
            socket.counters() == ["framesApplied": 4, "recordsApplied": 4, "recordsRejected": 3])
    }

    /// SR-U1: row 9 takes `null`.
    @Test(arguments: ["null", nil, "0"])
    func nobodyServingRemovesTheInfo(change: String?) {
        var socket = SportRadarReference.ofOneSelection()
        socket.changes(updated("[idfoevent=1]|serve", "1"))
        #expect(
            socket.changes(updated("[idfoevent=1]|serve", change)).changed == [
                "-EVENT_INFO 1/SERVE"
            ])
        #expect(socket.changes(updated("[idfoevent=1]|serve", change)).changed == [])
        #expect(socket.counters() == ["framesApplied": 4, "recordsApplied": 6])
    }

    /// SR-U1: rows of live data take what SR-E11 has.
    @Test(arguments: [
        ("STATUS", #"{"EVENT":"x"}"#), ("STATUS", #"{"EVENT":{"":5}}"#),
        ("STATUS", "{}"), ("STATUS", "null"), ("SERVE", "5"), ("SERVE", #"{"EVENT":{"":5}}"#),
        ("SERVE", #"{"EVENT":[]}"#), ("SET1_SCORE", "null"), ("SET1_SCORE", "7"),
    ])
    func attributesOfTheWrongKindAreRejected(name: String, change: String) {
        let content = "liveDataExtended/1"
        var socket = SportRadarReference(content, "{}")
        socket.changes(updated(content, "attributes|COMPLETE|\(name)", change))
        #expect(
            socket.counters(content) == [
                "framesApplied": 2, "recordsApplied": 1, "recordsRejected": 1,
            ])
    }

    /// SR-U1, SR-E11: nobody serves in live data.
    @Test(arguments: [
        "{}", "null", #"{"EVENT":{}}"#, #"{"EVENT":{"":null}}"#, #"{"EVENT":{"":0}}"#,
    ])
    func nobodyServesInLiveData(change: String) {
        let content = "liveDataExtended/1"
        var socket = SportRadarReference(
            content, #"{"attributes":{"COMPLETE":{"SERVE":{"EVENT":{"":1}}}}}"#)
        #expect(
            socket.changes(updated(content, "attributes|COMPLETE|SERVE", change)).changed == [
                "-EVENT_INFO 1/SERVE"
            ])
    }

    /// SR-U2, SR-U3: paths that fit no row, with their labels.
    @Test(arguments: [
        ("", "5", ""), ("istradable", "false", "istradable"), ("numMarkets", "5", "numMarkets"),
        ("[idfoevent=1]|numMarkets[a=b]", "5", "numMarkets"), ("[idfoevent=1]", "5", "idfoevent"),
        ("x[idfoevent=1]", "5", "x"), ("[idfoevent=1]|numMarkets|", "5", ""),
        ("[idfoselection=7]", #"{"price":5}"#, "idfoselection"),
        (
            "[idfoselection=7]", "5",
            "idfoselection"
        ),
        ("[idfoevent=1]|GAME_SCORE", "{}", "GAME_SCORE"),
        ("[idfoevent=1]|scores", "{}", "scores"),
        ("[idfoevent=1]|attributes|COMPLETE|SET1_SCORE", "{}", "SET1_SCORE"),
        ("[idfoevent=1]|istradable", "false", "istradable"), ("[a=b]|[c=d]", "5", "c"),
        ("[idfosporttype=FBL]|numevents", "5", "numevents"),
        ("[idfwbonavigation=1]|numEvents", "5", "numEvents"),
        ("[idfoevent=1]|NumMarkets", "5", "NumMarkets"),
    ])
    func whatFitsNoRowIsIgnored(path: String, change: String, label: String) {
        var socket = SportRadarReference.ofOneSelection()
        #expect(socket.changes(updated(path, change)).changed == [])
        #expect(socket.channels[0].changesIgnoredByLabel == [UTF8Text(label): 1])
        #expect(
            socket.counters() == ["framesApplied": 2, "recordsApplied": 4, "changesIgnored": 1])
    }

    /// SR-U2: in live data `matchTime` must be the path, and the attributes its
    /// end.
    @Test(arguments: [
        "x|matchTime", "COMPLETE|STATUS", "attributes|STATUS", "attributes|COMPLETE|STATUS|x",
        "attributes[a=b]|COMPLETE|STATUS", "attributes|COMPLETE|STATUS[a=b]",
        "attributes|COMPLETE|status", "attributes|complete|STATUS", "status",
    ])
    func otherPathsOfLiveDataAreIgnored(path: String) {
        let content = "liveDataExtended/1"
        var socket = SportRadarReference(content, "{}")
        socket.changes(updated(content, path, #"{"EVENT":{"":"x"}}"#))
        #expect(socket.counters(content)["changesIgnored"] == 1)
    }

    /// SR-U3.
    @Test func sixtyFourLabelsAreToldApart() {
        var socket = SportRadarReference.ofOneSelection()
        for index in 0..<70 { socket.changes(updated("label\(index)", "5")) }
        socket.changes(updated("label5", "5"), updated("label69", "5"))
        let labels = socket.channels[0].changesIgnoredByLabel
        #expect(labels.count == 65)
        #expect(labels["label5"] == 2)
        #expect(labels["label63"] == 1)
        #expect(labels["other"] == 7)
        #expect(socket.counters()["changesIgnored"] == 72)
    }
}
