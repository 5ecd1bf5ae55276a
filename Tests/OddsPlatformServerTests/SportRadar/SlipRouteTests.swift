import OddsJSON
import OddsPlatform
import OddsSimulator
import PlatformFixture
import Testing

/// The betting routes over HTTP: contracts of the second provider, section 9, and of the
/// platform, section 9.
@Suite(.timeLimit(.minutes(5))) struct SlipRouteTests {
    private static let place = ScriptedWorld.Place(1)

    /// Each route with a launch token, by a path and a body.
    static let routes = [
        ("GET", "/api/betting/fo/bets"), ("GET", "/api/betting/fo/bets/1.1"),
        ("POST", "/api/betting/fo/betslip"), ("PUT", "/api/betting/fo/betslip/1/confirm"),
        ("POST", "/api/betting/fo/betslip/1/reject"),
        ("GET", "/api/cashout/fo/cashout/allowedBetIds"),
        ("POST", "/api/cashout/fo/cashout/1.1/calculate"),
        ("POST", "/api/cashout/fo/cashout/1.1"), ("POST", "/api/custom-bet/v1/placecustombet"),
        ("GET", "/api/betting/fo/attribute/getAll"),
        ("POST", "/api/betting/fo/attribute/update"), ("GET", "/api/betting/fo/freeBalance"),
    ]

    private func withPlayer(
        balance: String = "50.00", freebet: String = "5.00",
        _ body: (SportRadarPlayer, ScriptedWorld) async throws -> Void
    ) async throws {
        let world = ScriptedWorld()
        for (event, odds) in [(1, 185), (2, 210), (3, 350)] {
            world.set(.init(event), odds: odds)
        }
        world.set(.init(1, 1), odds: 300)
        try await withSportRadar(world: world) { running in
            try await body(SportRadarPlayer(running, balance: balance, freebet: freebet), world)
        }
    }

    // MARK: Sessions

    @Test(arguments: routes)
    func missingAndUnknownTokensAre401(_ method: String, _ path: String) async throws {
        try await withPlayer { ana, _ in
            let body = method == "GET" ? nil : "["
            for token in [nil, "unknown", ana.session, "Bearer \(ana.launchToken)"] {
                for type in ["application/json", "text/plain"] {
                    let answer = try await ana.running.askSportRadar(
                        method, path, body, key: "k 1", type: type, token: token)
                    #expect(answer.status == 401)
                }
            }
            // With it, something else is wrong, or nothing.
            #expect(try await ana.ask(method, path, body).status != 401)
        }
    }

    /// A path that might be another's parameter is none.
    @Test func methodsAreThoseOfThePathItself() async throws {
        try await withPlayer { ana, _ in
            for (path, allowed) in [
                (SportRadarPlayer.cashouts + "/allowedBetIds", "GET"),
                (SportRadarPlayer.cashouts + "/1.1", "POST"), (SportRadarPlayer.betslip, "POST"),
            ] {
                let answer = try await ana.ask("DELETE", path)
                #expect(answer.status == 405)
                #expect(answer.headers["allow"] == allowed)
            }
            let post = try await ana.ask(
                "POST", SportRadarPlayer.cashouts + "/allowedBetIds", "{}")
            #expect(post.status == 405)
        }
    }

    /// The session of accounts goes on, so that the client gets another token with it.
    @Test(arguments: routes)
    func expiryOfAPlanEndsTheLaunchTokenAlone(_ method: String, _ path: String) async throws {
        try await withPlayer { ana, _ in
            ana.running.faults.set(FaultPlan(rules: [FaultRule(.sessionExpiry, route: path)]))
            let body = method == "GET" ? nil : "{}"
            #expect(try await ana.ask(method, path, body).status == 401)
            ana.running.faults.set(FaultPlan())
            #expect(try await ana.ask(method, path, body).status == 401)
            #expect(ana.running.metrics.value(of: .sessionExpiry) == 1)
            let game = try await ana.pam("GET", "openGameSession", SportRadarPlayer.game)
            let token = try game.text("launchToken")
            #expect(token != ana.launchToken)
            #expect(try await ana.ask(method, path, body, token: token).status != 401)
        }
    }

    @Test func tokenEndsWithItsSessionHoweverThatEnds() async throws {
        try await withPlayer { ana, _ in
            let path = "/api/betting/fo/freeBalance"
            #expect(try await ana.ask("GET", path).text == #"{"balance":5}"#)
            _ = try await ana.pam("GET", "logout")
            #expect(try await ana.ask("GET", path).status == 401)
            let other = try await SportRadarPlayer(ana.running, of: ana.player)
            try await ana.running.expireSessions()
            #expect(try await other.ask("GET", path).status == 401)
        }
    }

    @Test func betsKeepTheSessionOfAccountsAlive() async throws {
        try await withSportRadar {
            $0.settings.sessionLifeMilliseconds = 1_800_000
        } _: { running in
            let ana = try await SportRadarPlayer(running)
            for _ in 0..<3 {
                _ = try await running.platform.advanceClock(
                    running.reader(#"{"advanceSeconds":1700}"#))
                #expect(try await ana.ask("GET", "/api/betting/fo/freeBalance").status == 200)
            }
            #expect(try await ana.status("GET", "getBalance") == "SUCCESS")
        }
    }

    // MARK: Placing

    @Test func placedBetIsFoundByItsIDInBothHistories() async throws {
        try await withPlayer { ana, _ in
            let placed = try await ana.ask(
                "POST", SportRadarPlayer.betslip, SportRadarPlayer.slip(Self.place))
            #expect(placed.status == 200)
            #expect(try placed.slipState() == "2/0")
            #expect(placed.text.contains(#""idFoBet":1.1,"#))
            #expect(placed.text.contains(#""idFOSelection":90100.1,"#))
            #expect(try await ana.balance() == "40.00")
            #expect(try await ana.balance("totalEscrowBalance") == "10.00")
            let legs = try await ana.history("?betStateTypes=Opened")
            let time = try (legs.first ?? .null).text("tsAttempted")
            #expect(time.wholeMatch(of: #/\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d{1,3}/#) != nil)
            #expect(
                legs == [
                    [
                        "legOrder": 1, "idFOBet": .number("1.1"), "idFOBetType": "S",
                        "betTypeName": "Single", "betState": "Opened", "betResult": "Open",
                        "totalMultiBetOdds": .number("1.85"), "totalStake": 10,
                        "potentialReturn": .number("18.5"), "totalReturn": 0, "free": false,
                        "tsAttempted": .string(time), "idFOSelection": .number("90100.1"),
                        "idFOEvent": .number("3001.1"), "betLegStatus": "Open",
                        "eventName": "Home 1 - Away 1", "participantHome": "Home",
                        "participantAway": "Away", "idFOSportType": "FBL",
                        "marketName": "Winner", "selectionName": "Home", "ownPriceUp": 17,
                        "ownPriceDown": 20, "eventResult": nil,
                    ]
                ])
            let one = try await ana.ask("GET", "/api/betting/fo/bets/1.1")
            #expect(try one.json() == .array(legs))
            for id in ["1.10", "1", "b-1", "2.1", "01.1"] {
                #expect(try await ana.ask("GET", "/api/betting/fo/bets/\(id)").status == 404)
            }
            let em = try await Bettor(ana)
            #expect(try await em.openBets() == ["b-1"])
            let bet = try await em.ask("GET", "/bets-api/v1/7001/bets/b-1").json()
            #expect(bet["type"] == "SINGLE")
            #expect(bet["selections"]?[0]?["bettingOfferId"] == "90100")
            #expect(bet["selections"]?[0]?["initialPriceValue"] == .number("1.85"))
        }
    }

    /// Legs whose ids are numbers are read by their text.
    @Test func idsMayBeNumbersAndPricesToo() async throws {
        try await withPlayer { ana, _ in
            let leg = { (id: String) in
                #"{"idFOSelection":\#(id),"idFOPriceType":"CP","priceUp":17,"priceDown":20}"#
            }
            for (id, state) in [
                ("90100.1", "2/0"), (#""90100.1""#, "2/0"), ("90100.10", "4/0"),
                ("90100", "4/0"), (#""90100""#, "4/0"), (#""x""#, "4/0"),
            ] {
                let answer = try await ana.ask(
                    "POST", SportRadarPlayer.betslip,
                    SportRadarPlayer.slip([leg(id)], stake: "1"))
                #expect(answer.status == 200, "\(id)")
                #expect(try answer.slipState() == state, "\(id)")
            }
            for id in ["9010e1", "true", "null", #""""#, "[]"] {
                let answer = try await ana.ask(
                    "POST", SportRadarPlayer.betslip, SportRadarPlayer.slip([leg(id)]))
                #expect(answer.status == 400, "\(id)")
                #expect(try answer.betCode() == "901", "\(id)")
            }
        }
    }

    /// The rows of the platform's table from the fifth on have a state, and change nothing.
    @Test func refusalOfABetIsAState() async throws {
        try await withPlayer { ana, world in
            world.set(.init(4), odds: 185, isOpen: false)
            world.set(.init(5), odds: 100_000)
            world.set(.init(6), odds: 100_000)
            let leg = Self.place.leg("17", "20")
            let large = [ScriptedWorld.Place(5), .init(6)].map { $0.leg("999", "1") }
            _ = try await ana.pam("GET", "updateWagerLimit", [("limit", "45.00")])
            let before = try await ana.postings()
            for (slip, code, text) in [
                (SportRadarPlayer.slip(.init(9)), "903", "the selection 90900.1 is unknown"),
                (SportRadarPlayer.slip(.init(4)), "904", "takes no bets"),
                (
                    SportRadarPlayer.slip(
                        [leg, ScriptedWorld.Place(1, 1).leg("2", "1")], type: "D"), "905",
                    "cannot be combined"
                ),
                (
                    SportRadarPlayer.slip([Self.place.leg("9", "10")], takesOffers: false), "906",
                    "have changed"
                ),
                (SportRadarPlayer.slip([leg], stake: "0.34"), "907", "between"),
                (SportRadarPlayer.slip(large, type: "D", stake: "1"), "908", "between"),
                (SportRadarPlayer.slip([leg], stake: "45.01"), "121", "wager limit"),
                (SportRadarPlayer.slip([leg], stake: "5.01", free: "true"), "106", "funds"),
            ] {
                let answer = try await ana.ask("POST", SportRadarPlayer.betslip, slip)
                #expect(answer.status == 200, "\(code)")
                #expect(try answer.slipState() == "4/0", "\(code)")
                let body = try answer.json()
                #expect(body["status"]?["statusCode"] == .string(code))
                let words = try (body["status"] ?? .null).text("statusText")
                #expect(words.contains(text), "\(words)")
                #expect(body["idFOBetSlip"] == .null && body["bets"] == [])
            }
            #expect(try await ana.postings() == before)
            #expect(try await ana.balance() == "50.00")
            let metrics = try await ana.running.server.openMetrics()
            for code in ["903", "904", "905", "906", "907", "908", "121", "106"] {
                #expect(
                    metrics.contains(
                        #"emsim_platform_refusals_total{family="slip",code="\#(code)"} 1"#))
            }
        }
    }

    @Test(arguments: [
        "", "[]", "{}", #"{"bets":[]}"#, #"{"bets":[1]}"#,
        SportRadarPlayer.slip([]), SportRadarPlayer.slip([place.leg("17", "20")], type: "D"),
        SportRadarPlayer.slip([place.leg("0", "20")]),
        SportRadarPlayer.slip([place.leg("17", "0")]),
        SportRadarPlayer.slip([place.leg("1.7", "20")]),
        SportRadarPlayer.slip([place.leg("17", "20")], stake: "0"),
        SportRadarPlayer.slip([place.leg("17", "20")], stake: "1.005"),
        SportRadarPlayer.slip([place.leg("17", "20")], free: "2"),
        SportRadarPlayer.slip([place.leg("17", "20").replacing("CP", with: "SP")]),
        SportRadarPlayer.slip([
            place.leg("17", "20").replacing(#""handicap":"""#, with: #""handicap":"1""#)
        ]),
        SportRadarPlayer.slip([place.leg("17", "20")]).replacing(
            #""pool":false"#, with: #""pool":true"#),
        SportRadarPlayer.slip(Array(repeating: place.leg("17", "20"), count: 21), type: "AC21"),
    ]) func bodyOfAnotherShapeIs400(_ body: String) async throws {
        try await withPlayer { ana, _ in
            let before = try await ana.postings()
            let answer = try await ana.ask("POST", SportRadarPlayer.betslip, body)
            #expect(answer.status == 400)
            #expect(try answer.betCode() == "901")
            #expect(try await ana.postings() == before)
        }
    }

    @Test func blockedSessionIs403() async throws {
        try await withPlayer { ana, _ in
            _ = try await ana.pam("POST", "user/consents/save", [("unConsentedVersions", "11")])
            let answer = try await ana.ask(
                "POST", SportRadarPlayer.betslip, SportRadarPlayer.slip(Self.place))
            #expect(answer.status == 403)
            #expect(try answer.betCode() == "SESSION_BLOCKED")
            #expect(try answer.json()["sessionBlockers"] == ["has-to-set-consents"])
            #expect(try await ana.history() == [])
        }
    }

    @Test func freeBetTakesFreeBetMoneyAlone() async throws {
        try await withPlayer { ana, _ in
            let slip = SportRadarPlayer.slip([Self.place.leg("17", "20")], stake: "5", free: "true")
            let answer = try await ana.ask("POST", SportRadarPlayer.betslip, slip)
            #expect(try answer.slipState() == "2/0")
            #expect(try answer.json()["bets"]?[0]?["potentialReturn"] == .number("4.25"))
            #expect(try await ana.balance() == "50.00")
            #expect(
                try await ana.ask("GET", "/api/betting/fo/freeBalance").text == #"{"balance":0}"#)
            try await ana.settle(Self.place, "WON")
            #expect(try await ana.balance() == "54.25")
            _ = try await ana.postings()
        }
    }

    // MARK: Repeated requests

    @Test func lostAnswerIsGivenAgainUnderItsKey() async throws {
        try await withPlayer { ana, _ in
            let slip = SportRadarPlayer.slip(Self.place)
            ana.running.faults.set(FaultPlan(rules: [FaultRule(.httpCut, route: "/api/betting")]))
            await #expect(throws: (any Error).self) {
                _ = try await ana.ask("POST", SportRadarPlayer.betslip, slip, key: "k")
            }
            ana.running.faults.set(FaultPlan())
            #expect(try await ana.historyIDs() == ["1.1"])
            // The client has a new token by then.
            let renewed = try await SportRadarPlayer(ana.running, of: ana.player)
            let again = try await renewed.ask("POST", SportRadarPlayer.betslip, slip, key: "k")
            #expect(try again.json()["bets"]?[0]?["idFoBet"] == .number("1.1"))
            let third = try await ana.ask("POST", SportRadarPlayer.betslip, slip, key: "k")
            #expect(third.text == again.text)
            let other = try await ana.ask("POST", SportRadarPlayer.betslip, slip + " ", key: "k")
            #expect(other.status == 422)
            #expect(try other.betCode() == "920")
            #expect(try await ana.postings() == 3)
        }
    }

    @Test func refusalIsGivenAgainThoughItWouldPassNow() async throws {
        try await withPlayer { ana, world in
            let slip = SportRadarPlayer.slip(Self.place)
            world.set(Self.place, odds: 185, isOpen: false)
            let first = try await ana.ask("POST", SportRadarPlayer.betslip, slip, key: "k")
            #expect(try first.slipState() == "4/0")
            world.set(Self.place, odds: 185)
            let again = try await ana.ask("POST", SportRadarPlayer.betslip, slip, key: "k")
            #expect(again.text == first.text)
            let new = try await ana.ask("POST", SportRadarPlayer.betslip, slip, key: "l")
            #expect(try new.slipState() == "2/0")
        }
    }

    // MARK: Offers of the house

    @Test func offerIsConfirmedRejectedOrLapses() async throws {
        try await withPlayer { ana, world in
            world.set(Self.place, odds: 190)
            func offer() async throws -> JSONValue? {
                let answer = try await ana.ask(
                    "POST", SportRadarPlayer.betslip, SportRadarPlayer.slip(Self.place))
                #expect(answer.status == 200)
                #expect(try answer.slipState() == "1/66")
                let leg = try answer.json()["bets"]?[0]?["betLegs"]?[0]
                #expect(leg?["priceUp"] == 9 && leg?["priceDown"] == 10)
                return try answer.json()["idFOBetSlip"]
            }
            let confirmed = try await offer()
            #expect(try await ana.balance() == "50.00")
            let answer = try await ana.confirm(confirmed)
            #expect(answer.status == 200)
            #expect(try answer.slipState() == "2/0")
            #expect(try await ana.confirm(confirmed).text == answer.text)
            #expect(try await ana.balance() == "40.00")
            #expect(try await ana.historyIDs() == ["1.1"])
            #expect(try await ana.reject(confirmed).status == 409)

            let rejected = try await offer()
            for _ in 0..<2 {
                let answer = try await ana.reject(rejected)
                #expect(answer.status == 200 && answer.text.isEmpty)
            }
            #expect(try await ana.confirm(rejected).slipState() == "4/0")
            #expect(try await ana.balance() == "40.00")

            let lapsed = try await offer()
            _ = try await ana.running.platform.advanceClock(
                ana.running.reader(#"{"advanceSeconds":30}"#))
            #expect(try await ana.confirm(lapsed).slipState() == "4/0")
            #expect(try await ana.balance() == "40.00")
            #expect(try await ana.historyIDs() == ["1.1"])
            #expect(try await ana.postings() == 3)
        }
    }

    // MARK: Settings

    @Test func settingsAreListedAndChanged() async throws {
        try await withPlayer { ana, _ in
            let path = "/api/betting/fo/attribute"
            func values(_ answer: TestAnswer) throws -> [JSONValue?] {
                #expect(answer.status == 200)
                return try [0, 1, 2].map { try answer.json()[$0]?["value"] }
            }
            let all = try await ana.ask("GET", path + "/getAll")
            #expect(
                try all.json() == [
                    ["id": 648, "name": "OddsChange", "value": "none"],
                    ["id": 667, "name": "OddsChangeInRunning", "value": "none"],
                    ["id": 668, "name": "OddsChangePreMatch", "value": "none"],
                ])
            let update = { (body: String) in try await ana.ask("POST", path + "/update", body) }
            let one = try await update(#"[{"id":667,"name":"OddsChange","value":"HIGHER"}]"#)
            #expect(try values(one) == ["none", "higher", "none"])
            let whole = try await update(#"[{"id":648,"value":"higher"}]"#)
            #expect(try values(whole) == ["higher", "higher", "higher"])
            for body in [
                "{}", #"[{"id":1,"value":"none"}]"#, #"[{"id":648,"value":"any"}]"#, "[1]",
                #"[{"id":648,"value":"none"},{"id":668}]"#,
            ] {
                #expect(try await update(body).status == 400)
            }
            #expect(
                try values(try await ana.ask("GET", path + "/getAll"))
                    == ["higher", "higher", "higher"])
        }
    }
}
