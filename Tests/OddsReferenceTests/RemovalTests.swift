import OddsReference
import Testing

/// `REMOVED`: SR-R1 to SR-R4.
@Suite struct RemovalTests {
    private static let whole = event(
        "1",
        #""liveDataSummary":{"serve":1,"matchTime":"1:00"},"#
            + markets(
                market("5", selections(selection("7", price(17, 20)), selection("8"))),
                market("6", selections(selection("9")))))

    /// SR-R1, and how many records it counts.
    @Test(arguments: [
        ("[idfoevent=1]", "2", 11), ("x|[idfoevent=1]|y", "2", 11),
        ("[idfoevent=1]|markets|[idfomarket=5]", "1{1/SERVE 1/TIME}(6(9)) 2", 5),
        ("[idfomarket=6]", "1{1/SERVE 1/TIME}(5(7 8)) 2", 3),
        ("[idfomarket=5]|[idfoselection=7]", "1{1/SERVE 1/TIME}(5(8) 6(9)) 2", 2),
        ("[idfomarket=6]|[idfoselection=7]|[other=5]", "1{1/SERVE 1/TIME}(5(8) 6(9)) 2", 2),
        ("[idfomarket=5]|[idfoselection=7]|[idfomarket=6]", "1{1/SERVE 1/TIME}(5(7 8)) 2", 3),
    ])
    func entityOfTheLastSelectorGoesWithWhatHangsOnIt(path: String, outline: String, count: Int) {
        var socket = SportRadarReference(list: Self.whole, event("2"))
        let applied = socket.changes(removed(path))
        #expect(socket.outline() == outline)
        #expect(applied.changed.count == count)
        #expect(applied.changed.allSatisfy { $0.hasPrefix("-") })
        #expect(socket.counters() == ["framesApplied": 2, "recordsApplied": 12 + count])
    }

    /// SR-R1: sports and nodes.
    @Test func sportsAndNodesGo() {
        let content = "boNavigationList/f/top"
        var socket = SportRadarReference(
            content,
            """
            {"bonavigationnodes":[{"idfwbonavigation":"11.1","focontentid":"FBL"},\
            {"idfwbonavigation":"12.1","focontentid":"TEN"}]}
            """)
        socket.changes(removed(content, "[idfwbonavigation=11.1]"))
        #expect(socket.sports(content) == #"[{"id":"TEN"}]"#)
        socket.changes(removed(content, "[idfosporttype=TEN]"))
        #expect(socket.snapshot(content)["references"] == .object([:]))
        // The nodes are forgotten with them.
        socket.changes(
            updated(content, "[idfwbonavigation=12.1]|numevents", "5"),
            removed(content, "[idfwbonavigation=12.1]"))
        #expect(
            socket.counters(content) == [
                "framesApplied": 4, "recordsApplied": 4, "orphanUpdates": 1, "orphanDeletes": 1,
            ])
    }

    /// SR-R2.
    @Test func contentOfAMarketNeedsNoSelector() {
        var socket = SportRadarReference(
            "market/5", market("5", selections(selection("7"), selection("8"))))
        #expect(
            socket.changes(removed("market/5", "")).changed == [
                "-BETTING_OFFER 7", "-BETTING_OFFER 8", "-MARKET 5", "-OUTCOME 7", "-OUTCOME 8",
            ])
        socket.changes(removed("market/5", "x|y"))
        #expect(
            socket.counters("market/5") == [
                "framesApplied": 3, "recordsApplied": 10, "orphanDeletes": 1,
            ])
    }

    /// SR-R2.
    @Test(arguments: [(list, "[]"), ("event/5", event("5")), ("liveDataExtended/5", "{}")])
    func otherContentsNeedOne(content: String, whole: String) {
        var socket = SportRadarReference(content, whole)
        let before = socket.snapshot(content)["events"]
        socket.changes(removed(content, ""), removed(content, "x|[other=5]"))
        #expect(socket.snapshot(content)["events"] == before)
        #expect(socket.channels[0].changesIgnoredByLabel == ["": 1, "other": 1])
    }

    /// SR-R3.
    @Test(arguments: [
        "[idfoevent=2]", "[idfomarket=1]", "[idfoselection=5]", "[idfosporttype=FBL]",
        "[idfwbonavigation=1]",
    ])
    func entityThatIsNotThereIsOneOrphan(path: String) {
        var socket = SportRadarReference(list: Self.whole)
        // What waits for it stays.
        socket.changes(added("[idfoevent=2]|[idfomarket=10]", market("10")))
        #expect(socket.changes(removed(path)).changed == [])
        #expect(
            socket.counters() == ["framesApplied": 3, "recordsApplied": 12, "orphanDeletes": 1])
        socket.changes(added("[idfoevent=2]", event("2")))
        #expect(socket.outline().hasSuffix("2(10)"))
    }

    /// SR-R4.
    @Test(arguments: [
        [
            removed("[idfoselection=7]"),
            added("[idfomarket=5]|[idfoselection=7]", selection("7")),
        ],
        [
            removed("[idfomarket=5]"),
            added("[idfoevent=1]|[idfomarket=5]", market("5", selections(selection("7")))),
        ],
        [
            removed("[idfoevent=1]"),
            added("[idfoevent=1]", event("1", markets(market("5", selections(selection("7")))))),
        ],
        [refreshed(list, "[\(event("1", markets(market("5", selections(selection("7"))))))]")],
    ])
    func pricesAreForgottenWithTheirSelection(elements: [String]) {
        var socket = SportRadarReference(list: Self.whole)
        socket.changes(updated("[idfoselection=7]|istradable", "false"))
        for element in elements { socket.changes(element) }
        socket.changes(updated("[idfoselection=7]", #"{"currentpriceup":1}"#))
        #expect(!socket.entity("bettingOffers", "7").contains("odds"))
        socket.changes(updated("[idfoselection=7]", #"{"currentpricedown":1}"#))
        #expect(socket.entity("bettingOffers", "7").contains(#""isAvailable":true"#))
        #expect(socket.entity("bettingOffers", "7").contains(#""odds":2.0"#))
    }

    /// SR-R4: what comes back begins anew, without what hung on it.
    @Test func whatComesBackIsNew() {
        var socket = SportRadarReference(list: Self.whole, event("2"))
        let applied = socket.changes(removed("[idfoevent=1]"), added("[idfoevent=1]", event("1")))
        #expect(socket.outline() == "2 1")
        #expect(applied.changed.contains("-+MATCH 1"))
        socket.changes(added("[idfoevent=1]|[idfomarket=5]", market("5")))
        #expect(socket.outline() == "2 1(5)")
        #expect(!socket.entity("markets", "5").contains("mainLine"))
    }
}
