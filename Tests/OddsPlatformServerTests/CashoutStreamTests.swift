import AsyncHTTPClient
import NIOCore
import OddsJSON
import OddsSimulator
import PlatformFixture
import Testing

/// Streams of cashout values over HTTP: platform contract, section 9.5.
@Suite(.timeLimit(.minutes(5))) struct CashoutStreamTests {
    private static let place = ScriptedWorld.Place(1)

    /// A stream that a test reads message by message.
    private struct Messages {
        let contentType: String?
        private var chunks: HTTPClientResponse.Body.AsyncIterator
        private var text = ""

        init(_ bettor: Bettor, _ bet: String) async throws {
            var request = HTTPClientRequest(
                url: "\(bettor.running.oddsURL)/cashout/v1/cashout-value/\(bet)")
            for (name, value) in bettor.headers(.cashouts) {
                request.headers.add(name: name, value: value)
            }
            let response = try await HTTPClient.shared.execute(request, timeout: .seconds(120))
            contentType = response.headers.first(name: "Content-Type")
            chunks = response.body.makeAsyncIterator()
        }

        /// The next message; `nil` once the server has ended the stream.
        mutating func next() async throws -> JSONValue? {
            while true {
                if let end = text.firstRange(of: "\n\n") {
                    let event = text[..<end.lowerBound]
                    text = String(text[end.upperBound...])
                    guard event.hasPrefix("data:") else { continue }
                    return try Array(event.dropFirst(5).utf8).withUnsafeBytes {
                        try JSONValue(json: $0)
                    }
                }
                guard let chunk = try await chunks.next() else { return nil }
                text += String(buffer: chunk)
            }
        }

        /// The next value that is one.
        mutating func nextValue() async throws -> JSONValue? {
            while let message = try await next() {
                if message["details"]?["code"] == 100 { return message }
            }
            return nil
        }
    }

    private func withBettor(
        _ body: (Bettor, ScriptedWorld) async throws -> Void
    ) async throws {
        let world = ScriptedWorld()
        world.set(Self.place, odds: 185)
        try await withPlatform(world: world) { try await body(Bettor($0), world) }
    }

    @Test func ruleComesFirstThenTheValueWheneverItChanges() async throws {
        try await withBettor { bettor, world in
            var messages = try await Messages(bettor, bettor.place(Self.place))
            #expect(messages.contentType == "text/event-stream")
            let rule = try await messages.next()
            #expect(rule?["messageType"] == "AUTOCASHOUT_RULE")
            #expect(rule?["betId"] == "b-1")
            let first = try await messages.nextValue()
            #expect(
                first == [
                    "messageType": "CASHOUT_VALUE", "betId": "b-1", "cashoutValue": .number("9.5"),
                    "currentPossibleWinning": .number("18.5"), "stake": 10,
                    "autoCashOutEnabled": false, "partialCashOutEnabled": true,
                    "details": ["code": 100, "message": "Success"],
                    "cashoutValueSettings": [
                        "autoCashOutEnabled": nil, "partialCashOutEnabled": true,
                        "covValidationAcceptHigher": true, "covValidationAcceptLower": false,
                    ],
                ])
            world.set(Self.place, odds: 173)
            #expect(try await messages.nextValue()?["cashoutValue"] == .number("10.15"))
            world.set(Self.place, odds: 173, isOpen: false)
            let closed = try await messages.next()
            #expect(closed?["details"]?["code"] == 103)
            #expect(closed?["cashoutValue"] ?? .null == .null)
            // What remains is worth half of it.
            world.set(Self.place, odds: 173)
            _ = try await bettor.ask(
                "POST", Bettor.cashout,
                """
                {"betId":"b-1","cashoutValue":5,"cashoutType":"PARTIAL","partialCashoutStake":5,\
                "cashoutChangeAcceptance":"ACCEPT_ANY"}
                """)
            var last = try await messages.nextValue()
            if last?["stake"] == 10 { last = try await messages.nextValue() }
            #expect(last?["stake"] == 5)
        }
    }

    @Test(arguments: ["settled", "cashed out", "logged out", "expired"])
    func streamEndsWithTheBetOrTheSession(_ end: String) async throws {
        try await withBettor { bettor, _ async throws in
            let bet = try await bettor.place(Self.place)
            var messages = try await Messages(bettor, bet)
            _ = try await messages.nextValue()
            #expect(bettor.running.platform.cashoutStreamCount == 1)
            switch end {
            case "settled": try await bettor.settle(Self.place, "LOST")
            case "cashed out":
                _ = try await bettor.ask(
                    "POST", Bettor.cashout,
                    #"{"betId":"\#(bet)","cashoutValue":9.5,"cashoutType":"FULL"}"#)
            case "logged out":
                _ = try await bettor.running.ask(
                    "POST", "/v1/player/\(bettor.player.id)/logout", "{}", session: bettor.session)
            default: try await bettor.running.expireSessions()
            }
            #expect(try await messages.next() == nil)
            #expect(bettor.running.platform.cashoutStreamCount == 0)
        }
    }

    @Test func streamEndsWithTheServer() async throws {
        let world = ScriptedWorld()
        world.set(Self.place, odds: 185)
        var kept: Messages?
        // Returns only if the server does not wait for the stream to end by itself.
        try await withPlatform(world: world) { running in
            let bettor = try await Bettor(running)
            kept = try await Messages(bettor, bettor.place(Self.place))
            _ = try await kept?.nextValue()
        }
        #expect(try await kept?.next() == nil)
    }

    @Test func streamOfABetThatIsOverOrAnothersIs404() async throws {
        try await withBettor { bettor, _ async throws in
            let bet = try await bettor.place(Self.place)
            let path = "/cashout/v1/cashout-value/\(bet)"
            let stranger = try await Bettor(bettor.running)
            #expect(try await stranger.ask("GET", path).status == 404)
            try await bettor.settle(Self.place, "WON")
            #expect(try await bettor.ask("GET", path).status == 404)
            #expect(bettor.running.platform.cashoutStreamCount == 0)
        }
    }

    @Test func faultOfARouteClosesItsStreams() async throws {
        try await withBettor { bettor, _ async throws in
            let bet = try await bettor.place(Self.place)
            bettor.running.faults.set(
                FaultPlan(rules: [
                    FaultRule(.sseClose, everySeconds: 0.01, route: "/cashout/v1/cashout-value")
                ]))
            // Returns once the stream has ended.
            let answer = try await bettor.ask("GET", "/cashout/v1/cashout-value/\(bet)")
            #expect(answer.status == 200)
            #expect(answer.text.hasPrefix("data:{\"messageType\":\"AUTOCASHOUT_RULE\""))
            #expect(bettor.running.metrics.value(of: .sseClose) == 1)
            #expect(try await bettor.openBets() == [.string(bet)])
        }
    }
}
