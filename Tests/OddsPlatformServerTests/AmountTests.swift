import PlatformFixture
import Testing

/// Amounts as text or as numbers, by their exact value, wherever money moves or is limited:
/// platform contract, sections 9 and 14.
@Suite(.timeLimit(.minutes(5))) struct AmountTests {
    /// One amount as text and as numbers.
    static let amounts = ["\"12.50\"", "12.5", "12.50", "1250e-2", "0.125E+2", "\"12.5\""]

    /// A bettor with 50.00, and a place at 1.85.
    private func withBettor(_ body: (Bettor, ScriptedWorld.Place) async throws -> Void) async throws
    {
        let world = ScriptedWorld()
        let place = ScriptedWorld.Place(1)
        world.set(place, odds: 185)
        try await withSportRadar(world: world) { running in
            try await body(Bettor(running, balance: "50.00"), place)
        }
    }

    @Test(arguments: amounts) func ticketsAndSalesTakeAnyFormOfAnAmount(
        _ amount: String
    ) async throws {
        try await withBettor { bettor, place in
            let placed = try await bettor.ask(
                "POST", Bettor.placing, Bettor.ticket(place).replacing(#""10.00""#, with: amount))
            #expect(try placed.json()["potentialReturn"] == .number("23.12"))
            let bet = try await bettor.place(place)
            // 12.50 · 0.95 is 11.87, and of a part of 5.00 of the other bet's 10.00 4.75.
            for (sale, value) in [
                (#""betId":"b-1","cashoutValue":11.87,"cashoutType":"FULL""#, "11.87"),
                (
                    #""betId":"\#(bet)","cashoutValue":\#(amount),"cashoutType":"PARTIAL","#
                        + #""partialCashoutStake":"5.00","#
                        + #""cashoutChangeAcceptanceType":"ACCEPT_ANY""#, "4.75"
                ),
            ] {
                let sold = try await bettor.ask("POST", Bettor.cashout, "{\(sale)}")
                #expect(try sold.json()["cashoutValue"] == .number(value), "\(sold.text)")
            }
        }
    }

    @Test(arguments: ["\"4.50\"", "4.5", "450e-2"]) func partsOfAStakeTakeAnyFormOfAnAmount(
        _ amount: String
    ) async throws {
        try await withBettor { bettor, place in
            let bet = try await bettor.place(place)
            let sold = try await bettor.ask(
                "POST", Bettor.cashout,
                """
                {"betId":"\(bet)","cashoutValue":4.27,"cashoutType":"PARTIAL",\
                "partialCashoutStake":\(amount)}
                """)
            #expect(try sold.json()["partialCashoutStake"] == .number("4.5"), "\(sold.text)")
        }
    }

    @Test(arguments: amounts) func cashierAndLimitsTakeAnyFormOfAnAmount(
        _ amount: String
    ) async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            let cashier = try await running.cashier(player, session)
            let paid = try await running.ask(
                "POST", cashier, #"{"amount":\#(amount),"outcome":"complete"}"#)
            #expect(paid.status == 200)
            let balance = try await running.ask(
                "GET", "/v2/player/\(player.id)/balance", session: session)
            #expect(try balance.json()["totalRealAmount"] == ["EUR": .number("62.5")])
            let limits = "/v1/player/\(player.id)/limits/monetary"
            let set = try await running.ask(
                "POST", limits,
                #"{"amount":\#(amount),"currency":"EUR","period":"Daily","type":"Loss"}"#,
                session: session)
            let changed = try await running.ask(
                "PUT", limits + "/l-1", #"{"amount":\#(amount)}"#, session: session)
            for answer in [set, changed] {
                #expect(try answer.json()["limit"]?["amount"] == .number("12.5"))
            }
        }
    }

    @Test(arguments: amounts) func secondProvidersSlipsTakeAnyFormOfAnAmount(
        _ amount: String
    ) async throws {
        try await withBettor { bettor, place in
            let ana = try await SportRadarPlayer(bettor.running)
            let slip = SportRadarPlayer.slip(place, stake: amount)
            let placed = try await ana.ask("POST", SportRadarPlayer.betslip, slip)
            #expect(try placed.json()["totalStake"] == .number("12.5"), "\(placed.text)")
            let id = try await ana.place(place, stake: "25")
            let path = "\(SportRadarPlayer.cashouts)/\(id)"
            let value = try await ana.ask(
                "POST", path + "/calculate", #"{"stakeValue":\#(amount)}"#)
            #expect(try value.json()["cashoutValue"] == .number("11.87"), "\(value.text)")
            let sold = try await ana.ask(
                "POST", path, #"{"expectedValue":"11.87","stakeValue":\#(amount)}"#)
            #expect(try sold.json()["cashoutResult"] == 0, "\(sold.text)")
        }
    }

    @Test(arguments: [
        "12.505", "\"12.505\"", "\"1e1\"", "\" 12.50\"", "-1", "12345678901", "true",
    ])
    func amountThatIsNoneIsRefused(_ amount: String) async throws {
        try await withBettor { bettor, place in
            let running = bettor.running
            let placed = try await bettor.ask(
                "POST", Bettor.placing,
                Bettor.ticket(place).replacing(#""10.00""#, with: amount))
            #expect(placed.status == 400)
            #expect(try placed.betCode() == "901")
            let bet = try await bettor.place(place)
            let sold = try await bettor.ask(
                "POST", Bettor.cashout,
                #"{"betId":"\#(bet)","cashoutValue":\#(amount),"cashoutType":"FULL"}"#)
            #expect(sold.status == 409)
            #expect(try sold.json()["errorCode"] == 122)
            let cashier = try await running.cashier(bettor.player, bettor.session)
            for (path, body) in [
                (cashier, #"{"amount":\#(amount),"outcome":"complete"}"#),
                (
                    "/v1/player/\(bettor.player.id)/limits/monetary",
                    #"{"amount":\#(amount),"currency":"EUR","period":"Daily","type":"Loss"}"#
                ),
            ] {
                let answer = try await running.ask("POST", path, body, session: bettor.session)
                #expect(answer.status == 400)
                #expect(try answer.code() == "901")
            }
        }
    }
}
