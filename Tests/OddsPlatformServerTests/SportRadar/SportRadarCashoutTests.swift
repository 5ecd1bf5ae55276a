import OddsSimulator
import PlatformFixture
import Testing

/// Cashouts and custom bets over HTTP: contracts of the second provider, section 9, and of the
/// platform, sections 9.3 and 9.5.
@Suite(.timeLimit(.minutes(5))) struct SportRadarCashoutTests {
    private static let place = ScriptedWorld.Place(1)
    private static let allowed = SportRadarPlayer.cashouts + "/allowedBetIds"

    private func withPlayer(
        _ body: (SportRadarPlayer, ScriptedWorld) async throws -> Void
    ) async throws {
        let world = ScriptedWorld()
        world.set(Self.place, odds: 185)
        world.set(.init(1, 1), odds: 300)
        world.set(.init(2), odds: 210)
        try await withSportRadar(world: world) { running in
            try await body(SportRadarPlayer(running), world)
        }
    }

    private func value(
        _ ana: SportRadarPlayer, _ bet: String, _ body: String? = nil
    ) async throws -> TestAnswer {
        try await ana.ask("POST", "\(SportRadarPlayer.cashouts)/\(bet)/calculate", body)
    }

    private func sell(
        _ ana: SportRadarPlayer, _ bet: String, _ body: String, key: String? = nil
    ) async throws -> TestAnswer {
        try await ana.ask("POST", "\(SportRadarPlayer.cashouts)/\(bet)", body, key: key)
    }

    // MARK: Cashouts

    /// The platform's check: 9.00 at 1.85, now 1.73.
    @Test func valueIsThatOfThePlatform() async throws {
        try await withPlayer { ana, world in
            let bet = try await ana.place(Self.place, stake: "9.00")
            #expect(try await ana.ask("GET", Self.allowed).text == "[\(bet)]")
            world.set(Self.place, odds: 173)
            let whole = #"{"cashoutValue":9.14,"partialCashoutAvailable":true}"#
            #expect(try await value(ana, bet).text == whole)
            #expect(try await value(ana, bet, "{}").text == whole)
            #expect(try await value(ana, bet, #"{"stakeValue":null}"#).text == whole)
            #expect(
                try await value(ana, bet, #"{"stakeValue":4.5}"#).text
                    == #"{"cashoutValue":4.57,"partialCashoutAvailable":true}"#)
            let em = try await Bettor(ana)
            #expect(
                try await em.ask("GET", "/bets-api/v1/7001/cashout-amount?betId=b-1").text
                    == #"{"betId":"b-1","cashoutValue":9.14}"#)
            // One that is closed has none.
            world.set(Self.place, odds: 173, isOpen: false)
            #expect(try await ana.ask("GET", Self.allowed).text == "[]")
            let none = try await value(ana, bet)
            #expect(none.status == 404)
            #expect(try none.json()["message"] != nil)
        }
    }

    @Test func betIsSoldInPartAndThenInFull() async throws {
        try await withPlayer { ana, _ in
            let bet = try await ana.place(Self.place)
            let part = try await sell(ana, bet, #"{"expectedValue":3.8,"stakeValue":4}"#)
            #expect(part.status == 200)
            #expect(part.text == #"{"cashoutResult":0}"#)
            #expect(try await ana.balance() == "43.80")
            #expect(try await ana.balance("totalEscrowBalance") == "6.00")
            let leg = try #require(try await ana.history().first)
            #expect(leg["betState"] == "Opened")
            #expect(leg["totalReturn"] == .number("3.8"))
            #expect(leg["potentialReturn"] == .number("11.1"))
            // All that remains may be named as well.
            let rest = try await sell(ana, bet, #"{"expectedValue":5.7,"stakeValue":6.00}"#)
            #expect(rest.text == #"{"cashoutResult":0}"#)
            #expect(try await ana.balance() == "49.50")
            #expect(try await ana.historyIDs("?betStateTypes=Closed") == [bet])
            #expect(try await ana.ask("GET", Self.allowed).text == "[]")
            #expect(try await sell(ana, bet, #"{"expectedValue":5.7}"#).status == 404)
            // Its outcome changes nothing more.
            try await ana.settle(Self.place, "WON")
            #expect(try await ana.balance() == "49.50")
            #expect(try await ana.postings() == 4)
        }
    }

    @Test(arguments: [
        (#"{"expectedValue":9.51}"#, 409, "139"), (#"{"expectedValue":9.49}"#, 409, "139"),
        (#"{"expectedValue":4.75}"#, 409, "139"),
        (#"{"expectedValue":4.75,"stakeValue":0}"#, 409, "122"),
        (#"{"expectedValue":4.75,"stakeValue":10.01}"#, 409, "122"),
        (#"{"expectedValue":4.75,"stakeValue":"x"}"#, 409, "122"),
        (#"{"expectedValue":0}"#, 409, "122"), ("{}", 409, "122"), ("[", 409, "122"),
        (#"{"stakeValue":4}"#, 409, "122"),
    ]) func saleAtAnotherValueIsRefused(
        _ body: String, _ status: Int, _ code: String
    ) async throws {
        try await withPlayer { ana, _ in
            let bet = try await ana.place(Self.place)
            let answer = try await sell(ana, bet, body)
            #expect(answer.status == status)
            #expect(try answer.json()["errorCode"] == .number(code))
            #expect(try !answer.json().text("message").isEmpty)
            #expect(try await ana.balance() == "40.00")
            #expect(try await sell(ana, bet, #"{"expectedValue":9.5}"#).status == 200)
        }
    }

    @Test func betOfAnotherPlayerIsUnknown() async throws {
        try await withPlayer { ana, _ in
            let bet = try await ana.place(Self.place)
            let stranger = try await SportRadarPlayer(ana.running)
            #expect(try await sell(stranger, bet, #"{"expectedValue":9.5}"#).status == 404)
            #expect(try await value(stranger, bet).status == 404)
            for id in ["1", "b-1", "1.10", "9.1"] {
                #expect(try await sell(ana, id, #"{"expectedValue":9.5}"#).status == 404)
                #expect(try await value(ana, id).status == 404)
            }
            #expect(try await ana.ask("GET", Self.allowed).text == "[\(bet)]")
        }
    }

    @Test func lostAnswerOfASaleIsGivenAgain() async throws {
        try await withPlayer { ana, _ in
            let bet = try await ana.place(Self.place)
            let body = #"{"expectedValue":9.5}"#
            ana.running.faults.set(FaultPlan(rules: [FaultRule(.httpCut, route: "/api/cashout")]))
            await #expect(throws: (any Error).self) {
                _ = try await sell(ana, bet, body, key: "k")
            }
            ana.running.faults.set(FaultPlan())
            let again = try await sell(ana, bet, body, key: "k")
            #expect(again.text == #"{"cashoutResult":0}"#)
            #expect(try await sell(ana, bet, body).status == 404)
            #expect(try await ana.balance() == "49.50")
            #expect(try await ana.postings() == 3)
        }
    }

    /// A bet of one provider is sold at the other.
    @Test func betIsSoldAtEitherProvider() async throws {
        try await withPlayer { ana, _ in
            let em = try await Bettor(ana)
            let first = try await em.place(Self.place)
            #expect(try await ana.ask("GET", Self.allowed).text == "[1.1]")
            #expect(try await sell(ana, "1.1", #"{"expectedValue":9.5}"#).status == 200)
            #expect(try await em.openBets() == [])
            let settled = try await em.ask("GET", "/bets-api/v1/7001/bets/\(first)").json()
            #expect(settled["status"] == "CASHED_OUT")
            let second = try await ana.place(Self.place)
            let sold = try await em.ask(
                "POST", Bettor.cashout,
                #"{"betId":"b-2","cashoutValue":9.5,"cashoutType":"FULL"}"#)
            #expect(sold.status == 200)
            #expect(try await ana.historyIDs("?betStateTypes=Closed") == [second, "1.1"])
            #expect(try await ana.postings() == 5)
        }
    }

    // MARK: Custom bets

    private static let selections = #""idFOSelections":["90100.1","90110.1"],"stakeAmount":10"#

    private func custom(_ price: String, takesOffers: Bool = true) -> String {
        """
        {\(Self.selections),"free":0,"useAutoAcceptance":\(takesOffers),\
        "calculatedOdds":\(price)}
        """
    }

    /// 1 + (1.85 · 3 − 1) · 0.9 is 5.095, cut to two places.
    @Test func customBetIsPlacedAtItsPrice() async throws {
        try await withPlayer { ana, _ in
            let calculated = try await ana.running.askSportRadar(
                "POST", SportRadarPlayer.customBets + "/calculate", "{\(Self.selections)}")
            #expect(calculated.status == 200)
            #expect(calculated.text == #"{"potentialReturn":50.9,"calculatedOdds":5.09}"#)
            let path = SportRadarPlayer.customBets + "/placecustombet"
            let placed = try await ana.ask("POST", path, custom("5.09"), key: "k")
            #expect(try placed.slipState() == "2/0")
            #expect(try placed.json()["totalStake"] == 10)
            let bet = try placed.json()["bets"]?[0]
            #expect(bet?["idFoBet"] == .number("1.1"))
            #expect(bet?["potentialReturn"] == .number("50.9"))
            #expect(bet?["totalOdd"] == .number("5.09"))
            #expect(bet?["betLegs"]?[1]?["idFOSelection"] == .number("90110.1"))
            #expect(try await ana.ask("POST", path, custom("5.09"), key: "k").text == placed.text)
            #expect(try await ana.balance() == "40.00")
            let legs = try await ana.history()
            #expect(legs.map { $0["betTypeName"] } == ["Custom", "Custom"])
            #expect(legs.map { $0["totalMultiBetOdds"] } == [.number("5.09"), .number("5.09")])
            let em = try await Bettor(ana).ask("GET", "/bets-api/v1/7001/bets/b-1").json()
            #expect(em["betBuilder"] == true)
            #expect(em["totalPriceValue"] == .number("5.09"))
            try await ana.settle(Self.place, "WON")
            #expect(try await ana.balance() == "40.00")
            try await ana.settle(.init(1, 1), "WON")
            #expect(try await ana.balance() == "90.90")
            #expect(try await ana.postings() == 3)
        }
    }

    @Test func priceOfACustomBetIsJudgedAsOdds() async throws {
        try await withPlayer { ana, world in
            let path = SportRadarPlayer.customBets + "/placecustombet"
            for (price, takesOffers, setting, state) in [
                ("5.1", false, "higher", "4/0"), ("5.08", false, "higher", "4/0"),
                ("5.1", true, "higher", "1/66"), ("5.08", true, "none", "1/66"),
                ("5.08", true, "higher", "2/0"), ("5.09", true, "none", "2/0"),
            ] {
                _ = try await ana.ask(
                    "POST", "/api/betting/fo/attribute/update",
                    #"[{"id":648,"value":"\#(setting)"}]"#)
                let answer = try await ana.ask(
                    "POST", path, custom(price, takesOffers: takesOffers))
                #expect(try answer.slipState() == state, "\(price) \(setting)")
            }
            #expect(try await ana.balance() == "30.00")
            let offer = try await ana.ask("POST", path, custom("9.99"))
            #expect(try offer.json()["bets"]?[0]?["totalOdd"] == .number("5.09"))
            world.set(Self.place, odds: 400)
            let confirmed = try await ana.confirm(try offer.json()["idFOBetSlip"])
            #expect(try confirmed.slipState() == "2/0")
            #expect(try confirmed.json()["bets"]?[0]?["totalOdd"] == .number("5.09"))
            #expect(try await ana.historyIDs() == ["3.1", "2.1", "1.1"])
        }
    }

    @Test func selectionsOfACustomBetAreOfOneEvent() async throws {
        try await withPlayer { ana, world in
            world.set(.init(1, 0, 1), odds: 210)
            for (ids, status, code) in [
                (#"["90100.1","90200.1"]"#, 409, "905"), (#"["90100.1","90101.1"]"#, 409, "905"),
                (#"["90100.1","90100.10"]"#, 404, "903"), (#"["90100.1"]"#, 400, nil),
                (#"[90100.1,true]"#, 400, nil), ("[]", 400, nil), ("{}", 400, nil),
            ] as [(String, Int, String?)] {
                let answer = try await ana.ask(
                    "POST", SportRadarPlayer.customBets + "/calculate",
                    #"{"idFOSelections":\#(ids),"stakeAmount":10}"#)
                #expect(answer.status == status, "\(ids)")
                #expect(try answer.betCode() == code.map { .string($0) } ?? .null, "\(ids)")
                let placed = try await ana.ask(
                    "POST", SportRadarPlayer.customBets + "/placecustombet",
                    #"{"idFOSelections":\#(ids),"stakeAmount":10,"calculatedOdds":5.09}"#)
                if code == nil {
                    #expect(placed.status == 400)
                } else {
                    #expect(try placed.json()["status"]?["statusCode"] == code.map { .string($0) })
                }
            }
            // Without a stake, or a price, it can only be asked for.
            let asked = try await ana.ask(
                "POST", SportRadarPlayer.customBets + "/calculate",
                #"{"idFOSelections":[90100.1,90110.1],"stakeAmount":0}"#)
            #expect(asked.text == #"{"potentialReturn":0,"calculatedOdds":5.09}"#)
            for members in [Self.selections, custom("1"), custom(#""5.09""#)] {
                let body = members.hasPrefix("{") ? members : "{\(members)}"
                let answer = try await ana.ask(
                    "POST", SportRadarPlayer.customBets + "/placecustombet", body)
                #expect(answer.status == 400)
            }
        }
    }
}
