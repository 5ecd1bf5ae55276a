import OddsReference
import Testing

/// What updates change, and of what: SR-U4 to SR-U6.
@Suite struct UpdateEffectTests {
    /// SR-U4: what follows from what is known, one change after the other.
    @Test func partsOfAPriceComeOneByOne() {
        var socket = SportRadarReference(
            list: event("1", markets(market("5", selections(selection("7"))))))
        let steps: [(change: String, odds: String?, isAvailable: Bool)] = [
            (#"{"currentpriceup":17}"#, nil, false), (#"{"currentpricedown":"20"}"#, "1.85", true),
            (#"{"currentpriceup":3}"#, "1.15", true), (#"{"istradable":false}"#, "1.15", false),
            (#"{"idfoselectionsuspensiontype":"N/O"}"#, "1.15", false),
            (#"{"istradable":true}"#, "1.15", false), (#"{"istradable":null}"#, "1.15", false),
            (#"{"idfoselectionsuspensiontype":null}"#, "1.15", true),
            (#"{"idfoselectionsuspensiontype":"N/O","currentpriceup":null}"#, "1.15", false),
            (#"{"currentpricedown":10}"#, "1.3", false),
            (#"{"idfoselectionsuspensiontype":["N/O"]}"#, "1.3", true),
            (#"{"istradable":false,"idfoselectionsuspensiontype":"N/O"}"#, "1.3", false),
            // `null` does not open what `istradable` closed.
            (#"{"idfoselectionsuspensiontype":null}"#, "1.3", false),
            (#"{"istradable":true,"currentpriceup":0}"#, "1.0", true),
            (#"{"currentpricedown":null}"#, "1.0", true),
        ]
        for (index, step) in steps.enumerated() {
            socket.changes(updated("[idfoselection=7]", step.change))
            let odds = step.odds.map { #""odds":\#($0),"# } ?? ""
            #expect(
                socket.entity("bettingOffers", "7") == """
                    {"id":"7","isAvailable":\(step.isAvailable),"isLive":false,\(odds)\
                    "outcomeId":"7","statusId":"\(step.isAvailable ? 1 : 4)"}
                    """, "step \(index)")
        }
        #expect(socket.counters() == ["framesApplied": 16, "recordsApplied": 19])
    }

    /// SR-U4.
    @Test(arguments: [
        #"{"currentpriceup":"x","istradable":false}"#,
        #"{"currentpriceup":3,"currentpricedown":0}"#,
        #"{"idfoselectionsuspensiontype":"N/O","istradable":"false"}"#,
    ])
    func onePartOfTheWrongKindRejectsAll(change: String) {
        var socket = SportRadarReference.ofOneSelection()
        let before = socket.entity("bettingOffers", "7")
        socket.changes(updated("[idfoselection=7]", change))
        #expect(socket.entity("bettingOffers", "7") == before)
        #expect(socket.counters()["recordsRejected"] == 1)
        // Nothing of it is known later either.
        socket.changes(updated("[idfoselection=7]", #"{"currentpricedown":"20"}"#))
        #expect(socket.entity("bettingOffers", "7") == before)
    }

    /// SR-U4: rows 1 and 2 change the same.
    @Test func tradabilityIsOneWhateverTheRow() {
        var socket = SportRadarReference.ofOneSelection()
        let available = { (socket: SportRadarReference) in
            socket.entity("bettingOffers", "7").contains(#""isAvailable":true"#)
        }
        socket.changes(updated("[idfoselection=7]|istradable", "false"))
        #expect(!available(socket))
        socket.changes(updated("[idfoselection=7]", #"{"idfoselectionsuspensiontype":null}"#))
        #expect(!available(socket))
        socket.changes(updated("[idfoselection=7]", #"{"istradable":true}"#))
        #expect(available(socket))
    }

    /// SR-U5.
    @Test func factsStayAndComeAnew() {
        var socket = SportRadarReference.ofOneSelection()
        let score = "[idfoevent=1]|liveDataSummary|scores|"
        socket.changes(
            updated(score + "MATCH_SCORE", #"{"home":1}"#),
            updated("[idfoevent=1]|matchTime", #""1:00""#),
            updated(score + "CURRENT_SCORE", #"{"COMPETITOR":{"away":"2"}}"#),
            updated(score + "MATCH_SCORE", #"{"home":null}"#),
            updated("[idfoevent=1]|matchTime", #""45:00 +1:30""#))
        #expect(socket.outline() == "1{1/MATCH_SCORE 1/TIME}(5(7))")
        #expect(
            socket.entity("eventInfos", "1/MATCH_SCORE").contains(
                #""paramFloat1":1.0,"paramFloat2":2.0"#))
        #expect(
            socket.entity("eventInfos", "1/TIME").contains(
                #""paramFloat1":46.0,"paramFloat2":30.0"#))
        #expect(socket.counters() == ["framesApplied": 2, "recordsApplied": 9])
    }

    /// SR-E2, SR-U1: a part that is over is no longer shown.
    @Test func statusReplacesThePart() {
        var socket = SportRadarReference.ofOneSelection()
        socket.changes(updated("[idfoevent=1]|status", #""1st_half""#))
        #expect(socket.entity("events", "1").contains(#""currentPartName":"1st_half""#))
        #expect(
            socket.changes(updated("[idfoevent=1]|status", #""ended""#)).changed == [
                "~MATCH 1 currentPartName statusId statusName"
            ])
        #expect(!socket.entity("events", "1").contains("currentPartName"))
    }

    /// SR-U6.
    @Test(arguments: [
        ("[idfoselection=9]", #"{"currentpriceup":1}"#), ("[idfoselection=9]|istradable", "true"),
        ("[idfomarket=9]|istradable", "true"), ("[idfoevent=9]|numMarkets", "1"),
        ("[idfoevent=9]|scores|GAME_SCORE", "{}"), ("[idfoevent=9]|matchTime", #""1:00""#),
        ("[idfoevent=9]|status", #""x""#), ("[idfoevent=9]|serve", "1"),
        ("[idfoevent=9]|serve", "null"), ("[idfosporttype=1]|numEvents", "1"),
        ("[idfwbonavigation=1]|numevents", "1"),
    ])
    func changeOfWhatIsNotThereIsAnOrphan(path: String, change: String) {
        var socket = SportRadarReference.ofOneSelection()
        #expect(socket.changes(updated(path, change)).changed == [])
        #expect(socket.counters() == ["framesApplied": 2, "recordsApplied": 4, "orphanUpdates": 1])
        // Nothing of it is kept.
        socket.changes(
            added("[idfoevent=9]", event("9", markets(market("9", selections(selection("9")))))),
            updated("[idfoselection=9]", #"{"currentpricedown":1}"#))
        #expect(socket.outline() == "1(5(7)) 9(9(9))")
        #expect(!socket.entity("bettingOffers", "9").contains("odds"))
    }

    /// SR-U6.
    @Test func whatWaitsForItsParentIsThere() {
        var socket = SportRadarReference.ofOneSelection()
        socket.changes(
            added("[idfoevent=9]|[idfomarket=8]|[idfoselection=6]", selection("6")),
            updated("[idfoselection=6]", "{\(price(1, 1))}"))
        #expect(socket.counters()["orphanUpdates"] == nil)
        socket.changes(added("[idfoevent=9]", event("9", markets(market("8")))))
        #expect(socket.outline() == "1(5(7)) 9(8(6))")
        #expect(socket.entity("bettingOffers", "6").contains(#""odds":2.0"#))
    }
}
