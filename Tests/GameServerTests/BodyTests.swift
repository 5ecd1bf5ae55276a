import Testing

@testable import GameServer

/// Bodies of requests.
struct BodyTests {
    private static let match = """
        {"matchID":1001,"teamA":"Eagles","teamB":"Tigers","startTime":"2026-10-02T18:30:00Z",\
        "teamAOdds":1.85,"teamBOdds":2.1,"seq":311,"suspended":false}
        """

    private func refusal(_ body: () throws -> Void) -> Refusal? {
        do {
            try body()
            return nil
        } catch { return error as? Refusal }
    }

    // MARK: What a page had

    @Test("Matches of a page's storage are read")
    func seed() throws {
        let all = try SeedBody.matches(Array("""
            [\(Self.match),{"matchID":1,"teamA":"A","teamB":"B",\
            "startTime":"2026-10-02T18:30:00.5Z","teamAOdds":null,"teamBOdds":20}]
            """.utf8))
        #expect(all == [
            KeptMatch(
                match: Match(
                    id: 1_001, teamA: "Eagles", teamB: "Tigers", startSeconds: 1_790_965_800),
                teamA: Price(hundredths: 185), teamB: Price(hundredths: 210), seq: 311),
            KeptMatch(
                match: Match(id: 1, teamA: "A", teamB: "B", startSeconds: 1_790_965_800),
                teamA: nil, teamB: Price(hundredths: 2_000), seq: nil),
        ])
        #expect(try SeedBody.matches(Array("[]".utf8)).isEmpty)
    }

    @Test("What is no match is refused by its place and its member", arguments: [
        (#""matchID":1001"#, #""matchID":0"#, #"element 1: "matchID""#),
        (#""matchID":1001"#, #""matchID":1e3"#, #"element 1: "matchID""#),
        (#""matchID":1001"#, #""matchID":"1001""#, #"element 1: "matchID""#),
        (#""matchID":1001"#, #""matchID":9007199254740991"#, #"element 1: "matchID""#),
        (#""matchID":1001"#, #""matchID":99999999999999999999"#, #"element 1: "matchID""#),
        (#""matchID":1001"#, #""matchID":7"#, "element 1: the id 7 is there twice"),
        (#""teamA":"Eagles","#, "", #"element 1: "teamA""#),
        (#""Eagles""#, #""""#, #"element 1: "teamA""#),
        (#""Tigers""#, "5", #"element 1: "teamB""#),
        ("2026-10-02T18:30:00Z", "tomorrow", #"element 1: "startTime""#),
        ("1.85", "1.855", #"element 1: "teamAOdds""#),
        ("1.85", "1", #"element 1: "teamAOdds""#),
        ("2.1", "1000.01", #"element 1: "teamBOdds""#),
        ("2.1", "-1e308", #"element 1: "teamBOdds""#),
        ("2.1", "1e999", #"element 1: "teamBOdds""#),
        ("2.1", #""2.1""#, #"element 1: "teamBOdds""#),
        ("311", "-1", #"element 1: "seq""#), ("311", "1.5", #"element 1: "seq""#),
    ])
    func wrongSeed(part: String, other: String, words: String) {
        let wrong = Self.match.replacing(part, with: other)
        #expect(wrong != Self.match)
        let first = Self.match.replacing("1001", with: "7")
        let refusal = refusal { _ = try SeedBody.matches(Array("[\(first),\(wrong)]".utf8)) }
        #expect(refusal?.reason == .wrongShape)
        #expect(refusal?.message.hasPrefix(words) == true, "\(refusal?.message ?? "none")")
    }

    @Test("Too long a name, too many matches and what is no array are refused")
    func wrongSeeds() {
        let name = String(repeating: "é", count: 101)
        let long = Self.match.replacing("Eagles", with: name)
        for (body, reason) in [
            ("[\(long)]", .wrongShape), (Self.match, .wrongShape), ("[5]", .wrongShape),
            ("", .notJSON), ("[", .notJSON), ("[\(Self.match)", .notJSON), ("[] []", .notJSON),
            (String(repeating: "[", count: 1_000), .notJSON), ("[\u{0}]", .notJSON),
        ] as [(String, Refusal.Reason)] {
            let refusal = refusal { _ = try SeedBody.matches(Array(body.utf8)) }
            #expect(refusal?.reason == reason, "\(body.prefix(60))")
        }
        let many = "[" + Array(repeating: "1", count: 10_001).joined(separator: ",") + "]"
        #expect(refusal { _ = try SeedBody.matches(Array(many.utf8)) }?.message
            == "10001 matches: send at most 10000")
        #expect(refusal { _ = try SeedBody.matches([0x5B, 0x22, 0xFF, 0x22, 0x5D]) }?.reason
            == .notJSON)
    }

    // MARK: Control

    @Test("All of what control can want is read")
    func control() throws {
        let change = try ControlChange(Array("""
            {"fail":{"matches":3,"odds":0,"status":503},"delayMs":200,"stream":"pause",\
            "dropSockets":true,"advanceSeconds":1.5,"refuseSockets":false}
            """.utf8))
        #expect(change.failures == [.matches: 3, .odds: 0])
        #expect(change.failure == .status(503))
        #expect(change.delayMilliseconds == [.matches: 200, .odds: 200])
        #expect(change.pausesStream == true)
        #expect(change.dropsSockets)
        #expect(change.refusesSockets == false)
        #expect(change.advance == .milliseconds(1_500))
        let other = try ControlChange(
            Array(#"{"delayMs":{"odds":9},"fail":{"live":1,"status":0},"stream":"run"}"#.utf8))
        #expect(other.delayMilliseconds == [.odds: 9])
        #expect(other.failure == .cut)
        #expect(other.pausesStream == false)
        #expect(other.advance == nil && other.refusesSockets == nil)
    }

    @Test("What control cannot want is refused by its member", arguments: [
        ("[]", "expected an object"), (#"{"speed":2}"#, #"there is no "speed""#),
        (#"{"stream":"stop"}"#, #""stream""#), (#"{"fail":3}"#, #""fail""#),
        (#"{"fail":{"news":3}}"#, #""fail" has no "news""#),
        (#"{"fail":{"odds":-1}}"#, #""odds" of "fail""#),
        (#"{"fail":{"odds":1000001}}"#, #""odds" of "fail""#),
        (#"{"fail":{"status":100}}"#, #""status""#), (#"{"fail":{"status":600}}"#, #""status""#),
        (#"{"delayMs":30001}"#, #""delayMs""#), (#"{"delayMs":{"seed":5}}"#, #""delayMs""#),
        (#"{"delayMs":{"odds":-5}}"#, #""delayMs""#), (#"{"dropSockets":1}"#, #""dropSockets""#),
        (#"{"advanceSeconds":-1}"#, #""advanceSeconds""#),
        (#"{"advanceSeconds":1e300}"#, #""advanceSeconds""#),
    ])
    func wrongControl(body: String, words: String) {
        let refusal = refusal { _ = try ControlChange(Array(body.utf8)) }
        #expect(refusal?.reason == .wrongShape)
        #expect(refusal?.message.hasPrefix(words) == true, "\(refusal?.message ?? "none")")
    }

    @Test("Odds are set one by one or together")
    func pushed() throws {
        let one = #"{"matchID":1001,"teamAOdds":1.9,"teamBOdds":2.0}"#
        let all = try PushedOdds.all(Array(one.utf8))
        #expect(all.count == 1 && all[0].matchID == 1_001)
        #expect(all[0].teamA == Price(hundredths: 190) && all[0].teamB == Price(hundredths: 200))
        #expect(try PushedOdds.all(Array("[\(one),\(one)]".utf8)) == all + all)
        for (body, words) in [
            ("5", "the update"), ("[5]", "element 0"),
            (one.replacing("1.9", with: "1"), #"the update: "teamAOdds""#),
            (one.replacing("teamB", with: "teamC"), #"the update: there is no "teamCOdds""#),
            (#"{"matchID":1001,"teamAOdds":1.9}"#, #"the update: "teamBOdds""#),
            ("[\(Array(repeating: one, count: 10_001).joined(separator: ","))]", "10001 updates"),
            (one.replacing("1001", with: "null"), #"the update: "matchID""#),
        ] {
            let refusal = refusal { _ = try PushedOdds.all(Array(body.utf8)) }
            #expect(refusal?.message.hasPrefix(words) == true, "\(refusal?.message ?? "none")")
        }
    }
}
