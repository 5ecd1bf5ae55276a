import Foundation
import SeededRandom
import Testing

@testable import GameServer

/// What is written.
struct WireTests {
    private func text(_ write: (inout [UInt8]) -> Void) -> String {
        var json: [UInt8] = []
        write(&json)
        return String(decoding: json, as: UTF8.self)
    }

    private let row = MatchWithOdds(
        match: Match(
            id: 1_001, teamA: "Ea\"gles", teamB: "Dún\n", startSeconds: 1_790_965_800),
        odds: MatchOdds(
            teamA: Price(hundredths: 185), teamB: Price(hundredths: 210), seq: 311))

    @Test("Numbers are what Swift writes")
    func numbers() {
        for number in [0, 7, 10, 99, 100, 12_345, Int.max, -1, Int.min] {
            #expect(text { $0.append(decimal: number) } == "\(number)")
        }
        for (hundredths, words) in [(185, "1.85"), (210, "2.1"), (300, "3"), (105, "1.05"),
            (2_000, "20")]
        {
            #expect(text { $0.append(Price(hundredths: hundredths)) } == words)
        }
        for (microseconds, words) in [
            (1_760_000_000_123_456, "1760000000123.456"), (1_760_000_000_123_005,
                "1760000000123.005"), (1_000, "1.000"),
        ] {
            #expect(
                text { $0.append(milliseconds: GameTime(microseconds: Int64(microseconds))) }
                    == words)
        }
    }

    @Test("Answers have the members of the contract")
    func answers() {
        #expect(String(decoding: GameJSON.matches([row, row]), as: UTF8.self) == """
            [{"matchID":1001,"teamA":"Ea\\"gles","teamB":"Dún\\u000a",\
            "startTime":"2026-10-02T18:30:00Z"},{"matchID":1001,"teamA":"Ea\\"gles",\
            "teamB":"Dún\\u000a","startTime":"2026-10-02T18:30:00Z"}]
            """)
        var suspended = row
        suspended.odds.isSuspended = true
        #expect(String(decoding: GameJSON.odds([row, suspended]), as: UTF8.self) == """
            [{"matchID":1001,"teamAOdds":1.85,"teamBOdds":2.1,"seq":311},\
            {"matchID":1001,"teamAOdds":1.85,"teamBOdds":2.1,"seq":311,"suspended":true}]
            """)
        #expect(String(decoding: GameJSON.matches([]), as: UTF8.self) == "[]")
    }

    @Test("Messages have the members of the contract")
    func messages() {
        let change = OddsChange(row, due: GameTime(microseconds: 1_760_000_000_123_456))
        #expect(String(decoding: LiveMessages.update(change), as: UTF8.self) == """
            {"matchID":1001,"teamAOdds":1.85,"teamBOdds":2.1,"seq":311,"at":1760000000123.456}
            """)
        var list = LiveMessages.List()
        for count in [1, 2] {
            list.begin()
            for _ in 0..<count { list.append(change) }
            list.end()
            let element = "[1001,1.85,2.1,311,1760000000123.456]"
            let elements = Array(repeating: element, count: count).joined(separator: ",")
            #expect(String(decoding: list.json, as: UTF8.self) == #"{"updates":[\#(elements)]}"#)
        }
        let now = GameTime(microseconds: 1_760_000_000_123_000)
        #expect(String(decoding: LiveMessages.hello(seq: 310, now: now), as: UTF8.self)
            == #"{"hello":{"seq":310,"now":1760000000123.000}}"#)
        #expect(String(decoding: LiveMessages.pong("5e0", now: now), as: UTF8.self)
            == #"{"pong":5e0,"now":1760000000123.000}"#)
    }

    @Test("Times are what Foundation writes and reads")
    func times() throws {
        var random = SplitMix64(seed: 9)
        let edges: [Int64] = [0, 951_782_400, 951_868_799, 4_107_542_400, 253_402_300_799]
        let drawn = (0..<10_000).map { _ in Int64.random(in: 0...253_402_300_799, using: &random) }
        for seconds in edges + drawn {
            let words = Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
            #expect(WireTime.text(seconds: seconds) == words)
            #expect(WireTime.seconds(words) == seconds)
        }
    }

    @Test("A fraction of a second does not count, and what is no time is none")
    func oddTimes() {
        #expect(WireTime.seconds("2026-10-02T18:30:00.999Z") == 1_790_965_800)
        for text in [
            "", "Z", "2026-10-02T18:30:00", "2026-10-02 18:30:00Z", "2026-10-02T18:30:00+01:00",
            "2026-02-29T00:00:00Z", "2026-06-31T00:00:00Z", "2026-13-01T00:00:00Z",
            "2026-00-01T00:00:00Z", "2026-10-00T00:00:00Z", "2026-10-02T24:00:00Z",
            "2026-10-02T23:60:00Z", "2026-10-02T23:59:60Z", "1969-12-31T23:59:59Z",
            "2026-10-02T18:30:00.Z", "2026-10-02T18:30:00.1234567890Z", "2026-10-02T18:30:00,5Z",
            "２026-10-02T18:30:00Z", "10000-01-01T00:00:00Z", "2026-10-02T18:30:0aZ",
        ] {
            #expect(WireTime.seconds(text) == nil, "\(text)")
        }
    }

    @Test("Durations fall into the buckets of an HDR histogram of three digits")
    func buckets() {
        for (value, bucket) in [
            (0, 0), (1, 1), (2_047, 2_047), (2_048, 2_048), (2_049, 2_048), (2_050, 2_050),
            (4_095, 4_094), (4_096, 4_096), (4_099, 4_096), (1_000_000, 999_936), (-5, 0),
            (90_000_000, 59_998_208),
        ] as [(Int64, Int64)] {
            #expect(MicrosecondCounts.bucket(value) == bucket, "\(value)")
        }
        var counts = MicrosecondCounts()
        for value in [2_049, 3, 2_048] as [Int64] {
            counts.record(GameInterval(microseconds: value))
        }
        #expect(text { counts.append(to: &$0) }
            == #"{"unit":"us","digits":3,"counts":[[3,1],[2048,2]]}"#)
    }
}
