import OddsPlatformServer
import OddsSimulator
import PlatformFixture
import SeededRandom
import Testing

/// What a hostile client, and an unlucky one, sends to the second provider's port: refusals, and
/// a ledger that adds up.
@Suite(.timeLimit(.minutes(5))) struct SportRadarHostileTests {
    private static let place = ScriptedWorld.Place(1)

    private func withPlayer(
        balance: String = "0.00", _ configure: (inout PlatformConfiguration) -> Void = { _ in },
        _ body: (SportRadarPlayer) async throws -> Void
    ) async throws {
        let world = ScriptedWorld()
        world.set(Self.place, odds: 185)
        world.set(.init(1, 1), odds: 300)
        try await withSportRadar(configure, world: world) { running in
            try await body(SportRadarPlayer(running, balance: balance))
        }
    }

    // MARK: Bodies

    private static func changed(_ from: String, _ to: String) -> String {
        let slip = SportRadarPlayer.slip(place)
        precondition(slip.contains(from))
        return slip.replacing(from, with: to)
    }

    /// Bodies of a slip, and the status of each: 200 is a refusal by its state.
    private static let slips: [(String, Int)] = [
        ("{", 400), ("null", 400), (String(repeating: "[", count: 40_000), 400),
        (String(repeating: #"{"bets":"#, count: 3_000), 400),
        (String(repeating: " ", count: 65_537), 413),
        (changed(#""free":false"#, #""free":false,"free":false"#), 400),
        (changed("10.0", "1e400"), 400), (changed("10.0", "-1"), 400),
        (changed("10.0", #""1e1""#), 400), (changed("10.0", "99999999999"), 400),
        (changed("10.0", "9999999999.99"), 200), (changed(#""17""#, "17e0"), 400),
        (changed(#""17""#, #""१७""#), 400), (changed(#""17""#, "999999999999999"), 400),
        (changed(#""S""#, "1"), 400), (changed(#""S""#, #""AC99999999999999999999""#), 400),
        (changed("90100.1", "' OR 1=1 --"), 200), (changed("90100.1", #"\uD800"#), 200),
        (changed("90100.1", "-90100.1"), 200),
        (changed("90100.1", String(repeating: "9", count: 90) + ".1"), 200),
        (changed("90100.1", String(repeating: "9", count: 101)), 400),
        (changed("[{", "[[{"), 400), (changed("[{", "[null,{"), 400),
    ]

    @Test(arguments: slips)
    func slipHasAStatusOfItsOwn(_ body: String, _ status: Int) async throws {
        try await withPlayer(balance: "50.00") { ana in
            let answer = try await ana.ask("POST", SportRadarPlayer.betslip, body)
            #expect(answer.status == status, "\(body.prefix(300))")
            if status == 200 { #expect(try answer.slipState() == "4/0") }
            #expect(try await ana.history() == [])
            #expect(try await ana.postings() == 1)
        }
    }

    /// The heads of two requests with bodies: of a form, and of JSON.
    private func heads(_ ana: SportRadarPlayer, _ fields: String) -> [String] {
        [
            "POST /ps/ips/login HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"
                + "Content-Type: multipart/form-data; boundary=x\r\n\(fields)\r\n",
            "POST \(SportRadarPlayer.betslip) HTTP/1.1\r\nHost: h\r\nConnection: close\r\n"
                + "Authorization: \(ana.launchToken)\r\nContent-Type: application/json\r\n"
                + "\(fields)\r\n",
        ]
    }

    @Test func slowBodyIs408() async throws {
        try await withPlayer(balance: "50.00") {
            // Enough for the requests before, on a busy machine too.
            $0.bodyTimeLimit = .seconds(1)
        } _: { ana in
            for head in heads(ana, "Content-Length: 1000\r\n") {
                let statuses = try await RawConnection.statuses(
                    port: ana.running.sportRadarPort, [head + "{"])
                #expect(statuses == [408])
            }
            #expect(try await ana.postings() == 1)
        }
    }

    @Test func bodyWithoutALengthIsMeasuredAsItComes() async throws {
        try await withPlayer(balance: "50.00") { ana in
            let chunk = String(repeating: " ", count: 0x8000)
            for head in heads(ana, "Transfer-Encoding: chunked\r\n") {
                let statuses = try await RawConnection.statuses(
                    port: ana.running.sportRadarPort,
                    [head] + Array(repeating: "8000\r\n\(chunk)\r\n", count: 3) + ["0\r\n\r\n"])
                #expect(statuses == [413])
            }
        }
    }

    /// Bodies of random pieces, on every route that takes one. The seed is printed.
    @Test func randomBodiesAreAnsweredAndChangeNothing() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let pieces =
            [
                "{", "}", "[", "]", ":", ",", "\"", "null", "true", "-1e9", "1.85", "\\u0000",
                "\u{FFFF}", " ", "\"bets\":[", "\"betLegs\":[", "\"winStake\":10", "\"free\":0",
                "\"idFOBetType\":\"S\"", "\"idFOSelections\":[\"90100.1\",\"90110.1\"]",
                "\"stakeAmount\":10", "\"calculatedOdds\":5.09", "\"expectedValue\":9.5",
                "\"betStatus\":{\"state\":1,\"detailedState\":66}", "\"id\":648",
                "\"value\":\"higher\"",
            ] + [Self.place.leg("17", "20")]
        let routes = SlipRouteTests.routes.filter { $0.0 != "GET" } + [
            ("POST", "/api/betting/fo/bet/calculate"),
            ("POST", "/api/betting/fo/allowedBetTypesWithCalculation"),
            ("POST", "/api/custom-bet/v1/calculate"),
        ]
        try await withPlayer { ana in
            for round in 0..<400 {
                let (method, path) = try #require(routes.randomElement(using: &random))
                let body = (0..<Int.random(in: 0...30, using: &random)).map { _ in
                    pieces.randomElement(using: &random) ?? ""
                }.joined()
                let status = try await ana.ask(method, path, body).status
                #expect(200..<500 ~= status, "seed \(seed), round \(round): \(body)")
            }
            #expect(try await ana.history() == [])
            #expect(try await ana.postings() == 0)
        }
    }

    /// A slip some of whose bytes are others: it may still be one, but the player has no money.
    /// The seed is printed.
    @Test func slipsWithOtherBytesPlaceNothing() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let slip = Array(SportRadarPlayer.slip(Self.place).utf8)
        try await withPlayer { ana in
            for round in 0..<300 {
                var body = slip
                for _ in 0..<Int.random(in: 1...4, using: &random) {
                    let position = Int.random(in: body.indices, using: &random)
                    switch Int.random(in: 0..<3, using: &random) {
                    case 0: body[position] = UInt8.random(in: 0...255, using: &random)
                    case 1: body.remove(at: position)
                    default:
                        body.insert(UInt8.random(in: 32...126, using: &random), at: position)
                    }
                }
                let answer = try await RunningPlatform.ask(
                    "POST", ana.running.sportRadarURL + SportRadarPlayer.betslip, body,
                    headers: [("Authorization", ana.launchToken)])
                let text = String(decoding: body, as: UTF8.self)
                #expect([200, 400].contains(answer.status), "seed \(seed), round \(round): \(text)")
                if answer.status == 200 {
                    #expect(try answer.slipState() != "2/0", "seed \(seed): \(text)")
                }
            }
            #expect(try await ana.history() == [])
        }
    }

    /// Arguments of random pieces, on every route of accounts. The seed is printed.
    @Test func randomArgumentsAreAnswered() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let names = [
            "oldPassword", "newPassword", "email", "birthDate", "field", "value", "userId",
            "startDateTime", "tranType", "pageNum", "pageSize", "paymentMethod", "amount",
            "paymentId", "conversionId", "weeklyLimit", "limit", "limitType", "periodType",
            "consentedVersions", "productCode", "gameId", "confirmationCode", "username",
        ]
        let values = [
            "", "0", "-1", "5.00", "1e9", "x", "\u{0}", "' OR 1=1 --", "%", "%zz", "a&b=c", "+",
            "CARD", "tx-1", "tx-99999999999999999999", "31-02-2026", "01-01-2026 10:00:00",
            "99999999999999999999", "WAGER_LIMIT", "DAILY", "é\u{301}", "a@b", "SPORT_RADAR",
            String(repeating: "x", count: 3_000),
        ]
        // They would end the session, or are slow for their passwords.
        let left = ["logout", "lockPlayer", "updatePassword"]
        let routes =
            PAMSessionTests.routes.filter { !left.contains($0.1) } + [
                ("GET", "checkCredential"), ("GET", "getUserIdSuggestion"),
                ("GET", "signupConfirmation"), ("GET", "resendVerificationCode"),
                ("GET", "forgotPasswordStep1And2"), ("GET", "quickSignup"), ("GET", "consents"),
            ]
        try await withPlayer { ana in
            for round in 0..<400 {
                let (method, name) = try #require(routes.randomElement(using: &random))
                let items = (0..<Int.random(in: 0...6, using: &random)).map { _ in
                    (
                        names.randomElement(using: &random) ?? "",
                        values.randomElement(using: &random) ?? ""
                    )
                }
                let answer = try await ana.running.pam(method, name, items, session: ana.session)
                let what = "seed \(seed), round \(round): \(name) \(items)"
                // A form is missing, or a header has too much in it.
                #expect([200, 415, 431, 400].contains(answer.status), "\(what)")
                if answer.status == 200 { #expect(try answer.json()["status"] != nil, "\(what)") }
            }
            #expect(try await ana.status("GET", "getBalance") == "SUCCESS")
            _ = try await ana.postings()
        }
    }

    // MARK: Luck

    /// Half of the answers are lost, and each request is repeated with its key until one comes:
    /// as many bets as keys, whether they were placed at once or after an offer.
    @Test func lostAnswersPlaceNoBetTwice() async throws {
        try await withPlayer(balance: "500.00") { ana in
            ana.running.faults.set(
                FaultPlan(rules: [FaultRule(.httpCut, probability: 0.5, route: "/api/betting")]))
            func insist(_ ask: () async throws -> TestAnswer) async -> TestAnswer {
                while true {
                    if let answer = try? await ask() { return answer }
                }
            }
            for index in 0..<40 {
                let isOffered = index.isMultiple(of: 4)
                let slip = SportRadarPlayer.slip(
                    [Self.place.leg(isOffered ? "9" : "17", isOffered ? "10" : "20")], stake: "1")
                let answer = await insist {
                    try await ana.ask("POST", SportRadarPlayer.betslip, slip, key: "k\(index)")
                }
                #expect(try answer.slipState() == (isOffered ? "1/66" : "2/0"))
                guard isOffered else { continue }
                let number = try answer.json()["idFOBetSlip"]
                let confirmed = await insist { try await ana.confirm(number) }
                #expect(try confirmed.slipState() == "2/0")
            }
            ana.running.faults.set(FaultPlan())
            #expect(try await ana.historyIDs("?pageSize=100").count == 40)
            #expect(try await ana.balance() == "460.00")
            #expect(try await ana.postings() == 41)
        }
    }

    /// An offer is answered once, however many answers come at the same time.
    @Test func offerIsAnsweredOnce() async throws {
        try await withPlayer(balance: "50.00") { ana in
            var placed = 0
            for _ in 0..<20 {
                let offer = try await ana.ask(
                    "POST", SportRadarPlayer.betslip,
                    SportRadarPlayer.slip([Self.place.leg("9", "10")], stake: "1"))
                let slip = try offer.json()["idFOBetSlip"]
                async let first = ana.confirm(slip)
                async let rejection = ana.reject(slip)
                async let second = ana.confirm(slip)
                let states = try await [first.slipState(), second.slipState()]
                let isRejected = try await rejection.status == 200
                #expect(states == (isRejected ? ["4/0", "4/0"] : ["2/0", "2/0"]))
                placed += isRejected ? 0 : 1
            }
            #expect(try await ana.historyIDs("?pageSize=100").count == placed)
            #expect(try await ana.postings() == Int64(1 + placed))
        }
    }
}
