import OddsReference
import Testing

/// What markets, selections, facts, sports and nodes become: SR-E3, SR-E5 to
/// SR-E8, SR-E10 to SR-E12.
@Suite struct EntityTests {
    private func market(_ members: String) -> String {
        let whole = OddsReferenceTests.market("5", members)
        return SportRadarReference("event/1", event("1", markets(whole)))
            .entity("event/1", "markets", "5")
    }

    /// SR-E3.
    @Test func everyPropertyOfAMarketIsShown() {
        let shown = market(
            """
            "name":"a\\nb\\r\\nc","idefmarkettype":2,"idfomarkettype":true,\
            "idfomarkettypecategory":"3.1","istradable":false,"isunderover":5,"line":"2.5",\
            "idfoevent":[]
            """)
        #expect(
            shown == """
                {"bettingTypeId":"2","eventId":"1","id":"5","isAvailable":false,"isClosed":false,\
                "name":"abc","paramFloat1":2.5}
                """)
    }

    /// SR-E3.
    @Test(arguments: [
        ("", #""id":"5","isAvailable":true"#), (#""istradable":null"#, #""isAvailable":true"#),
        (#""istradable":true"#, #""isAvailable":true"#),
        (#""idfomarkettypecategory":"3.1""#, #""bettingTypeId":"3.1""#),
        (#""idefmarkettype":null,"idfomarkettypecategory":3.10"#, #""bettingTypeId":"3.10""#),
        (#""line":-2.50"#, #""paramFloat1":-2.5"#), (#""line":"-25e-1""#, #""paramFloat1":-2.5"#),
    ])
    func membersOfAMarket(member: String, shown: String) {
        #expect(market(member).contains(shown))
    }

    /// SR-E3: a line that is no number is no reason to reject.
    @Test(arguments: [
        #""""#, #""+2.5""#, #"" 2.5""#, #""2,5""#, #""2.""#, #""x""#, #""[2]""#, #""nan""#,
        #""1e999""#, "1e999", "true", "{}", "null",
    ])
    func otherLinesAreNone(line: String) {
        let shown = market(#""line":\#(line)"#)
        #expect(shown == #"{"eventId":"1","id":"5","isAvailable":true,"isClosed":false}"#)
    }

    private func selection(_ members: String, event eventMembers: String = "") -> [String] {
        let whole = OddsReferenceTests.market(
            "5", selections(OddsReferenceTests.selection("7", members)))
        let event = event("1", (eventMembers.isEmpty ? "" : eventMembers + ",") + markets(whole))
        let socket = SportRadarReference("event/1", event)
        return [
            socket.entity("event/1", "outcomes", "7"),
            socket.entity("event/1", "bettingOffers", "7"),
        ]
    }

    /// SR-E5.
    @Test func everyPropertyOfASelectionIsShown() {
        let members = """
            "name":"Alfa","hadvalue":"H","selectionhashcode":5,"externalreference":[],\
            "idfomarket":"other","idfoevent":true,\(price(17, 20))
            """
        #expect(
            selection(members, event: #""liveDataSummary":{}"#) == [
                #"{"code":"H","eventId":"1","id":"7","marketId":"5","translatedName":"Alfa"}"#,
                #"{"id":"7","isAvailable":true,"isLive":true,"odds":1.85,"outcomeId":"7","#
                    + #""statusId":"1"}"#,
            ])
        #expect(
            selection("") == [
                #"{"eventId":"1","id":"7","marketId":"5"}"#,
                #"{"id":"7","isAvailable":false,"isLive":false,"outcomeId":"7","statusId":"4"}"#,
            ])
    }

    /// SR-E6.
    @Test(arguments: [
        (price(1, 1), true), (#"\#(price(1, 1)),"istradable":true"#, true),
        (#"\#(price(1, 1)),"istradable":null"#, true),
        (#"\#(price(1, 1)),"istradable":false"#, false),
        (#"\#(price(1, 1)),"idfoselectionsuspensiontype":"N/O""#, false),
        (#"\#(price(1, 1)),"idfoselectionsuspensiontype":"n/o""#, false),
        (#"\#(price(1, 1)),"idfoselectionsuspensiontype":null"#, true),
        (#"\#(price(1, 1)),"idfoselectionsuspensiontype":[]"#, true),
        (#""currentpriceup":1"#, false), (#""currentpricedown":1"#, false),
        (#""currentpriceup":1,"currentpricedown":null"#, false), (#""istradable":true"#, false),
    ])
    func selectionIsAvailableOrNot(members: String, isAvailable: Bool) {
        let offer = selection(members)[1]
        #expect(offer.contains(#""isAvailable":\#(isAvailable)"#))
        #expect(offer.contains(#""statusId":"\#(isAvailable ? 1 : 4)""#))
        #expect(offer.contains("odds") == members.hasPrefix(price(1, 1)))
    }

    private func infos(_ summary: String) -> (outline: String, counters: [String: Int]) {
        let socket = SportRadarReference(list: event("1", #""liveDataSummary":{\#(summary)}"#))
        return (socket.outline(), socket.counters())
    }

    /// SR-E7, SR-E17: of two names of one score the current one counts, where the first of
    /// both stands.
    @Test(arguments: [
        #""MATCH_SCORE":{"home":1},"SET1_SCORE":{},"CURRENT_SCORE":{"home":2}"#,
        #""MATCH_SCORE":{"home":1},"SET1_SCORE":{},"CURRENT_SCORE":{"home":2},"x":5"#,
        #""CURRENT_SCORE":{"home":2},"SET1_SCORE":{},"MATCH_SCORE":{"home":1}"#,
    ])
    func currentScoreIsTheMatchScore(scores: String) {
        let socket = SportRadarReference(
            list: event("1", #""liveDataSummary":{"scores":{\#(scores)}}"#))
        #expect(socket.outline() == "1{1/MATCH_SCORE 1/SET1_SCORE}")
        #expect(
            socket.entity("eventInfos", "1/MATCH_SCORE") == """
                {"eventId":"1","eventPartName":"MATCH_SCORE","id":"1/MATCH_SCORE",\
                "paramFloat1":2.0,"typeId":"1","typeName":"Score"}
                """)
        #expect(socket.counters() == ["framesApplied": 1, "recordsApplied": 3])
    }

    /// SR-E7.
    @Test func scoresThatAreNoneArePassedOver() {
        let (outline, counters) = infos(
            #""scores":{"CURRENT_SCORE":null,"x":5,"SET1_SCORE":null,"MATCH_SCORE":{}}"#)
        #expect(outline == "1{1/MATCH_SCORE}")
        #expect(counters == ["framesApplied": 1, "recordsApplied": 2])
        // SR-E16.
        #expect(
            infos(#""scores":{"CURRENT_SCORE":5,"MATCH_SCORE":{}}"#).outline == "1{1/MATCH_SCORE}")
        #expect(infos(#""scores":null,"matchTime":null"#).counters["recordsApplied"] == 1)
    }

    /// SR-E8.
    @Test func nobodyServingIsNoEntity() {
        let (outline, counters) = infos(#""serve":0,"matchTime":"63:12""#)
        #expect(outline == "1{1/TIME}")
        #expect(counters == ["framesApplied": 1, "recordsApplied": 2])
    }

    /// SR-E10.
    @Test func sportsAreReferenceEntities() {
        let content = "sportTypeByDate/1/2"
        let socket = SportRadarReference(
            content,
            """
            [{"idfosporttype":"FBL","sporttypename":"Football","name":"x","numEvents":"012"},\
            {"idfosporttype":7,"name":"\\u0054ennis"},5,{"name":"x"},\
            {"idfosporttype":"A","name":5},{"idfosporttype":"B","sporttypename":null}]
            """)
        #expect(
            socket.sports(content) == """
                [{"id":"FBL","name":"Football","numberOfLiveEvents":12},{"id":"7","name":"Tennis"},\
                {"id":"A"},{"id":"B"}]
                """)
        #expect(
            socket.counters(content) == [
                "framesApplied": 1, "recordsApplied": 4, "recordsRejected": 2,
            ])
    }

    /// SR-E10.
    @Test func nodesAreReferenceEntities() {
        let content = "boNavigationList/front/top"
        let socket = SportRadarReference(
            content,
            """
            {"bonavigationnodes":[{"idfwbonavigation":"11.1","name":"Football",\
            "focontentid":"FBL","numevents":"88","numinplayevents":"12",\
            "numoutrightevents":[]},{"focontentid":"TEN"},{"idfwbonavigation":"1"},\
            {"focontentid":"A","idfwbonavigation":true},{"focontentid":"A","numevents":"x"}]}
            """)
        #expect(
            socket.sports(content) == """
                [{"id":"FBL","name":"Football","numberOfEvents":88,"numberOfLiveEvents":12},\
                {"id":"TEN"}]
                """)
        #expect(socket.counters(content)["recordsRejected"] == 3)
    }

    /// SR-E11.
    @Test func liveDataAreAnEventWithInfos() {
        let content = "liveDataExtended/1"
        let socket = SportRadarReference(
            content,
            """
            {"targetEventId":"9","attributes":{"COMPLETE":{"SET1_SCORE":{"home":6},\
            "STATUS":{"EVENT":{"":"2nd_half"}},"MATCH_SCORE":{"COMPETITOR":{"home":1}},\
            "SERVE":{"EVENT":{"":2}},"x":5}},"matchTime":"63:12","name":5}
            """)
        #expect(
            socket.outline(content) == "9{9/SET1_SCORE 9/MATCH_SCORE 9/SERVE 9/TIME}")
        #expect(
            socket.entity(content, "events", "9") == """
                {"currentPartName":"2nd_half","id":"9","statusId":"2","statusName":"In Progress"}
                """)
        #expect(
            socket.entity(content, "eventInfos", "9/SERVE").contains(
                #""paramParticipantId1":"away""#))
        #expect(socket.counters(content) == ["framesApplied": 1, "recordsApplied": 5])
    }

    /// SR-E11, SR-E13: by the live data, what is shown and how many are rejected.
    @Test(arguments: [
        ("{}", "1", 0), (#"{"targetEventId":null}"#, "1", 0), (#"{"targetEventId":true}"#, "", 1),
        (#"{"targetEventId":""}"#, "", 1), (#"{"attributes":null}"#, "1", 0),
        (#"{"attributes":5,"matchTime":"1:00"}"#, "1{1/TIME}", 1),
        (#"{"attributes":{"COMPLETE":[]},"matchTime":"1:00"}"#, "1{1/TIME}", 1),
        (#"{"attributes":{"COMPLETE":null}}"#, "1", 0),
        (#"{"attributes":{"COMPLETE":{"STATUS":5,"SERVE":{"EVENT":{"":1}}}}}"#, "1{1/SERVE}", 0),
        (#"{"attributes":{"COMPLETE":{"STATUS":{"EVENT":{"":5}}}}}"#, "1", 0),
        (#"{"attributes":{"COMPLETE":{"STATUS":{},"SERVE":{"EVENT":null}}}}"#, "1", 0),
        (
            #"{"attributes":{"COMPLETE":{"SERVE":{"EVENT":5},"GAME_SCORE":{}}}}"#,
            "1{1/GAME_SCORE}", 0
        ),
        (#"{"attributes":{"COMPLETE":{"SERVE":5,"GAME_SCORE":[]}}}"#, "1", 1),
        (
            #"{"attributes":{"COMPLETE":{"MATCH_SCORE":{},"SET1_SCORE":{},"CURRENT_SCORE":{}}}}"#,
            "1{1/MATCH_SCORE 1/SET1_SCORE}", 0
        ),
    ])
    func partsOfLiveDataMayBeAbsentOrWrong(liveData: String, outline: String, rejected: Int) {
        let content = "liveDataExtended/1"
        let socket = SportRadarReference(content, liveData)
        #expect(socket.outline(content) == outline)
        #expect(socket.counters(content)["recordsRejected"] ?? 0 == rejected)
        #expect(!socket.entity(content, "events", "1").contains("status"))
    }

    /// SR-E11: an event needs an id.
    @Test func liveDataOfNoEventAreRejected() {
        let socket = SportRadarReference("liveDataExtended/", #"{"matchTime":"1:00"}"#)
        #expect(
            socket.counters("liveDataExtended/") == ["framesApplied": 1, "recordsRejected": 1])
    }

    /// SR-E12: what stands alone hangs on what it names, once that is there.
    @Test func marketAloneHangsOnItsEvent() {
        let own = OddsReferenceTests.selection("7", price(1, 1))
        var socket = SportRadarReference(
            "market/5",
            OddsReferenceTests.market("5", #""idfoevent":1,\#(selections(own))"#))
        #expect(socket.outline("market/5") == "")
        #expect(socket.counters("market/5") == ["framesApplied": 1, "recordsApplied": 3])
        socket.changes(added("market/5", "[idfoevent=1]", event("1")))
        #expect(socket.outline("market/5") == "1(5(7))")
        // Its event was not there.
        #expect(!socket.entity("market/5", "bettingOffers", "7").contains("isLive"))
        #expect(!socket.entity("market/5", "markets", "5").contains("mainLine"))
        socket.changes(
            refreshed("market/5", OddsReferenceTests.market("5", #""idfoevent":true"#)))
        #expect(socket.counters("market/5")["recordsRejected"] == 1)
    }

    /// SR-E12.
    @Test func selectionAloneHangsOnItsMarket() {
        var socket = SportRadarReference(
            "selection/7", OddsReferenceTests.selection("7", #""idfomarket":"5""#))
        socket.changes(
            added("selection/7", "[idfomarket=5]", OddsReferenceTests.market("5")),
            added("selection/7", "[idfoevent=1]", event("1")),
            added("selection/7", "[idfoevent=1]|[idfomarket=6]", OddsReferenceTests.market("6")))
        #expect(socket.outline("selection/7") == "1(6)")
        #expect(
            socket.counters("selection/7") == ["framesApplied": 2, "recordsApplied": 5])
    }
}
