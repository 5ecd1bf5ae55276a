import OddsReference
import Testing

/// Where changes stand: SR-P1 to SR-P3.
@Suite struct PathTests {
    private static let whole = event("1", markets(market("5")))

    /// SR-P1.
    @Test(arguments: [
        "[idfoevent=1]|numMarkets", "events[idfoevent=1]|numMarkets",
        "|x||[idfoevent=1]|y|numMarkets", "[a=b=c]|[idfoevent=1]|numMarkets",
        "[=b]|x[idfoevent=1]|numMarkets",
    ])
    func pathIsOfNamesAndSelectors(path: String) {
        var socket = SportRadarReference(list: Self.whole)
        #expect(socket.changes(updated(path, "7")).changed == ["~MATCH 1 numberOfMarkets"])
    }

    /// SR-P1: the key ends at the first `=`, and the rest is the value.
    @Test(arguments: ["a=b", "=", "a b", "a[b"])
    func valueOfASelectorIsAnyText(id: String) {
        var socket = SportRadarReference(list: event(id))
        #expect(
            socket.changes(updated("[idfoevent=\(id)]|numMarkets", "7")).changed == [
                "~MATCH \(id) numberOfMarkets"
            ])
    }

    /// SR-P1.
    @Test(arguments: [
        #""[idfoevent=]|numMarkets""#, #""[idfoevent]|numMarkets""#, #""[idfoevent=1|numMarkets""#,
        #""[idfoevent=1]x|numMarkets""#, #""[idfoevent=a]b]|numMarkets""#, #""x]|y""#, #""x|[""#,
        #""[]""#, "5", "true", "[]", "{}",
    ])
    func otherPathsRejectTheElement(path: String) {
        var socket = SportRadarReference(list: Self.whole)
        let before = socket.snapshot(list)["events"]
        let contentID = #""contentId":{"type":"\#(list.prefix { $0 != "/" })","id":"FBL/0"}"#
        for changeType in ["UPDATED", "ADDED", "REMOVED"] {
            socket.changes(
                #"{\#(contentID),"changeType":"\#(changeType)","path":\#(path),"change":7}"#)
        }
        #expect(socket.snapshot(list)["events"] == before)
        #expect(socket.counters()["recordsRejected"] == 3)
        // A dump has no use of its path.
        socket.changes(#"{\#(contentID),"path":\#(path),"change":[]}"#)
        #expect(socket.outline() == "")
        #expect(socket.counters()["recordsRejected"] == 3)
    }

    /// SR-P1: an absent path is an empty name.
    @Test(arguments: [nil, ""])
    func absentPathIsAnEmptyName(path: String?) {
        var socket = SportRadarReference(list: Self.whole)
        socket.changes(updated(path, "7"))
        #expect(socket.channels[0].changesIgnoredByLabel == ["": 1])
    }

    /// SR-P2: of several selectors of one key the last one counts, wherever it
    /// stands.
    @Test func lastSelectorOfAKeyCounts() {
        var socket = SportRadarReference(list: event("1"), event("2"))
        socket.changes(updated("[idfoevent=1]|[idfoevent=2]|[idfomarket=5]|numMarkets", "7"))
        #expect(socket.entity("events", "2").contains(#""numberOfMarkets":7"#))
        #expect(!socket.entity("events", "1").contains("numberOfMarkets"))
    }

    /// SR-P2: selectors of other keys name nothing.
    @Test func otherKeysNameNothing() {
        var socket = SportRadarReference(list: Self.whole)
        socket.changes(
            updated("[idfomarket=5]|[other=6]|istradable", "false"),
            updated("[idFoEvent=1]|numMarkets", "7"), removed("[idfomarket=5]|[other=6]"))
        #expect(socket.outline() == "1")
        #expect(
            socket.counters() == ["framesApplied": 2, "recordsApplied": 4, "changesIgnored": 1])
    }

    /// SR-P3.
    @Test func contentNamesItsMarketAndItsEvent() {
        var socket = SportRadarReference("market/5", market("5", #""idfoevent":"1""#))
        socket.changes(refreshed("liveDataExtended/1", "{}"))
        #expect(
            socket.changes(updated("market/5", "istradable", "false")).changed == [
                "~MARKET 5 isAvailable"
            ])
        #expect(
            socket.changes(updated("liveDataExtended/1", "matchTime", #""1:00""#)).changed == [
                "+EVENT_INFO 1/TIME"
            ])
        // Not in other contents.
        socket.changes(refreshed("event/1", event("1", markets(market("5")))))
        #expect(socket.changes(updated("event/1", "istradable", "false")).changed == [])
        #expect(socket.changes(updated("event/1", "matchTime", #""1:00""#)).changed == [])
        #expect(socket.counters("event/1")["changesIgnored"] == 2)
    }
}
