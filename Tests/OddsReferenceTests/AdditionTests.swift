import OddsReference
import Testing

/// `ADDED`: SR-A1 to SR-A5.
@Suite struct AdditionTests {
    private static let whole = event(
        "1",
        #""liveDataSummary":{"serve":1,"matchTime":"1:00"},"#
            + markets(
                market("5", selections(selection("7", price(17, 20)), selection("8"))),
                market("6", selections(selection("9")))))
    private static let outline = "1{1/SERVE 1/TIME}(5(7 8) 6(9))"

    /// SR-A1.
    @Test(arguments: [
        ("[idfoevent=2]", event("2"), outline + " 2"),
        ("events[idfoevent=2]", event("2", markets(market("10"))), outline + " 2(10)"),
        (
            "[idfoevent=1]|markets|[idfomarket=10]", market("10", selections(selection("11"))),
            "1{1/SERVE 1/TIME}(5(7 8) 6(9) 10(11))"
        ),
        (
            "[idfoevent=1]|[idfomarket=6]|selections[idfoselection=11]", selection("11"),
            "1{1/SERVE 1/TIME}(5(7 8) 6(9 11))"
        ),
        (
            "[idfoevent=1]|scores|CURRENT_SCORE", "{}",
            "1{1/SERVE 1/TIME 1/MATCH_SCORE}(5(7 8) 6(9))"
        ),
        ("[idfoevent=1]|serve", "0", "1{1/TIME}(5(7 8) 6(9))"),
    ])
    func entitiesAndFactsAreAdded(path: String, change: String, outline: String) {
        var socket = SportRadarReference(list: Self.whole)
        #expect(socket.outline() == Self.outline)
        socket.changes(added(path, change))
        #expect(socket.outline() == outline)
        #expect(socket.counters()["recordsRejected"] == nil)
        #expect(socket.counters()["changesIgnored"] == nil)
    }

    /// SR-A1.
    @Test func statusIsAddedAsUpdated() {
        var socket = SportRadarReference(list: Self.whole)
        #expect(
            socket.changes(added("[idfoevent=1]|status", #""x""#)).changed == [
                "~MATCH 1 currentPartName statusId statusName"
            ])
        socket.changes(
            added("[idfoevent=1]|status", "5"), added("[idfoevent=9]|status", #""x""#))
        #expect(socket.counters()["recordsRejected"] == 1)
        #expect(socket.counters()["orphanUpdates"] == 1)
    }

    /// SR-A1.
    @Test func attributesOfLiveDataAreAddedAsUpdated() {
        let content = "liveDataExtended/1"
        var socket = SportRadarReference(content, "{}")
        socket.changes(
            added(content, "attributes|COMPLETE|STATUS", #"{"EVENT":{"":"x"}}"#),
            added(content, "attributes|COMPLETE|SERVE", #"{"EVENT":{"":1}}"#),
            added(content, "attributes|COMPLETE|SET1_SCORE", "{}"))
        #expect(socket.outline(content) == "1{1/SERVE 1/SET1_SCORE}")
        #expect(socket.entity(content, "events", "1").contains(#""currentPartName":"x""#))
        socket.changes(added(content, "matchTime", #""1:00""#))
        #expect(socket.counters(content)["changesIgnored"] == 1)
    }

    /// SR-A1: what fits neither.
    @Test(arguments: [
        ("[idfoevent=1]|numMarkets", "5"), ("[idfoevent=1]|matchTime", #""2:00""#),
        ("[idfomarket=5]|istradable", "false"), ("[idfoselection=7]|x", "{}"),
        ("[idfosporttype=FBL]", #"{"idfosporttype":"FBL"}"#), ("[idfwbonavigation=1]", "{}"),
        ("[other=1]", "{}"), ("", event("2")), ("[idfoevent=2]|x", event("2")),
    ])
    func otherAdditionsAreIgnored(path: String, change: String) {
        var socket = SportRadarReference(list: Self.whole)
        let before = socket.snapshot(list)["events"]
        socket.changes(added(path, change))
        #expect(socket.snapshot(list)["events"] == before)
        #expect(
            socket.counters() == ["framesApplied": 2, "recordsApplied": 11, "changesIgnored": 1])
    }

    /// SR-A2.
    @Test func idMayBeTheSelectors() {
        var socket = SportRadarReference(list: Self.whole)
        socket.changes(
            added("[idfoevent=2.10]", #"{"tsstart":"2026-10-02T18:30:00Z","idfoevent":null}"#),
            added("[idfoevent=2.10]|[idfomarket=10]", #"{"idfomarket":10}"#),
            added("[idfoevent=2.10]|[idfomarket=10]|[idfoselection=11]", "{}"))
        #expect(socket.outline() == Self.outline + " 2.10(10(11))")
    }

    /// SR-A2.
    @Test(arguments: [
        ("[idfoevent=2]", event("3")), ("[idfomarket=2]", market("2.0")),
        ("[idfoselection=2]", selection("02")), ("[idfoevent=2.1]", event("_TOKEN_")),
        ("[idfoselection=2.10]", #"{"idfoselection":2.1}"#),
        ("[idfomarket=2]", #"{"idfomarket":true}"#), ("[idfoevent=2]", "{}"),
        // SR-A6.
        ("[idfoevent=2]", "5"), ("[idfoevent=2]", "null"), ("[idfomarket=2]", "[]"),
        ("[idfoselection=2]", #""x""#),
    ])
    func otherIdRejectsTheElement(path: String, change: String) {
        var socket = SportRadarReference(list: Self.whole)
        #expect(socket.changes(added(path, change)).changed == [])
        #expect(
            socket.counters() == ["framesApplied": 2, "recordsApplied": 11, "recordsRejected": 1])
    }

    /// SR-A3.
    @Test func parentIsThatOfThePathOrTheOneNamed() {
        var socket = SportRadarReference(list: Self.whole, event("2"))
        socket.changes(
            added("[idfomarket=10]", market("10", #""idfoevent":2"#)),
            added("[idfoevent=1]|[idfomarket=11]", market("11", #""idfoevent":"2""#)),
            added("[idfoselection=12]", selection("12", #""idfomarket":"10""#)),
            added("[idfomarket=6]|[idfoselection=13]", selection("13", #""idfomarket":"10""#)),
            added("[idfomarket=14]", market("14")), added("[idfoselection=15]", selection("15")))
        #expect(socket.outline() == "1{1/SERVE 1/TIME}(5(7 8) 6(9 13) 11) 2(10(12))")
        #expect(socket.counters()["recordsApplied"] == 12 + 3 + 6)
        socket.changes(
            added("[idfomarket=16]", market("16", #""idfoevent":[]"#)),
            added("[idfoselection=17]", selection("17", #""idfomarket":"""#)))
        #expect(socket.counters()["recordsRejected"] == 2)
    }

    /// SR-A3: the event of a selection that is added, and whether it is live.
    @Test(arguments: [
        ("[idfoevent=1]|[idfomarket=5]|[idfoselection=10]", "1", true),
        ("[idfomarket=5]|[idfoselection=10]", "1", true),
        ("[idfoevent=2]|[idfomarket=5]|[idfoselection=10]", "2", false),
        ("[idfoevent=3]|[idfomarket=5]|[idfoselection=10]", "3", nil),
    ])
    func eventOfASelection(path: String, event id: String, isLive: Bool?) {
        var socket = SportRadarReference(list: Self.whole, event("2"))
        socket.changes(added(path, selection("10")))
        #expect(socket.entity("outcomes", "10").contains(#""eventId":"\#(id)""#))
        let live = isLive.map { #""isLive":\#($0)"# } ?? #""isAvailable":false,"outcomeId""#
        #expect(socket.entity("bettingOffers", "10").contains(live))
    }

    /// SR-A3: of a market that is not there nothing is known.
    @Test func selectionWhoseMarketIsNotThereHasNoEvent() {
        var socket = SportRadarReference(list: Self.whole)
        socket.changes(
            added("[idfomarket=10]|[idfoselection=11]", selection("11")),
            added("[idfoevent=1]|[idfomarket=10]", market("10")))
        #expect(socket.entity("outcomes", "11") == #"{"id":"11","marketId":"10"}"#)
        #expect(!socket.entity("bettingOffers", "11").contains("isLive"))
    }

    /// SR-A4.
    @Test func whatIsThereIsReplacedAndKeepsItsPlace() {
        var socket = SportRadarReference(list: Self.whole, event("2"))
        let anew = event(
            "1",
            #""name":"N","liveDataSummary":{"matchTime":"2:00","scores":{"GAME_SCORE":{}}},"#
                + markets(market("10"), market("5", selections(selection("8")))))
        let applied = socket.changes(added("[idfoevent=1]", anew))
        #expect(socket.outline() == "1{1/TIME 1/GAME_SCORE}(5(8) 10) 2")
        #expect(
            applied.changed == [
                "+EVENT_INFO 1/GAME_SCORE", "+MARKET 10", "-BETTING_OFFER 7", "-BETTING_OFFER 9",
                "-EVENT_INFO 1/SERVE", "-MARKET 6", "-OUTCOME 7", "-OUTCOME 9",
                "~EVENT_INFO 1/TIME paramFloat1", "~MARKET 5 mainLine", "~MATCH 1 name",
            ])
        // Event, two infos, two markets and a selection came; an info, a market
        // and two selections went.
        #expect(socket.counters() == ["framesApplied": 2, "recordsApplied": 12 + 7 + 6])
    }

    /// SR-A4: with all of its properties.
    @Test func replacedPropertiesAreGone() {
        var socket = SportRadarReference(list: Self.whole)
        socket.changes(
            added("[idfoevent=1]|[idfomarket=5]|[idfoselection=7]", selection("7")))
        #expect(socket.outline() == Self.outline)
        #expect(!socket.entity("bettingOffers", "7").contains("odds"))
        socket.changes(updated("[idfoselection=7]", #"{"currentpriceup":1}"#))
        #expect(!socket.entity("bettingOffers", "7").contains("odds"))
        #expect(
            socket.changes(added("[idfomarket=5]", market("5"))).changed == [
                "-BETTING_OFFER 7", "-BETTING_OFFER 8", "-OUTCOME 7", "-OUTCOME 8",
                "~MARKET 5 eventId mainLine",
            ])
    }

    /// SR-A4: what moves with the element stays.
    @Test func whatMovesWithinAnElementStays() {
        var socket = SportRadarReference(list: Self.whole)
        let applied = socket.changes(
            added(
                "[idfoevent=1]",
                event("1", markets(market("6", selections(selection("9"), selection("7")))))))
        #expect(socket.outline() == "1(6(7 9))")
        #expect(applied.changed.contains("~OUTCOME 7 marketId"))
        #expect(!applied.changed.contains { $0.hasPrefix("-+") })
    }

    /// SR-A4: a market that another event brings leaves its selections behind.
    @Test func movedMarketLosesWhatItDoesNotBring() {
        var socket = SportRadarReference(list: Self.whole)
        socket.changes(
            added("[idfoevent=2]", event("2", markets(market("5", selections(selection("8")))))))
        #expect(socket.outline() == "1{1/SERVE 1/TIME}(6(9)) 2(5(8))")
    }

    /// SR-A5.
    @Test func whatHasNoParentYetWaits() {
        var socket = SportRadarReference(list: event("1"))
        socket.changes(
            added("[idfoevent=2]|[idfomarket=5]", market("5")),
            added("[idfomarket=6]|[idfoselection=7]", selection("7")))
        #expect(socket.outline() == "1")
        socket.changes(
            added("[idfoevent=2]", event("2")), added("[idfoevent=1]|[idfomarket=6]", market("6")))
        #expect(socket.outline() == "1(6(7)) 2(5)")
        #expect(socket.counters() == ["framesApplied": 3, "recordsApplied": 6])
    }

    /// SR-A3.
    @Test func eventsComeAtTheEnd() {
        var socket = SportRadarReference(list: event("1"), event("2"))
        socket.changes(removed("[idfoevent=1]"), added("[idfoevent=3]", event("3")))
        socket.changes(added("[idfoevent=1]", event("1")))
        #expect(socket.outline() == "2 3 1")
    }
}
