import OddsJSON
import OddsPlatform
import PlatformFixture
import Testing

/// The routes of bets over HTTP: platform contract, sections 5, 8 and 8.7.
@Suite(.timeLimit(.minutes(5))) struct BettingRouteTests {
    static let place = ScriptedWorld.Place(1)

    /// Each route with a session of its own, by a path and a body.
    static let routes = [
        ("POST", Bettor.placing), ("GET", "/bets-api/v1/7001/open-bets"),
        ("GET", "/bets-api/v1/7001/settled-bets"), ("GET", "/bets-api/v1/7001/bets/b-1"),
        ("GET", "/bets-api/v1/7001/cashout-bets"),
        ("GET", "/bets-api/v1/7001/cashout-amount?betId=b-1"),
        ("GET", "/cashout/v1/cashout-value/b-1"), ("POST", Bettor.cashout),
    ]

    private func withBettor(_ body: (Bettor) async throws -> Void) async throws {
        let world = ScriptedWorld()
        world.set(Self.place, odds: 185)
        try await withPlatform(world: world) { try await body(Bettor($0)) }
    }

    @Test func placedBetIsInTheListsAndCanBeSold() async throws {
        try await withBettor { bettor async throws in
            let answer = try await bettor.ask("POST", Bettor.placing, Bettor.ticket(Self.place))
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "application/json")
            let offer = JSONValue.string("\(Self.place.offerID)")
            #expect(
                try answer.json() == [
                    "success": true, "betId": "b-1", "potentialReturn": .number("18.5"),
                    "status": "OPEN", "message": nil, "ticketCode": "T-1",
                    "selections": [["bettingOfferId": offer, "priceValue": .number("1.85")]],
                ])
            let lists = "/bets-api/v1/7001"
            let bet = try await bettor.ask("GET", lists + "/bets/b-1")
            #expect(bet.status == 200)
            #expect(try await bettor.ask("GET", lists + "/open-bets").text == "[\(bet.text)]")
            #expect(try await bettor.ask("GET", lists + "/settled-bets").text == "[]")
            #expect(
                try await bettor.ask("GET", lists + "/cashout-bets").text == #"{"betIds":["b-1"]}"#)
            let amount = lists + "/cashout-amount?betId=b-1&stakeValue=5.00"
            #expect(
                try await bettor.ask("GET", amount).text == #"{"betId":"b-1","cashoutValue":4.75}"#)
            let sold = try await bettor.ask(
                "POST", Bettor.cashout,
                #"{"betId":"b-1","cashoutValue":9.5,"cashoutType":"FULL","operatorId":"7001"}"#)
            #expect(sold.status == 200)
            #expect(try sold.json()["cashoutPayout"] == .number("9.5"))
            let settled = try await bettor.ask(
                "GET", lists + "/settled-bets?betStatus=CASHED_OUT&limit=1")
            #expect(try settled.json()[0]?["id"] == "b-1")
            #expect(try await bettor.openBets() == [])
            let wagers = try await bettor.running.ask(
                "GET", "/v1/player/\(bettor.player.id)/transactions/wagering",
                session: bettor.session)
            #expect(try wagers.json()["transactions"]?[0]?["transType"] == "2")
        }
    }

    @Test(arguments: routes)
    func headersOfAnotherFamilyAre401(_ method: String, _ path: String) async throws {
        try await withBettor { bettor async throws in
            let body = method == "POST" ? "{}" : nil
            let own = Bettor.Family(path: path)
            // Placings and cashouts spell them the same but for case.
            let others = Bettor.Family.allCases.filter { ($0 == .lists) != (own == .lists) }
            for other in others {
                let headers = bettor.headers(other)
                #expect(try await bettor.ask(method, path, body, headers: headers).status == 401)
            }
            // Each of the fields is needed.
            for missing in 0..<3 {
                var headers = bettor.headers(own)
                headers.remove(at: missing)
                #expect(try await bettor.ask(method, path, body, headers: headers).status == 401)
            }
            let capitals = bettor.headers(own).map { ($0.uppercased(), $1) }
            #expect(try await bettor.ask(method, path, body, headers: capitals).status != 401)
        }
    }

    @Test(arguments: routes)
    func sessionUserAndOperatorAreOfOnePlayer(_ method: String, _ path: String) async throws {
        try await withBettor { bettor async throws in
            let stranger = try await Bettor(bettor.running)
            let family = Bettor.Family(path: path)
            let body = method == "POST" ? "{}" : nil
            let unknown = try await bettor.ask(
                method, path, body, headers: bettor.headers(family, session: "unknown"))
            #expect(unknown.status == 403)
            #expect(unknown.text == #"{"error":"Forbidden"}"#)
            for headers in [
                stranger.headers(family, user: bettor.player.id),
                bettor.headers(family, user: "0" + bettor.player.id),
            ] {
                let answer = try await bettor.ask(method, path, body, headers: headers)
                #expect(answer.status == 403)
                #expect(answer.text.contains("GmErr_INVALID_USER_ID"))
            }
            let elsewhere = try await bettor.ask(
                method, path, body, headers: bettor.headers(family, operator: "7002"))
            #expect(elsewhere.status == 403)
            #expect(elsewhere.text.contains("GmErr_INVALID_OPERATOR_ID"))
            if path.contains("7001") {
                let other = path.replacing("7001", with: "7002")
                let answer = try await bettor.ask(method, other, body)
                #expect(answer.status == 403)
                #expect(answer.text.contains("GmErr_INVALID_OPERATOR_ID"))
            }
        }
    }

    @Test(arguments: [Bettor.placing, Bettor.cashout])
    func userAndOperatorOfTheBodyAreTheSessions(_ path: String) async throws {
        try await withBettor { bettor async throws in
            for (member, code) in [
                (#""userId":"1""#, "GmErr_INVALID_USER_ID"),
                (#""userId":{"id":1}"#, "GmErr_INVALID_USER_ID"),
                (#""userId":true"#, "GmErr_INVALID_USER_ID"),
                (#""ucsOperatorId":7002"#, "GmErr_INVALID_OPERATOR_ID"),
                (#""operatorId":"7002""#, "GmErr_INVALID_OPERATOR_ID"),
                (#""operatorId":[7001]"#, "GmErr_INVALID_OPERATOR_ID"),
            ] {
                let answer = try await bettor.ask("POST", path, "{\(member)}", key: "k 1")
                #expect(answer.status == 403, "\(member)")
                #expect(answer.text.contains(code), "\(member)")
            }
            for member in [
                #""userId":\#(bettor.player.id)"#, #""userId":null"#, #""operatorId":"7001""#,
            ] {
                let answer = try await bettor.ask("POST", path, "{\(member)}")
                #expect([400, 409].contains(answer.status), "\(member)")
            }
        }
    }

    /// Who has no session learns of nothing else.
    @Test(arguments: [Bettor.placing, Bettor.cashout])
    func sessionIsLookedAtFirst(_ path: String) async throws {
        try await withBettor { bettor async throws in
            let family = Bettor.Family(path: path)
            let large = String(repeating: " ", count: 65_537)
            for (headers, status) in [
                ([], 401), (bettor.headers(family, session: "unknown"), 403),
            ] {
                #expect(
                    try await bettor.ask("POST", path, large, headers: headers).status == status)
                #expect(
                    try await bettor.ask("POST", path, "{}", type: "text/plain", headers: headers)
                        .status == status)
                #expect(
                    try await bettor.ask("POST", path, "{}", key: "k 1", headers: headers).status
                        == status)
            }
            #expect(try await bettor.ask("POST", path, large).status == 413)
            #expect(try await bettor.ask("POST", path, "{}", type: "text/plain").status == 415)
            let key = try await bettor.ask("POST", path, "{}", key: "k 1")
            #expect(key.status == 400)
            #expect(key.text.contains("901"))
        }
    }

    @Test(arguments: [
        "open-bets?limit=0", "settled-bets?betStatus=OPEN", "cashout-amount?betId=b-1&stakeValue=x",
    ])
    func sessionIsLookedAtBeforeTheQuery(_ query: String) async throws {
        try await withBettor { bettor async throws in
            let path = "/bets-api/v1/7001/" + query
            #expect(try await bettor.ask("GET", path, headers: []).status == 401)
            let unknown = bettor.headers(.lists, session: "unknown")
            #expect(try await bettor.ask("GET", path, headers: unknown).status == 403)
            #expect(try await bettor.ask("GET", path).status == 400)
        }
    }

    @Test func refusalsHaveTheShapeOfTheirFamily() async throws {
        try await withBettor { bettor async throws in
            let bet = try await bettor.ask("POST", Bettor.placing, "{}")
            #expect(bet.status == 400)
            #expect(try bet.json()["success"] == false)
            #expect(try bet.betCode() == "901")
            let changed = try await bettor.ask(
                "POST", Bettor.placing, Bettor.ticket(Self.place, price: "1.9"))
            #expect(changed.status == 409)
            #expect(try changed.betCode() == "906")
            let offer = JSONValue.string("\(Self.place.offerID)")
            #expect(
                try changed.json()["changes"] == [
                    [
                        "bettingOfferId": offer, "requested": .number("1.9"),
                        "current": .number("1.85"),
                    ]
                ])
            for path in ["/bets/b-9", "/open-bets?limit=0", "/nothing"] {
                let answer = try await bettor.ask("GET", "/bets-api/v1/7001" + path)
                #expect(try answer.json()["success"] == false, "\(path)")
                #expect(try answer.json()["response"]?["errorMessage"] != nil, "\(path)")
            }
            let cashout = try await bettor.ask("POST", Bettor.cashout, "{}")
            #expect(cashout.status == 409)
            #expect(try cashout.json()["status"] == "CONFLICT")
            #expect(try cashout.json()["errorCode"] == 122)
            guard case .string(let time) = try cashout.json()["timestamp"] else {
                throw UnexpectedAnswer(text: cashout.text)
            }
            #expect(time.wholeMatch(of: #/\d\d-\d\d-\d{4} \d\d:\d\d:\d\d/#) != nil)
            for (method, path, status) in [
                ("GET", "/cashout/v1/cashout-value/b-9", 404), ("GET", Bettor.cashout, 405),
                ("GET", "/cashout/v1/nothing", 404),
            ] {
                let answer = try await bettor.ask(method, path)
                #expect(answer.status == status, "\(path)")
                #expect(try answer.json()["status"] == "ERROR", "\(path)")
                #expect(try answer.json()["errorCode"] == .null, "\(path)")
            }
        }
    }

    @Test func blockedSessionReadsAndIsToldWhatBlocksTheRest() async throws {
        try await withBettor { bettor async throws in
            let bet = try await bettor.place(Self.place)
            _ = try await bettor.running.ask(
                "PUT", "/v1/player/\(bettor.player.id)/consents",
                #"{"unConsentedVersions":[11]}"#, session: bettor.session)
            for (path, body) in [
                (Bettor.placing, Bettor.ticket(Self.place)), (Bettor.placing, "{"),
                (Bettor.cashout, #"{"betId":"\#(bet)","cashoutValue":1,"cashoutType":"FULL"}"#),
            ] {
                let answer = try await bettor.ask("POST", path, body)
                #expect(answer.status == 403)
                #expect(answer.text.contains("SESSION_BLOCKED"))
                #expect(try answer.json()["sessionBlockers"] == ["has-to-set-consents"])
            }
            // The stream's answer ends with the bet.
            for (method, path) in Self.routes where method == "GET" && !path.contains("-value") {
                #expect(try await bettor.ask(method, path).status == 200, "\(path)")
            }
            let platform = bettor.running.platform
            _ = try await platform.cashoutValues(
                Access(session: bettor.session, player: bettor.player.id), bet: bet, endsAfter: nil)
        }
    }

    @Test func bookingNeedsNoSession() async throws {
        try await withBettor { bettor async throws in
            let path = "/v2/sports/bets/book"
            let selections = #"{"selections":[{"bettingOfferId":"9101"},{"bettingOfferId":"x"}]"#
            let answer = try await bettor.ask(
                "POST", path, selections + #","originalSelectionsLength":2}"#, headers: [])
            guard case .string(let code) = try answer.json()["code"] else {
                throw UnexpectedAnswer(text: answer.text)
            }
            #expect(code.wholeMatch(of: #/[A-Z2-9]{6}/#) != nil)
            let found = try await bettor.ask("GET", "\(path)/\(code)", headers: [])
            #expect(found.text == selections + "}")
            let unknown = try await bettor.ask("GET", path + "/AAAAA1", headers: [])
            #expect(unknown.status == 404)
            #expect(try unknown.json()["success"] == false)
        }
    }

    @Test func accountsAndBetsHavePortsOfTheirOwn() async throws {
        try await withBettor { bettor async throws in
            #expect(
                try await bettor.running.ask("GET", "/bets-api/v1/7001/open-bets").status == 404)
            #expect(try await bettor.ask("GET", "/v1/player/consents").status == 404)
        }
    }

    /// The control interface refuses a result that it does not know, and outcomes too.
    @Test func unknownOutcomeSettlesNothing() async throws {
        try await withBettor { bettor async throws in
            let bet = try await bettor.place(Self.place)
            let platform = bettor.running.platform
            for (outcomes, status) in [
                (#"{"\#(Self.place.outcomeID)":"WON","1":"WON"}"#, 404), (#"{"x":"WON"}"#, 404),
                (#"{"\#(Self.place.outcomeID)":"MAYBE"}"#, 400), ("[]", 400),
            ] {
                let body = try bettor.running.reader(#"{"outcomes":\#(outcomes)}"#)
                let error = await #expect(throws: Refusal.self) {
                    _ = try await platform.settle(body)
                }
                #expect(error?.status == status, "\(outcomes)")
            }
            #expect(try await bettor.openBets() == [.string(bet)])
            try await bettor.settle(Self.place, "WON")
            #expect(try await bettor.openBets() == [])
        }
    }
}
