import OddsReference
import OddsTestInputs
import Testing

/// Ids, prices and times: SR-V1 to SR-V5.
@Suite struct ValueTests {
    /// SR-V1.
    @Test(arguments: [
        (#""9001.1""#, "9001.1"), ("9912.10", "9912.10"), ("9912.1", "9912.1"), ("7", "7"),
        ("123456789012345678901234567890.10", "123456789012345678901234567890.10"), ("-1", "-1"),
        (#""1e3""#, "1e3"), (#""\u0031""#, "1"), (#"" ""#, " "),
    ])
    func idIsTextOrTheTextOfANumber(id: String, text: String) {
        var socket = SportRadarReference(list: event(text))
        socket.changes(
            refreshed(list, #"[{"idfoevent":\#(id),"tsstart":"2026-10-02T18:30:00Z"}]"#))
        #expect(socket.outline() == text)
        #expect(socket.counters() == ["framesApplied": 2, "recordsApplied": 2])
    }

    /// SR-V1.
    @Test(arguments: [#""""#, "1e3", "1E3", "1.5e0", "true", "null", "[]", "{}"])
    func otherValuesAreNoIds(id: String) {
        let socket = SportRadarReference(
            list: #"{"idfoevent":\#(id),"tsstart":"2026-10-02T18:30:00Z"}"#)
        #expect(socket.outline() == "")
        #expect(socket.counters() == ["framesApplied": 1, "recordsRejected": 1])
    }

    /// SR-V1: ids are compared by their bytes.
    @Test func idsAreToldApartByBytes() {
        let socket = SportRadarReference(
            list: event("1"), event("1.0"), event("01"), event("\u{E9}"), event("e\u{301}"))
        #expect(socket.counters()["recordsApplied"] == 5)
        #expect(socket.outline() == "1 1.0 01 \u{E9} e\u{301}")
    }

    /// SR-V2: by member, what it takes and what it does not.
    @Test(arguments: [
        ("numMarkets", "47.0", #""47""#), ("numMarkets", "4.7e1", "4.5"),
        ("numMarkets", "9223372036854775807", "9223372036854775808"),
        ("liveDataSummary", "{}", "[]"), ("markets", "[]", "{}"),
    ])
    func membersOfAnEventTakeTheirKindAndNull(name: String, good: String, bad: String) {
        for value in [good, "null"] {
            let socket = SportRadarReference(list: event("1", #""\#(name)":\#(value)"#))
            #expect(socket.outline() == "1", "\(value)")
        }
        let socket = SportRadarReference(
            list: event("1", #"\#(markets(market("5"))),"\#(name)":\#(bad)"#), event("2"))
        #expect(socket.outline() == "2")
        #expect(
            socket.counters() == ["framesApplied": 1, "recordsApplied": 1, "recordsRejected": 1])
    }

    /// SR-V11: by member, what it takes, and what it takes for absent.
    @Test(arguments: [
        ("name", #""a""#, "7"), ("sporttypename", #""""#, "[]"),
        ("tournamentname", #""a""#, "true"), ("tournamentcountryname", #""a""#, "1"),
        ("participantname_home", #""a""#, "{}"), ("participantname_away", #""a""#, "0"),
        ("idfosporttype", "7", "true"), ("idfotournament", "7.10", "7e1"),
        ("idfotournament", #""7""#, #""""#),
    ])
    func otherTextsAndIdsOfAnEventAreAbsent(name: String, good: String, bad: String) {
        let absent = SportRadarReference(list: event("1")).entity("events", "1")
        let shown = { (value: String) in
            SportRadarReference(list: event("1", #""\#(name)":\#(value)"#)).entity("events", "1")
        }
        #expect(shown(good) != absent)
        #expect(shown(bad) == absent)
        #expect(shown("null") == absent)
    }

    /// SR-V2: an integer as EM-P3 has it.
    @Test func integersAreReadExactly() {
        let socket = SportRadarReference(
            list: event("1", #""numMarkets":9223372036854775807.0"#),
            event("2", #""numMarkets":-0"#))
        #expect(
            socket.entity("events", "1").contains(#""numberOfMarkets":9223372036854775807,"#))
        #expect(socket.entity("events", "2").contains(#""numberOfMarkets":0,"#))
    }

    /// SR-V3, SR-V4.
    @Test(arguments: [
        (#""17""#, #""20""#, "1.85"), ("17", "20", "1.85"), ("7936507", "10000000", "1.7936507"),
        ("0", "1", "1.0"), (#""017""#, #""0020""#, "1.85"), ("1", "3", "\(4.0 / 3.0)"),
        ("999999999999999", "1", "1000000000000000.0"),
        ("1", "999999999999999", "1.000000000000001"),
        ("999999999999999", "999999999999998", "2.000000000000001"),
    ])
    func oddsAreOnePlusUpByDown(up: String, down: String, odds: String) {
        let members = #""currentpriceup":\#(up),"currentpricedown":\#(down)"#
        let socket = SportRadarReference(
            list: event("1", markets(market("5", selections(selection("7", members))))))
        #expect(socket.entity("bettingOffers", "7").contains(#""odds":\#(odds),"#))
        #expect(socket.entity("bettingOffers", "7").contains(#""isAvailable":true"#))
    }

    /// SR-V4: fractions of random decimals are what the decimals' texts are.
    @Test func oddsAreTheNearestDouble() {
        let seed: UInt64 = 4
        var random = SplitMix64(seed: seed)
        for _ in 0..<300 {
            let digits = 1 + random.below(14)
            let down = (0..<digits).reduce(1) { power, _ in power * 10 }
            let up = random.below(1_000_000_000_000_000)
            let whole = 1 + up / down
            let rest = "\(down + up % down)".dropFirst()
            let socket = SportRadarReference(
                list: event("1", markets(market("5", selections(selection("7", price(up, down)))))))
            #expect(
                socket.entity("bettingOffers", "7")
                    .contains(#""odds":\#(Double("\(whole).\(rest)")!),"#),
                "seed \(seed): \(up)/\(down)")
        }
    }

    /// SR-V3.
    @Test(arguments: [
        ("-1", "20"), ("-0", "20"), ("1.0", "20"), ("1e1", "20"), (#""""#, "20"), (#"" 1""#, "20"),
        (#""+1""#, "20"), ("1000000000000000", "20"), (#""1000000000000000""#, "20"),
        (#""1x""#, "20"), ("true", "20"), ("[]", "20"), ("17", "0"), ("17", #""0""#),
        ("17", #""000""#), ("17", "-20"), ("17", "20.0"),
    ])
    func otherPartsOfPricesRejectTheSelection(up: String, down: String) {
        let members = #""currentpriceup":\#(up),"currentpricedown":\#(down)"#
        let whole = selections(selection("7", members), selection("8"))
        var socket = SportRadarReference(list: event("1", markets(market("5", whole))))
        #expect(socket.outline() == "1(5(8))")
        #expect(socket.counters()["recordsRejected"] == 1)
        let before = socket.entity("bettingOffers", "8")
        socket.changes(updated("[idfoselection=8]", "{\(members)}"))
        #expect(socket.entity("bettingOffers", "8") == before)
        #expect(socket.counters()["recordsRejected"] == 2)
    }

    /// SR-V5.
    @Test(arguments: [
        ("1970-01-01T00:00:00Z", 0), ("1970-01-01T00:00:01.5Z", 1_500),
        ("1970-01-01T00:00:00.123999999Z", 123), ("1970-01-01T00:00:00.04Z", 40),
        ("2026-10-02T18:30:00.000+0200", 1_790_958_600_000),
        ("2026-10-02T18:30:00+02:00", 1_790_958_600_000),
        ("2026-10-02T16:30:00Z", 1_790_958_600_000),
        ("2026-10-02T11:00:00-0530", 1_790_958_600_000), ("1969-12-31T23:59:59.999Z", -1),
        ("2000-02-29T00:00:00Z", 951_782_400_000), ("0001-01-01T00:00:00Z", -62_135_596_800_000),
        ("9999-12-31T23:59:59+0000", 253_402_300_799_000),
        ("1970-01-02T00:00:00+23:59", 60_000), ("1970-01-01T00:00:00-0000", 0),
    ])
    func timesAreReadToTheMillisecond(text: String, milliseconds: Int) {
        let socket = SportRadarReference(list: #"{"idfoevent":"1","tsstart":"\#(text)"}"#)
        #expect(socket.entity("events", "1").contains(#""startTime":\#(milliseconds),"#))
    }

    /// SR-V5.
    @Test(arguments: [
        #""""#, #""2026-10-02""#, #""2026-10-02T18:30:00""#, #""2026-10-02 18:30:00Z""#,
        #""2026-10-02T18:30Z""#, #""2026-10-02t18:30:00Z""#, #""2026-10-02T18:30:00z""#,
        #""2026-10-02T18:30:00.Z""#, #""2026-10-02T18:30:00.1234567890Z""#,
        #""2026-10-02T24:00:00Z""#, #""2026-10-02T18:60:00Z""#, #""2026-10-02T18:30:60Z""#,
        #""2026-13-02T18:30:00Z""#, #""2026-00-02T18:30:00Z""#, #""2026-02-29T18:30:00Z""#,
        #""1900-02-29T18:30:00Z""#, #""2026-04-31T18:30:00Z""#, #""2026-04-00T18:30:00Z""#,
        #""0000-04-01T18:30:00Z""#, #""2026-10-02T18:30:00+24:00""#, #""2026-10-02T18:30:00+0160""#,
        #""2026-10-02T18:30:00+02""#, #""2026-10-02T18:30:00+02:0""#, #""2026-10-02T18:30:00Z ""#,
        #"" 2026-10-02T18:30:00Z""#, #""2026-1-02T18:30:00Z""#, #""+026-10-02T18:30:00Z""#,
        "1790958600000", "null", "true",
    ])
    func eventWithoutATimeIsRejected(time: String) {
        let socket = SportRadarReference(
            list: #"{"idfoevent":"1","tsstart":\#(time),\#(markets(market("5")))}"#, event("2"))
        #expect(socket.outline() == "2")
        #expect(
            socket.counters() == ["framesApplied": 1, "recordsApplied": 1, "recordsRejected": 1])
    }
}
