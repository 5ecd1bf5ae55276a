import OddsReference
import Testing

/// What an event becomes: SR-E1 to SR-E4, SR-E9, SR-E13, SR-E14.
@Suite struct EventTests {
    /// SR-E1.
    @Test func everyPropertyOfAnEventIsShown() {
        let socket = SportRadarReference(
            list: """
                {"idfoevent":"1","name":"N","participantname_home":"H",\
                "participantname_away":"A","tsstart":"1970-01-01T00:00:09Z","idfosport":true,\
                "idfosporttype":"FBL","sporttypename":"Football","idfotournament":301.10,\
                "tournamentname":"Cup","tournamentcountryname":"Portugal","numMarkets":41,\
                "externalreference":5,"liveDataSummary":{"status":"2nd_half"}}
                """)
        #expect(
            socket.entity("events", "1") == """
                {"allowsLiveOdds":true,"awayParticipantId":"away","awayParticipantName":"A",\
                "currentPartName":"2nd_half","homeParticipantId":"home","homeParticipantName":"H",\
                "id":"1","name":"N","numberOfMarkets":41,"parentId":"301.10","parentName":"Cup",\
                "sportId":"FBL","sportName":"Football","startTime":9000,"statusId":"2",\
                "statusName":"In Progress","venueName":"Portugal"}
                """)
    }

    /// SR-E1: what is absent or `null`.
    @Test(arguments: ["", #""name":null,"liveDataSummary":null,"markets":null,"numMarkets":null"#])
    func absentPropertiesAreAbsent(members: String) {
        let socket = SportRadarReference(list: event("1", members))
        #expect(
            socket.entity("events", "1") == """
                {"allowsLiveOdds":false,"awayParticipantId":"away","homeParticipantId":"home",\
                "id":"1","startTime":1790965800000,"statusId":"1","statusName":"Pending"}
                """)
    }

    /// SR-E1.
    @Test(arguments: [
        (#""participantname_home":"H","participantname_away":"A""#, #""name":"H v A""#),
        (#""participantname_home":"H","participantname_away":"","name":null"#, #""name":"H v ""#),
        (#""participantname_home":"H","participantname_away":"A","name":"""#, #""name":"""#),
    ])
    func nameIsThatOfTheParticipantsIfItIsAbsent(members: String, name: String) {
        let socket = SportRadarReference(list: event("1", members))
        #expect(socket.entity("events", "1").contains(name))
    }

    /// SR-E1.
    @Test(arguments: [#""participantname_home":"H""#, #""participantname_away":"A""#])
    func oneParticipantIsNoName(member: String) {
        let socket = SportRadarReference(list: event("1", member))
        #expect(!socket.entity("events", "1").contains(#""name":"#))
    }

    /// SR-E1.
    @Test func eventWithoutMarketsMayBeOneItself() {
        let own = #""name":"N","idfomarket":"5","line":"2.5",\#(selections(selection("7")))"#
        let socket = SportRadarReference(
            list: event("1", own), event("2", #"\#(own),"markets":[]"#),
            event("3", #"\#(own),"markets":null,"idfomarket":6,\#(selections(selection("8")))"#),
            event("4", selections(selection("9"))))
        #expect(socket.outline() == "1(5(7)) 2 3(6(8)) 4")
        #expect(
            socket.entity("markets", "5") == """
                {"eventId":"1","id":"5","isAvailable":true,"isClosed":false,"mainLine":true,\
                "name":"N","paramFloat1":2.5}
                """)
    }

    /// SR-E1, SR-E13: the market that an event is may be rejected alone.
    @Test func unreadableOwnMarketLeavesTheEvent() {
        let socket = SportRadarReference(
            list: event("1", #""idfomarket":true"#),
            event("2", #""idfomarket":"5","selections":{}"#))
        #expect(socket.outline() == "1 2")
        #expect(
            socket.counters() == ["framesApplied": 1, "recordsApplied": 2, "recordsRejected": 2])
    }

    /// SR-E2.
    @Test(arguments: [
        (#""not_started""#, #""statusId":"1","statusName":"Pending"}"#),
        ("null", #""statusId":"1","statusName":"Pending"}"#),
        (#""ended""#, #""statusId":"3","statusName":"Ended"}"#),
        (#""2nd_half""#, #""statusId":"2","statusName":"In Progress"}"#),
        (#""ENDED""#, #""statusId":"2","statusName":"In Progress"}"#),
    ])
    func statusSaysWhatIsPlayed(status: String, shown: String) {
        let socket = SportRadarReference(
            list: event("1", #""liveDataSummary":{"status":\#(status)}"#))
        let entity = socket.entity("events", "1")
        #expect(entity.hasSuffix(shown))
        let part = #""currentPartName":\#(status)"#
        #expect(entity.contains("currentPartName") == shown.contains("Progress"))
        #expect(entity.contains(part) == shown.contains("Progress"))
    }

    /// SR-E4.
    @Test(arguments: [
        (list, "[", "]"), ("eventListBySportTypeDate/FBL/0", "[", "]"), ("eventSearch/x", "[", "]"),
        ("eventGroup/g", #"{"events":["#, "]}"),
    ])
    func firstMarketOfAnEventInAListHasTheMainLine(content: String, opening: String, end: String) {
        let whole = event("1", markets(market("5"), market("6")))
        var socket = SportRadarReference(content, opening + whole + end)
        let main = { socket.entity(content, "markets", $0).contains(#""mainLine":true"#) }
        #expect(main("5"))
        #expect(!socket.entity(content, "markets", "6").contains("mainLine"))
        let other = event("2", markets(market("7"), market("8")))
        socket.changes(added(content, "[idfoevent=2]", other))
        #expect(socket.entity(content, "markets", "7").contains(#""mainLine":true"#))
        #expect(!socket.entity(content, "markets", "8").contains("mainLine"))
        // Whatever comes or goes later.
        socket.changes(
            removed(content, "[idfomarket=5]"),
            added(content, "[idfoevent=1]|[idfomarket=9]", market("9")),
            added(content, "[idfoevent=2]|[idfomarket=7]", market("7")))
        #expect(socket.outline(content) == "1(6 9) 2(7 8)")
        #expect(!socket.snapshot(content).canonicalText.contains("mainLine"))
    }

    /// SR-E4.
    @Test(arguments: [
        "event/1", "eventSummary/1", "eventWithBalancedMarkets/1", "liveDataSummaryEventSummary/1",
    ])
    func eventOnItsOwnHasNoMainLine(content: String) {
        var socket = SportRadarReference(content, event("1", markets(market("5"))))
        socket.changes(added(content, "[idfoevent=2]", event("2", markets(market("6")))))
        #expect(socket.outline(content) == "1(5) 2(6)")
        #expect(!socket.snapshot(content).canonicalText.contains("mainLine"))
    }

    /// SR-E4: an element that is no market is not the first one.
    @Test func rejectedMarketIsNotTheFirst() {
        let socket = SportRadarReference(
            list: event(
                "1", markets("5", market("5", #""istradable":1"#), market("6"), market("7"))))
        #expect(socket.outline() == "1(6 7)")
        #expect(socket.entity("markets", "6").contains(#""mainLine":true"#))
        #expect(!socket.entity("markets", "7").contains("mainLine"))
    }

    /// SR-E9.
    @Test(arguments: [
        (
            #""matchTime":"1:00","serve":1,"scores":{"GAME_SCORE":{},"SET1_SCORE":{}}"#,
            "TIME SERVE GAME_SCORE SET1_SCORE"
        ),
        (
            #""scores":{"SET2_SCORE":{},"SET1_SCORE":{}},"serve":1,"matchTime":"1:00""#,
            "SET2_SCORE SET1_SCORE SERVE TIME"
        ),
        // A repeated key stands where its last one does.
        (#""serve":1,"matchTime":"1:00","serve":2"#, "TIME SERVE"),
        (#""scores":{"GAME_SCORE":{},"SET1_SCORE":{},"GAME_SCORE":{}}"#, "SET1_SCORE GAME_SCORE"),
        (#""scores":{"GAME_SCORE":{}},"serve":1,"scores":{"SET1_SCORE":{}}"#, "SERVE SET1_SCORE"),
        (#""serve":1,"\u0073erve":0"#, ""),
    ])
    func infosStandInTheOrderOfTheText(summary: String, names: String) {
        let socket = SportRadarReference(list: event("1", #""liveDataSummary":{\#(summary)}"#))
        let ids = names.split(separator: " ").map { "1/\($0)" }.joined(separator: " ")
        #expect(socket.outline() == (ids.isEmpty ? "1" : "1{\(ids)}"))
    }

    /// SR-E13: by what an event, a market or a selection has, what is shown, and
    /// how many are rejected.
    @Test(arguments: [
        ("[]", "9", 1), ("null", "9", 1), ("7", "9", 1), ("{}", "9", 1),
        (event("1", #""liveDataSummary":5,\#(markets(market("5")))"#), "9", 1),
        (event("1", #""liveDataSummary":{"status":5,"serve":9}"#), "1 9", 1),
        (event("1", markets("7", "null", market("5"))), "1(5) 9", 2),
        (event("1", markets(#"{"name":"a"}"#, market("5", #""selections":5"#))), "1 9", 2),
        (event("1", markets(market("5", #""istradable":1"#), market("6"))), "1(6) 9", 1),
        (event("1", markets(market("5", selections("{}", "5", selection("7"))))), "1(5(7)) 9", 2),
        (
            event("1", markets(market("5", selections(selection("7", #""istradable":0"#))))),
            "1(5) 9", 1
        ),
        (event("1", markets(market("5", #""name":5,\#(selections("7", "8"))"#))), "1(5) 9", 2),
        (event("1", #""liveDataSummary":{"scores":5,"serve":1}"#), "1{1/SERVE} 9", 1),
        (
            event(
                "1",
                #""liveDataSummary":{"serve":9,"scores":"#
                    + #"{"SET1_SCORE":{"home":[]},"SET2_SCORE":{}}}"#
            ),
            "1{1/SET2_SCORE} 9", 2
        ),
    ])
    func whatCannotBeReadIsRejectedAlone(event text: String, outline: String, rejected: Int) {
        let socket = SportRadarReference(list: text, event("9"))
        #expect(socket.outline() == outline)
        #expect(socket.counters()["recordsRejected"] == rejected)
    }

    /// SR-E14.
    @Test(arguments: [event("_TOKEN_"), #"{"idfoevent":"_TOKEN_","name":5}"#])
    func tokenIsNoEvent(token: String) {
        var socket = SportRadarReference(list: event("1"), token, event("2"))
        #expect(socket.outline() == "1 2")
        #expect(
            socket.counters() == ["framesApplied": 1, "recordsApplied": 2, "changesIgnored": 1])
        socket.changes(added("[idfoevent=_TOKEN_]", token))
        #expect(socket.outline() == "1 2")
        #expect(socket.counters()["changesIgnored"] == 2)
    }
}
