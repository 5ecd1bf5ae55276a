import OddsReference
import Testing

/// Clocks, scores, servers and counts: SR-V6 to SR-V10.
@Suite struct FactValueTests {
    /// SR-V6.
    @Test(arguments: [
        ("63:12", 63, 12), ("0:00", 0, 0), ("003:09", 3, 9), ("45:00 +02:10", 47, 10),
        ("45:30 +2:45", 48, 15), ("999999999:59", 999_999_999, 59),
    ])
    func clocksAreReadWithTheTimeAdded(text: String, minutes: Int, seconds: Int) {
        var socket = SportRadarReference(list: event("1"))
        socket.changes(updated("[idfoevent=1]|matchTime", #""\#(text)""#))
        #expect(
            socket.entity("eventInfos", "1/TIME") == """
                {"eventId":"1","id":"1/TIME","paramFloat1":\(Double(minutes)),\
                "paramFloat2":\(Double(seconds)),"typeId":"95"}
                """)
    }

    /// SR-V6.
    @Test(arguments: [
        #""""#, #""63""#, #"":12""#, #""63:1""#, #""63:123""#, #""63:60""#, #""-1:00""#,
        #""1000000000:00""#, #""45:00 02:10""#, #""45:00+02:10""#, #""45:00 +""#,
        #""45:00  +02:10""#, #""45:00 +02:10 +1:00""#, #""45:00 ""#, #""1:2:30""#, "63", "null",
    ])
    func otherClocksAreRejected(clock: String) {
        let summary = #""liveDataSummary":{"matchTime":\#(clock)}"#
        var socket = SportRadarReference(list: event("1", summary))
        #expect(socket.outline() == "1")
        // A value that is no text is absent (SR-V11).
        #expect(socket.counters()["recordsRejected"] == (clock.hasPrefix("\"") ? 1 : nil))
        let before = socket.counters()["recordsRejected"] ?? 0
        socket.changes(updated("[idfoevent=1]|matchTime", clock))
        #expect(socket.outline() == "1")
        #expect(socket.counters()["recordsRejected"] == before + 1)
    }

    /// SR-V7.
    @Test(arguments: [
        (#"{"home":1,"away":0}"#, #""paramFloat1":1.0,"paramFloat2":0.0,"#),
        (#"{"COMPETITOR":{"home":"15","away":"040"}}"#, #""paramFloat1":15.0,"paramFloat2":40.0,"#),
        (#"{"home":-0.5,"away":1e2}"#, #""paramFloat1":-0.5,"paramFloat2":100.0,"#),
        (#"{"home":1,"away":null,"x":[]}"#, #""paramFloat1":1.0,"#),
        (#"{"COMPETITOR":null,"away":2}"#, #""paramFloat2":2.0,"#),
        (#"{"COMPETITOR":{"away":3},"home":7,"away":2}"#, #""paramFloat2":3.0,"#), ("{}", ""),
    ])
    func scoresHaveTwoSides(score: String, sides: String) {
        let socket = SportRadarReference(
            list: event("1", #""liveDataSummary":{"scores":{"GAME_SCORE":\#(score)}}"#))
        #expect(
            socket.entity("eventInfos", "1/GAME_SCORE") == """
                {"eventId":"1","eventPartName":"GAME_SCORE","id":"1/GAME_SCORE",\(sides)\
                "typeId":"1","typeName":"Score"}
                """)
    }

    /// SR-V7.
    @Test(arguments: [
        #"{"home":true}"#, #"{"away":""}"#, #"{"home":"-1"}"#,
        #"{"home":"1.5"}"#, #"{"home":"1234567890123456"}"#, #"{"home":1e999}"#,
        #"{"COMPETITOR":5}"#, #"{"COMPETITOR":{"home":{}},"home":1}"#,
    ])
    func otherScoresAreRejected(score: String) {
        let socket = SportRadarReference(
            list: event(
                "1",
                #""liveDataSummary":{"scores":{"GAME_SCORE":\#(score),"SET1_SCORE":{"home":1}}}"#))
        #expect(socket.outline() == "1{1/SET1_SCORE}")
        #expect(
            socket.counters() == ["framesApplied": 1, "recordsApplied": 2, "recordsRejected": 1])
    }

    /// SR-V8.
    @Test(arguments: [
        ("MATCH_SCORE", "MATCH_SCORE"), ("CURRENT_SCORE", "MATCH_SCORE"),
        ("GAME_SCORE", "GAME_SCORE"), ("PERIOD1_SCORE", "PERIOD1_SCORE"),
        ("SET12_SCORE", "SET12_SCORE"), ("FRAME007_SCORE", "FRAME007_SCORE"),
    ])
    func namesOfScores(name: String, shown: String) {
        var socket = SportRadarReference(list: event("1"))
        socket.changes(updated("[idfoevent=1]|scores|\(name)", #"{"home":1}"#))
        #expect(socket.outline() == "1{1/\(shown)}")
    }

    /// SR-V8.
    @Test(arguments: [
        "SCORE", "PERIOD_SCORE", "SET1", "SET1_SCORES", "set1_score", "SETa_SCORE", "SET1a_SCORE",
        "SET-1_SCORE", "XSET1_SCORE", "match_score", "GAME1_SCORE", "SET\u{661}_SCORE", "",
    ])
    func otherNamesAreNoScores(name: String) {
        var socket = SportRadarReference(
            list: event("1", #""liveDataSummary":{"scores":{"\#(name)":5}}"#))
        socket.changes(updated("[idfoevent=1]|scores|\(name)", #"{"home":1}"#))
        #expect(socket.outline() == "1")
        #expect(
            socket.counters() == ["framesApplied": 2, "recordsApplied": 1, "changesIgnored": 1])
    }

    /// SR-V9.
    @Test(arguments: [
        ("1", "home"), (#""1""#, "home"), ("2", "away"), (#""2""#, "away"), ("0", nil),
        (#""0""#, nil), ("null", nil),
    ])
    func serverIsOneOrTwo(server: String, participant: String?) {
        let summary = #""liveDataSummary":{"serve":\#(server)}"#
        let socket = SportRadarReference(list: event("1", summary))
        let expected = participant.map {
            #"{"eventId":"1","id":"1/SERVE","paramParticipantId1":"\#($0)","typeId":"37"}"#
        }
        #expect(socket.entity("eventInfos", "1/SERVE") == expected ?? "none")
        #expect(socket.counters()["recordsRejected"] == nil)
    }

    /// SR-V9.
    @Test(arguments: ["3", "-1", "1.5", #""home""#, #""01""#, #""""#, "true", "[]", "{}"])
    func otherServersAreRejected(server: String) {
        let summary = #""liveDataSummary":{"serve":\#(server)}"#
        var socket = SportRadarReference(list: event("1", summary))
        socket.changes(updated("[idfoevent=1]|serve", server))
        #expect(socket.outline() == "1")
        #expect(socket.counters()["recordsRejected"] == 2)
    }

    /// SR-V10.
    @Test(arguments: [
        ("12", "12"), (#""12""#, "12"), (#""0012""#, "12"), ("12.0", "12"), ("1.2e1", "12"),
        ("-0", "0"), ("-3", "-3"), (#""000""#, "0"), (#""999999999999999""#, "999999999999999"),
        ("9223372036854775807", "9223372036854775807"),
    ])
    func countsAreShownWithoutLeadingZeros(count: String, shown: String) {
        let content = "inplaySportListBySportType/"
        let whole = SportRadarReference(
            content, #"[{"idfosporttype":"FBL","numEvents":\#(count)}]"#)
        #expect(whole.sports(content) == #"[{"id":"FBL","numberOfLiveEvents":\#(shown)}]"#)
        var socket = SportRadarReference(content, #"[{"idfosporttype":"FBL"}]"#)
        socket.changes(updated(content, "[idfosporttype=FBL]|numEvents", count))
        #expect(socket.snapshot(content)["references"] == whole.snapshot(content)["references"])
    }

    /// SR-V10.
    @Test(arguments: [
        "1.5", #""""#, #""-1""#, #""1.0""#, #""1234567890123456""#, "true", "[]",
        "9223372036854775808",
    ])
    func otherCountsAreRejected(count: String) {
        let content = "inplaySportListBySportType/"
        var socket = SportRadarReference(
            content, #"[{"idfosporttype":"FBL"},{"idfosporttype":"TEN","numEvents":\#(count)}]"#)
        socket.changes(updated(content, "[idfosporttype=FBL]|numEvents", count))
        #expect(socket.sports(content) == #"[{"id":"FBL"}]"#)
        #expect(socket.counters(content)["recordsRejected"] == 2)
    }
}
