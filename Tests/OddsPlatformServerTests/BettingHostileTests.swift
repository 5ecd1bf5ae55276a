import OddsPlatformServer
import PlatformFixture
import SeededRandom
import Testing

/// What a hostile client sends to the port of bets: the status of the table, and neither
/// the ledger nor the lists change.
@Suite(.timeLimit(.minutes(5))) struct BettingHostileTests {
    private static let place = ScriptedWorld.Place(1)

    private static func ticket(_ from: String, _ to: String) -> String {
        let ticket = Bettor.ticket(place)
        precondition(ticket.contains(from))
        return ticket.replacing(from, with: to)
    }

    /// Runs a body for a player who has an open bet, and looks whether that is still all.
    private func withBettor(
        _ configure: (inout PlatformConfiguration) -> Void = { _ in },
        _ body: (Bettor) async throws -> Void
    ) async throws {
        let world = ScriptedWorld()
        world.set(Self.place, odds: 185)
        try await withPlatform(configure, world: world) { running in
            let bettor = try await Bettor(running)
            let bet = try await bettor.place(Self.place)
            try await body(bettor)
            let check = try await running.platform.checkLedger()
            #expect(check.isOK && check.postings == 2)
            #expect(try await bettor.openBets() == [.string(bet)])
        }
    }

    /// Bodies of a placing, and the status of each.
    private static let tickets: [(String, Int)] = [
        ("", 400), ("{", 400), ("[]", 400), ("null", 400), ("{}", 400),
        (String(repeating: "[", count: 40_000), 400),
        (String(repeating: #"{"selections":"#, count: 3_000), 400),
        (String(repeating: " ", count: 65_537), 413),
        (ticket(#""currency":"EUR""#, #""currency":"EUR","currency":"EUR""#), 400),
        (ticket(#""EUR""#, #""eur""#), 400), (ticket(#""SINGLE""#, "1"), 400),
        (ticket(#""SINGLE""#, #""TREBLE""#), 400), (ticket(#""10.00""#, "1e400"), 400),
        (ticket(#""10.00""#, #""1e1""#), 400), (ticket(#""10.00""#, #""99999999999""#), 400),
        (ticket(#""10.00""#, #""-1""#), 400), (ticket(#""10.00""#, #""010.00""#), 400),
        (ticket(#""10.00""#, #""1.001""#), 400), (ticket(#""10.00""#, #""१०""#), 400),
        (ticket(#""10.00""#, "[]"), 400), (ticket(#""10.00""#, #"" 10""#), 400),
        (ticket(#""10.00""#, #""9999999999.99""#), 409), (ticket("1.85", "1"), 400),
        (ticket("1.85", "1e999999999"), 400), (ticket("1.85", "-1.85"), 400),
        (ticket("1.85", #""1.85""#), 400), (ticket("1.85", "NaN"), 400),
        (ticket("1.85", String(repeating: "9", count: 5_000)), 400),
        (ticket(#""freeBet":null"#, #""freeBet":"yes""#), 400),
        (ticket("\(place.offerID)", "-\(place.offerID)"), 404),
        (ticket("\(place.offerID)", "0\(place.offerID)"), 404),
        (ticket("\(place.offerID)", "99999999999999999999999"), 404),
        (ticket("\(place.offerID)", "' OR 1=1 --"), 404),
        (ticket("\(place.offerID)", String(repeating: "9", count: 1_001)), 400),
        (ticket("\(place.eventID)", #"\uD800"#), 404),
        (ticket(#""bettingOfferId":"\#(place.offerID)""#, #""bettingOfferId":\#(place.offerID)"#),
            400),
        (ticket("[{", "[[{"), 400), (ticket("[{", "[null,{"), 400),
    ]

    @Test(arguments: tickets)
    func ticketHasAStatusOfItsOwn(_ body: String, _ status: Int) async throws {
        try await withBettor { bettor async throws in
            let answer = try await bettor.ask("POST", Bettor.placing, body)
            #expect(answer.status == status, "\(body.prefix(300))")
            #expect(
                try await bettor.running.requestCount(
                    "POST", "/place-bet/{operator}/v2/bets", status) == 1)
        }
    }

    /// Bodies of a cashout, and the status of each.
    private static let cashouts: [(String, Int)] = [
        ("", 409), ("[", 409), ("[]", 409), (String(repeating: "[", count: 40_000), 409),
        (String(repeating: " ", count: 65_537), 413),
        (#"{"betId":"b-1","betId":"b-1","cashoutValue":1,"cashoutType":"FULL"}"#, 409),
        (#"{"betId":1,"cashoutValue":1,"cashoutType":"FULL"}"#, 409),
        (#"{"betId":"b-1","cashoutValue":1e400,"cashoutType":"FULL"}"#, 409),
        (#"{"betId":"b-1","cashoutValue":0,"cashoutType":"FULL"}"#, 409),
        (#"{"betId":"b-1","cashoutValue":1,"cashoutType":"HALF"}"#, 409),
        (#"{"betId":"b-1","cashoutValue":1,"cashoutType":"PARTIAL"}"#, 409),
        (
            #"{"betId":"b-1","cashoutValue":1,"cashoutType":"PARTIAL","partialCashoutStake":-1}"#,
            409
        ),
        (#"{"betId":"b-1","cashoutValue":9999999999.99,"cashoutType":"FULL"}"#, 409),
        (#"{"betId":"B-1","cashoutValue":9.5,"cashoutType":"FULL"}"#, 404),
        (#"{"betId":"b-01","cashoutValue":9.5,"cashoutType":"FULL"}"#, 404),
        (#"{"betId":"b-99999999999999999999","cashoutValue":9.5,"cashoutType":"FULL"}"#, 404),
    ]

    @Test(arguments: cashouts)
    func cashoutHasAStatusOfItsOwn(_ body: String, _ status: Int) async throws {
        try await withBettor { bettor async throws in
            let answer = try await bettor.ask("POST", Bettor.cashout, body)
            #expect(answer.status == status, "\(body.prefix(300))")
            #expect(
                try await bettor.running.requestCount("POST", "/cashout/v1/cashout", status) == 1)
        }
    }

    @Test func textThatIsNoUTF8IsABadShape() async throws {
        try await withBettor { bettor async throws in
            for bad: [UInt8] in [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xE2, 0x82]] {
                let text = Self.ticket(#""SINGLE""#, #""SING@LE""#)
                let parts = text.split(separator: "@").map { Array($0.utf8) }
                let answer = try await bettor.ask(
                    "POST", Bettor.placing, bytes: parts[0] + bad + parts[1])
                #expect(answer.status == 400)
                #expect(try answer.betCode() == "901")
            }
        }
    }

    /// Paths and queries, and the status of each.
    private static let paths: [(String, Int)] = [
        ("/bets-api/v1/7001/bets/%00", 400), ("/bets-api/v1/7001/bets/b-+1", 404),
        ("/bets-api/v1/7001/bets/b-01", 404), ("/bets-api/v1/7001/bets/b--1", 404),
        ("/bets-api/v1/7001/bets/b-9223372036854775808", 404),
        ("/bets-api/v1/7001/bets/..%2f..%2fopen-bets", 404), ("/bets-api/v1/7001/bets/", 404),
        ("/bets-api/v1/7001/open-bets?limit=0", 400), ("/bets-api/v1/7001/open-bets?limit=", 400),
        ("/bets-api/v1/7001/open-bets?limit=101", 400),
        ("/bets-api/v1/7001/open-bets?limit=-1", 400),
        ("/bets-api/v1/7001/open-bets?limit=%2B5", 400),
        ("/bets-api/v1/7001/open-bets?limit=1e1", 400),
        ("/bets-api/v1/7001/open-bets?limit=%D9%A5", 400),
        ("/bets-api/v1/7001/open-bets?placedBefore=yesterday", 400),
        ("/bets-api/v1/7001/open-bets?placedBefore=999999999-01-01T00:00:00Z", 400),
        ("/bets-api/v1/7001/settled-bets?betStatus=OPEN", 400),
        ("/bets-api/v1/7001/settled-bets?betStatus=won", 400),
        ("/bets-api/v1/7001/cashout-amount", 400),
        ("/bets-api/v1/7001/cashout-amount?betId=b-1&stakeValue=-1", 400),
        ("/bets-api/v1/7001/cashout-amount?betId=b-1&stakeValue=1e1", 400),
        ("/bets-api/v1/7001/cashout-amount?betId=b-1&stakeValue=0", 400),
        ("/bets-api/v1/7001/cashout-amount?betId=b-1&stakeValue=10.01", 400),
        ("/bets-api/v1/7001/cashout-amount?betId=b-9", 404),
        ("/bets-api/v1/7001%20/open-bets", 403), ("/bets-api/v1/07001/open-bets", 403),
        ("/cashout/v1/cashout-value/b-9", 404), ("/cashout/v1/cashout-value/%F0%28", 404),
        ("/v2/sports/bets/book/%27", 404),
    ]

    @Test(arguments: paths)
    func pathsAndQueriesAreNoWayOut(_ path: String, _ status: Int) async throws {
        try await withBettor { bettor async throws in
            #expect(try await bettor.ask("GET", path).status == status)
        }
    }

    @Test func otherMethodIs405() async throws {
        try await withBettor { bettor async throws in
            for (method, path, allowed) in [
                ("GET", Bettor.placing, "POST"), ("DELETE", "/bets-api/v1/7001/bets/b-1", "GET"),
                ("PATCH", Bettor.cashout, "POST"), ("PUT", "/v2/sports/bets/book", "POST"),
                ("POST", "/cashout/v1/cashout-value/b-1", "GET"),
            ] {
                let answer = try await bettor.ask(method, path)
                #expect(answer.status == 405, "\(path)")
                #expect(answer.headers["allow"] == allowed, "\(path)")
            }
            #expect(try await bettor.running.requestCount("GET", "other", 405) == 1)
        }
    }

    /// Bodies that book nothing.
    private static let bookings: [String] = [
        #"{"selections":[]}"#, #"{"selections":{}}"#, #"{"selections":["9101"]}"#, "[]", "",
        #"{"selections":[{"bettingOfferId":9101}]}"#,
        #"{"selections":[{"bettingOfferId":"999999999999999999999"}]}"#,
        #"{"selections":["#
            + Array(repeating: #"{"bettingOfferId":"1"}"#, count: 21).joined(separator: ",") + "]}",
    ]

    @Test(arguments: bookings)
    func bookingHasOneToTwentySelections(_ body: String) async throws {
        try await withBettor { bettor async throws in
            #expect(
                try await bettor.ask("POST", "/v2/sports/bets/book", body, headers: []).status
                    == 400)
        }
    }

    private func head(_ bettor: Bettor, _ fields: String) -> String {
        let lines = bettor.headers(.placing).map { "\($0): \($1)\r\n" }.joined()
        return "POST \(Bettor.placing) HTTP/1.1\r\nHost: h\r\n\(lines)"
            + "Content-Type: application/json\r\nConnection: close\r\n\(fields)\r\n"
    }

    @Test func slowBodyIs408AndPlacesNothing() async throws {
        try await withBettor {
            // Enough for the requests before, on a busy machine too.
            $0.bodyTimeLimit = .seconds(1)
        } _: { bettor async throws in
            let ticket = Bettor.ticket(Self.place)
            let statuses = try await RawConnection.statuses(
                port: bettor.running.oddsPort,
                [
                    head(bettor, "Content-Length: \(ticket.utf8.count)\r\n")
                        + String(ticket.dropLast())
                ])
            #expect(statuses == [408])
        }
    }

    @Test func bodyWithoutALengthIsMeasuredAsItComes() async throws {
        try await withBettor { bettor async throws in
            let chunk = String(repeating: " ", count: 0x8000)
            let statuses = try await RawConnection.statuses(
                port: bettor.running.oddsPort,
                [head(bettor, "Transfer-Encoding: chunked\r\n")]
                    + Array(repeating: "8000\r\n\(chunk)\r\n", count: 3) + ["0\r\n\r\n"])
            #expect(statuses == [413])
        }
    }

    @Test func floodOfHeaderFieldsEndsTheConnection() async throws {
        try await withBettor {
            $0.headTimeLimit = .milliseconds(500)
        } _: { bettor async throws in
            let ticket = Bettor.ticket(Self.place)
            let length = "Content-Length: \(ticket.utf8.count)\r\n"
            for fields in [
                length + String(repeating: "X: y\r\n", count: 200),
                length + "X: " + String(repeating: "x", count: 20_000) + "\r\n",
                length + "Content-Length: 2\r\n", length + "Transfer-Encoding: chunked\r\n",
                "Content-Length: -1\r\n",
            ] {
                let statuses = try await RawConnection.statuses(
                    port: bettor.running.oddsPort, [head(bettor, fields) + ticket])
                #expect(statuses.allSatisfy { 400..<500 ~= $0 }, "\(fields.prefix(40))")
            }
        }
    }

    /// Bodies of random pieces, with a printed seed.
    @Test func randomBodiesAreAnsweredAndChangeNothing() async throws {
        let seed: UInt64 = 1_907
        var random = SplitMix64(seed: seed)
        let pieces =
            [
                "{", "}", "[", "]", ":", ",", "\"", "null", "true", "-1e9", "1.85", "\\u0000",
                "\u{FFFF}", " ", "\"selections\":[", "\"amount\":", "\"type\":\"SINGLE\"",
                "\"betId\":\"b-9\"", "\"cashoutType\":\"FULL\"", "\"cashoutValue\":",
            ] + [Self.place.selection("1.85")]
        try await withBettor { bettor async throws in
            for round in 0..<300 {
                let path = [Bettor.placing, Bettor.cashout].randomElement(using: &random)!
                let body = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                    pieces.randomElement(using: &random)!
                }.joined()
                let status = try await bettor.ask("POST", path, body).status
                #expect(400..<500 ~= status, "seed \(seed), round \(round): \(body)")
            }
        }
    }

    /// A ticket some of whose bytes are others: it may still be one, but the player has no
    /// money. The seed is printed.
    @Test func ticketsWithOtherBytesAreRefused() async throws {
        let seed: UInt64 = 1_919
        var random = SplitMix64(seed: seed)
        let ticket = Array(Bettor.ticket(Self.place).utf8)
        try await withBettor { bettor async throws in
            let poor = try await Bettor(bettor.running, balance: "0.00")
            for round in 0..<300 {
                var body = ticket
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let position = Int.random(in: body.indices, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: body[position] = UInt8.random(in: 0...255, using: &random)
                    case 1: body.remove(at: position)
                    default:
                        body.insert(UInt8.random(in: 32...126, using: &random), at: position)
                    }
                }
                let status = try await poor.ask("POST", Bettor.placing, bytes: body).status
                #expect(
                    400..<500 ~= status,
                    "seed \(seed), round \(round): \(String(decoding: body, as: UTF8.self))")
            }
            #expect(try await poor.openBets() == [])
        }
    }
}
