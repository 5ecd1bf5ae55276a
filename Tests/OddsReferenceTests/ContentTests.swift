import OddsReference
import Testing

/// Which channel an element is for, and what is one update: SR-C1 to SR-C6.
@Suite struct ContentTests {
    /// SR-C1.
    @Test(arguments: [
        (#""id":"1""#, "event/1"), (#""id":9912.10"#, "event/9912.10"), (#""id":-0"#, "event/-0"),
        (#""id":12345678901234567890.1"#, "event/12345678901234567890.1"), (#""x":1"#, "event/"),
        (#""id":null"#, "event/"), (#""id":"""#, "event/"), (#""id":"a/b""#, "event/a/b"),
        (#""id":"1","id":"2""#, "event/2"),
    ])
    func channelIsNamedByTypeAndId(id: String, name: String) {
        var socket = SportRadarReference()
        socket.changes(#"{"contentId":{\#(id),"type":"event"}}"#)
        #expect(socket.channels.map(\.name) == [UTF8Text(name)])
        #expect(socket.snapshot(name)["channel"] == .string(UTF8Text(name)))
    }

    /// SR-C1: text is compared by its bytes.
    @Test func channelsAreToldApartByBytes() {
        var socket = SportRadarReference()
        socket.changes(refreshed("event/\u{E9}", nil), refreshed("event/e\u{301}", nil))
        #expect(socket.channels.count == 2)
    }

    /// SR-C2.
    @Test(arguments: [
        #""changeType":"REFRESHED""#, #""changeType":"refreshed""#, #""changeType":"rEFRESHEd""#,
        #""changeType":null"#, #""x":0"#,
    ])
    func changeTypeIsRefreshed(member: String) {
        var socket = SportRadarReference(list: event("1"))
        let contentID = #""contentId":{"type":"\#(list.prefix { $0 != "/" })","id":"FBL/0"}"#
        let applied = socket.changes("{\(contentID),\(member),\"change\":[]}")
        #expect(applied.map(\.changes.isReset) == [true])
        #expect(applied.changed == ["-MATCH 1"])
    }

    /// SR-C2.
    @Test func changeTypesAreOfAnyCase() {
        var socket = SportRadarReference(list: event("1"))
        let contentID = #""contentId":{"type":"\#(list.prefix { $0 != "/" })","id":"FBL/0"}"#
        let path = #""path":"[idfoevent=1]|numMarkets""#
        socket.changes(#"{\#(contentID),"changeType":"Updated",\#(path),"change":5}"#)
        #expect(socket.entity("events", "1").contains(#""numberOfMarkets":5"#))
        let added = #""path":"[idfoevent=2]","change":\#(event("2"))"#
        socket.changes(#"{\#(contentID),"changeType":"added",\#(added)}"#)
        #expect(socket.outline() == "1 2")
        socket.changes(#"{\#(contentID),"changeType":"ReMoVeD","path":"[idfoevent=1]"}"#)
        #expect(socket.outline() == "2")
    }

    /// SR-C2: the long s is no case of the letter, though text is folded so.
    @Test(arguments: [
        #""CHANGED""#, #""""#, "5", "true", #""UPDATED ""#, #""REFRE\#u{17F}HED""#,
    ])
    func unknownChangeTypeRejectsTheElement(changeType: String) {
        var socket = SportRadarReference(list: event("1"))
        let contentID = #""contentId":{"type":"\#(list.prefix { $0 != "/" })","id":"FBL/0"}"#
        socket.changes(
            #"{\#(contentID),"changeType":\#(changeType),"path":"[idfoevent=1]","change":[]}"#)
        #expect(socket.outline() == "1")
        #expect(
            socket.counters() == ["framesApplied": 2, "recordsApplied": 1, "recordsRejected": 1])
    }

    /// SR-C3.
    @Test func changesBeforeRefreshedAreDropped() {
        var socket = SportRadarReference()
        let applied = socket.changes(
            updated("[idfoevent=1]|numMarkets", "5"), removed("]["), refreshed(list, "5"),
            added("[idfoevent=2]", event("2")), refreshed(list, "[\(event("1"))]"),
            updated("[idfoevent=1]|numMarkets", "6"))
        #expect(applied.map(\.changes.isReset) == [true, false])
        #expect(socket.outline() == "1")
        #expect(
            socket.counters() == [
                "framesApplied": 2, "recordsApplied": 2, "recordsRejected": 1,
                "changesBeforeRefreshed": 3,
            ])
    }

    /// SR-C3: on each connection, each channel for itself.
    @Test func everyConnectionWaitsForEveryRefreshed() {
        var socket = SportRadarReference(list: event("1"))
        socket.changes(refreshed("event/1", event("1")))
        socket.newConnection()
        socket.changes(
            refreshed("event/1", event("1")), updated("[idfoevent=1]|numMarkets", "5"),
            updated("event/1", "[idfoevent=1]|numMarkets", "6"))
        #expect(!socket.entity("events", "1").contains("numberOfMarkets"))
        #expect(socket.entity("event/1", "events", "1").contains(#""numberOfMarkets":6"#))
        #expect(socket.counters()["changesBeforeRefreshed"] == 1)
        #expect(socket.counters("event/1")["changesBeforeRefreshed"] == nil)
    }

    /// SR-C4.
    @Test(arguments: [
        (list, "[]", "{}"), ("eventSearch/x", "[]", "{}"),
        ("eventListBySportTypeDate/FBL/0", "[]", "{}"), ("eventGroup/1", "{}", "[]"),
        ("eventGroup/1", #"{"events":null}"#, #"{"events":{}}"#), ("event/1", event("1"), "[]"),
        ("eventSummary/1", event("1"), #""x""#), ("eventWithBalancedMarkets/1", event("1"), "7"),
        ("liveDataSummaryEventSummary/1", event("1"), "7"),
        ("market/1", market("1"), "true"), ("selection/1", selection("1"), "[]"),
        ("liveDataExtended/1", "{}", "[]"), ("inplaySportListBySportType/", "[]", "{}"),
        ("sportTypeByDate/1/2", "[]", #""""#), ("boNavigationList/f/top", "{}", "[]"),
        ("boNavigationList/f/top", #"{"bonavigationnodes":[]}"#, #"{"bonavigationnodes":5}"#),
    ])
    func changeOfRefreshedHasTheShapeOfItsContent(content: String, good: String, bad: String) {
        var socket = SportRadarReference(content, good)
        let before = socket.snapshot(content)["events"]
        #expect(socket.counters(content)["framesApplied"] == 1)
        #expect(socket.changes(refreshed(content, bad)) == [])
        #expect(socket.counters(content)["recordsRejected"] == 1)
        #expect(socket.counters(content)["framesApplied"] == 1)
        #expect(socket.snapshot(content)["events"] == before)
        for empty in [nil, "null"] {
            let applied = socket.changes(refreshed(content, empty))
            #expect(applied.map(\.changes.isReset) == [true])
            #expect(socket.outline(content) == "")
        }
        #expect(socket.counters(content)["recordsRejected"] == 1)
    }

    /// SR-C5.
    @Test func neighboursOfOneContentAreOneUpdate() {
        var socket = SportRadarReference(list: event("1"))
        socket.changes(refreshed("event/1", event("1")))
        let count = { updated($0, "[idfoevent=1]|numMarkets", $1) }
        var applied = socket.changes(
            count(list, "1"), count(list, "2"), count("event/1", "3"), count(list, "4"))
        #expect(applied.map(\.channel) == [UTF8Text(list), "event/1", UTF8Text(list)])
        #expect(
            applied.map(\.changes.notation)
                == .init(
                    repeating: ["~MATCH 1 numberOfMarkets"], count: 3))

        applied = socket.changes(count(list, "5"), "17", count(list, "6"))
        #expect(applied.count == 1)
        applied = socket.changes(count(list, "7"), refreshed(list, "5"), count(list, "8"))
        #expect(applied.count == 2)
        applied = socket.changes(
            count(list, "7"), refreshed(list, "[\(event("1"))]"), count(list, "8"))
        #expect(applied.map(\.changes.isReset) == [false, true, false])
        #expect(socket.counters()["framesApplied"] == 9)
    }

    /// SR-C5: an element that is dropped ends an update of another channel.
    @Test func droppedElementEndsAnUpdate() {
        var socket = SportRadarReference(list: event("1"))
        let count = { updated($0, "[idfoevent=1]|numMarkets", $1) }
        let applied = socket.changes(count(list, "1"), count("event/1", "3"), count(list, "4"))
        #expect(applied.map(\.channel) == [UTF8Text(list), UTF8Text(list)])
        #expect(socket.counters("event/1") == ["changesBeforeRefreshed": 1])
    }

    /// SR-C5: one change set.
    @Test func changesWithinAnUpdateAreOneChangeSet() {
        var socket = SportRadarReference(list: event("1"), event("2"))
        let applied = socket.changes(
            added("[idfoevent=3]", event("3")), removed("[idfoevent=3]"),
            removed("[idfoevent=1]"), added("[idfoevent=1]", event("1")),
            updated("[idfoevent=2]|numMarkets", "5"), updated("[idfoevent=2]|numMarkets", "6"))
        #expect(applied.changed == ["-+MATCH 1", "~MATCH 2 numberOfMarkets"])
        #expect(socket.outline() == "2 1")
    }

    /// SR-C5, SR-C6: an update of nothing but what has no effect is one, too.
    @Test func updateWithoutEffectIsApplied() {
        var socket = SportRadarReference(list: event("1"))
        #expect(socket.changes(updated("x", "1"), updated("][", "1")).changed == [])
        #expect(
            socket.counters() == [
                "framesApplied": 2, "recordsApplied": 1, "recordsRejected": 1, "changesIgnored": 1,
            ])
    }

    /// SR-C6.
    @Test func rejectedRefreshedIsNoFrame() {
        var socket = SportRadarReference()
        socket.changes(refreshed(list, "{}"), refreshed(list, "7"))
        #expect(socket.counters() == ["recordsRejected": 2])
        #expect(!socket.channels[0].isRefreshed)
    }
}
