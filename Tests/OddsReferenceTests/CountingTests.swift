import OddsReference
import Testing

/// What is counted, and what stands twice: SR-N1 to SR-N3.
@Suite struct CountingTests {
    /// SR-N1.
    @Test func recordsOfEachEntity() {
        var socket = SportRadarReference(
            list: event("1", #""liveDataSummary":{"serve":1,"scores":{"GAME_SCORE":{}}}"#),
            event("2", markets(market("5", selections(selection("7"), selection("8"))))))
        #expect(socket.counters() == ["framesApplied": 1, "recordsApplied": 3 + 1 + 1 + 4])
        let paths = [
            ("[idfoselection=7]", "{\(price(1, 1))}"), ("[idfoselection=7]|istradable", "true"),
            ("[idfomarket=5]|istradable", "true"), ("[idfoevent=1]|status", #""x""#),
            ("[idfoevent=1]|matchTime", #""1:00""#), ("[idfoevent=1]|scores|GAME_SCORE", "{}"),
            ("[idfoevent=1]|serve", "2"), ("[idfoevent=1]|serve", "0"),
            ("[idfoevent=1]|numMarkets", "4"),
        ]
        for (index, (path, change)) in paths.enumerated() {
            socket.changes(updated(path, change))
            #expect(socket.counters()["recordsApplied"] == 10 + index, "\(path)")
        }
        // That of nobody is none.
        socket.changes(updated("[idfoevent=1]|serve", "0"))
        #expect(socket.counters() == ["framesApplied": 11, "recordsApplied": 18])
    }

    /// SR-N2.
    @Test func snapshotHasAllChannelsInOrder() {
        var socket = SportRadarReference()
        #expect(socket.snapshot() == .object(["channels": .array([])]))
        socket.changes(
            updated("event/2", "x", "5"), refreshed("event/1", "5"), refreshed("event/3", nil))
        #expect(socket.channels.map(\.name) == ["event/2", "event/1", "event/3"])
        #expect(
            socket.snapshot("event/2").canonicalText == """
                {"channel":"event/2","counters":{"changesBeforeRefreshed":1,"changesIgnored":0,\
                "framesApplied":0,"framesHeld":0,"framesHeldDropped":0,"framesRejected":0,\
                "framesStale":0,"orphanDeletes":0,"orphanUpdates":0,"recordsApplied":0,\
                "recordsRejected":0},"events":[],"references":{},"version":null}
                """)
        #expect(socket.counters("event/1") == ["recordsRejected": 1])
        #expect(socket.counters("event/3") == ["framesApplied": 1])
    }

    /// SR-N2: counters cover the channel's whole life.
    @Test func countersSurviveDumpsAndConnections() {
        var socket = SportRadarReference(list: event("1"))
        socket.changes(updated("x", "5"))
        socket.newConnection()
        socket.changes(updated("x", "5"), refreshed(list, nil))
        #expect(
            socket.counters() == [
                "framesApplied": 3, "recordsApplied": 1, "changesIgnored": 1,
                "changesBeforeRefreshed": 1,
            ])
    }

    /// SR-N3, in a dump and in an addition.
    @Test(arguments: [true, false])
    func whatStandsTwiceTakesItsFirstPlace(isDump: Bool) {
        let twice = [
            market("5", #""name":"a",\#(selections(selection("7", price(1, 1))))"#), market("6"),
            market("5", selections(selection("8"), selection("7"))),
        ]
        let whole = event("1", #""markets":[\#(twice.joined(separator: ","))]"#)
        var socket = SportRadarReference(list: isDump ? whole : event("2"))
        if !isDump { socket.changes(added("[idfoevent=1]", whole)) }
        #expect(socket.outline() == (isDump ? "" : "2 ") + "1(5(7 8) 6)")
        #expect(!socket.entity("markets", "5").contains("name"))
        #expect(!socket.entity("markets", "5").contains("mainLine"))
        #expect(!socket.entity("bettingOffers", "7").contains("odds"))
        #expect(socket.counters()["recordsApplied"] == (isDump ? 0 : 1) + 1 + 3 + 6)
    }

    /// SR-N3.
    @Test func eventThatStandsTwiceKeepsWhatHangsOnEither() {
        let socket = SportRadarReference(
            list: event("1", #""name":"a","liveDataSummary":{"serve":1}"#), event("2"),
            event("1", markets(market("5"))))
        #expect(socket.outline() == "1{1/SERVE}(5) 2")
        #expect(!socket.entity("events", "1").contains("name\""))
        #expect(socket.entity("events", "1").contains(#""allowsLiveOdds":false"#))
    }
}
