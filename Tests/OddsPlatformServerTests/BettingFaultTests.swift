import OddsSimulator
import PlatformFixture
import Testing

/// Faults at the port of bets, and requests that are repeated with their key: platform
/// contract, sections 9.6 and 10.
@Suite(.timeLimit(.minutes(5))) struct BettingFaultTests {
    private static let place = ScriptedWorld.Place(1)

    private func withBettor(_ body: (Bettor) async throws -> Void) async throws {
        let world = ScriptedWorld()
        world.set(Self.place, odds: 185)
        try await withPlatform(world: world) { try await body(Bettor($0)) }
    }

    private func postings(_ bettor: Bettor) async throws -> Int64 {
        let check = try await bettor.running.platform.checkLedger()
        #expect(check.isOK)
        return check.postings
    }

    @Test func lostAnswerOfAPlacingIsGivenAgain() async throws {
        try await withBettor { bettor async throws in
            let ticket = Bettor.ticket(Self.place)
            bettor.running.faults.set(FaultPlan(rules: [FaultRule(.httpCut, route: "/place-bet")]))
            await #expect(throws: (any Error).self) {
                _ = try await bettor.ask("POST", Bettor.placing, ticket, key: "k")
            }
            #expect(try await postings(bettor) == 2)
            #expect(try await bettor.openBets() == ["b-1"])
            bettor.running.faults.set(FaultPlan())
            let again = try await bettor.ask("POST", Bettor.placing, ticket, key: "k")
            #expect(again.status == 200)
            #expect(try again.json()["betId"] == "b-1")
            let third = try await bettor.ask("POST", Bettor.placing, ticket, key: "k")
            #expect(third.text == again.text)
            let other = try await bettor.ask("POST", Bettor.placing, ticket + " ", key: "k")
            #expect(other.status == 422)
            #expect(try other.betCode() == "920")
            #expect(try await postings(bettor) == 2)
        }
    }

    @Test func lostAnswerOfACashoutIsGivenAgain() async throws {
        try await withBettor { bettor async throws in
            let bet = try await bettor.place(Self.place)
            let body = #"{"betId":"\#(bet)","cashoutValue":9.5,"cashoutType":"FULL"}"#
            bettor.running.faults.set(FaultPlan(rules: [FaultRule(.httpCut, route: "/cashout")]))
            await #expect(throws: (any Error).self) {
                _ = try await bettor.ask("POST", Bettor.cashout, body, key: "k")
            }
            bettor.running.faults.set(FaultPlan())
            let again = try await bettor.ask("POST", Bettor.cashout, body, key: "k")
            #expect(again.status == 200)
            #expect(try again.json()["cashoutPayout"] == .number("9.5"))
            // Without the key there is nothing left to sell.
            #expect(try await bettor.ask("POST", Bettor.cashout, body).status == 404)
            #expect(try await postings(bettor) == 3)
        }
    }

    @Test func refusalIsGivenAgainThoughItWouldPassNow() async throws {
        try await withBettor { bettor async throws in
            let ticket = Bettor.ticket(Self.place, amount: "60.00")
            let first = try await bettor.ask("POST", Bettor.placing, ticket, key: "k")
            #expect(try first.betCode() == "106")
            let path = try await bettor.running.cashier(bettor.player, bettor.session)
            _ = try await bettor.running.ask(
                "POST", path, #"{"amount":"25.00","outcome":"complete"}"#)
            let again = try await bettor.ask("POST", Bettor.placing, ticket, key: "k")
            #expect(again.status == 409 && again.text == first.text)
            #expect(try await bettor.ask("POST", Bettor.placing, ticket, key: "l").status == 200)
        }
    }

    @Test func garbageIsHalfAnAnswerAfterTheEffect() async throws {
        try await withBettor { bettor async throws in
            bettor.running.faults.set(
                FaultPlan(rules: [FaultRule(.httpGarbage, route: "/place-bet")]))
            let ticket = Bettor.ticket(Self.place)
            let answer = try await bettor.ask("POST", Bettor.placing, ticket, key: "k")
            #expect(answer.status == 200)
            #expect(throws: (any Error).self) { try answer.json() }
            // Other routes are not struck, and what was kept is whole.
            #expect(try await bettor.openBets() == ["b-1"])
            bettor.running.faults.set(FaultPlan())
            let again = try await bettor.ask("POST", Bettor.placing, ticket, key: "k")
            #expect(try again.json()["betId"] == "b-1")
        }
    }

    @Test(arguments: [429, 500, 503])
    func statusComesBeforeAnyEffectAndIsNotKept(_ status: Int) async throws {
        try await withBettor { bettor async throws in
            bettor.running.faults.set(
                FaultPlan(rules: [FaultRule(.httpStatus, route: "/place-bet", status: status)]))
            let ticket = Bettor.ticket(Self.place)
            let struck = try await bettor.ask("POST", Bettor.placing, ticket, key: "k")
            #expect(struck.status == status)
            #expect(try struck.json()["success"] == false)
            #expect(try await postings(bettor) == 1)
            #expect(bettor.running.metrics.value(of: .httpStatus) == 1)
            bettor.running.faults.set(FaultPlan())
            #expect(try await bettor.ask("POST", Bettor.placing, ticket, key: "k").status == 200)
        }
    }

    @Test(arguments: BettingRouteTests.routes)
    func expiryEndsTheSessionOfEachFamily(_ method: String, _ path: String) async throws {
        try await withBettor { bettor async throws in
            let route = String(path.prefix { $0 != "?" })
            bettor.running.faults.set(
                FaultPlan(rules: [FaultRule(.sessionExpiry, route: route)]))
            let body = method == "POST" ? Bettor.ticket(Self.place) : nil
            let answer = try await bettor.ask(method, path, body, key: "k")
            #expect(answer.status == 403)
            #expect(answer.text == #"{"error":"Forbidden"}"#)
            #expect(bettor.running.metrics.value(of: .sessionExpiry) == 1)
            #expect(try await postings(bettor) == 1)
            bettor.running.faults.set(FaultPlan())
            #expect(try await bettor.ask(method, path, body, key: "k").status == 403)
        }
    }

    @Test func delayedRequestIsAnsweredAllTheSame() async throws {
        try await withBettor { bettor async throws in
            bettor.running.faults.set(
                FaultPlan(rules: [FaultRule(.httpDelay, milliseconds: 1, route: "/bets-api")]))
            #expect(try await bettor.openBets() == [])
            #expect(bettor.running.metrics.value(of: .httpDelay) == 1)
            _ = try await bettor.place(Self.place)
            #expect(bettor.running.metrics.value(of: .httpDelay) == 1)
        }
    }
}
