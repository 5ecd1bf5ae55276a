import OddsSimulator
import PlatformFixture
import Testing

/// The faults of the platform: platform contract, section 10.
@Suite(.timeLimit(.minutes(5))) struct PlatformFaultTests {
    @Test func statusComesBeforeAnyEffect() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            let cashier = try await running.cashier(player, session)
            running.faults.set(
                FaultPlan(rules: [FaultRule(.httpStatus, route: "/cashier", status: 503)]))
            let body = #"{"amount":"5.00","outcome":"complete"}"#
            #expect(try await running.ask("POST", cashier, body).status == 503)
            #expect(try await running.platform.checkLedger().postings == 1)
            #expect(running.metrics.value(of: .httpStatus) == 1)
            // Other routes are not struck.
            #expect(try await running.ask("GET", "/v1/player/consents").status == 200)
            running.faults.set(FaultPlan())
            #expect(try await running.ask("POST", cashier, body).status == 200)
        }
    }

    @Test func cutComesAfterTheEffect() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            let cashier = try await running.cashier(player, session)
            running.faults.set(FaultPlan(rules: [FaultRule(.httpCut, route: "/cashier")]))
            let body = #"{"amount":"5.00","outcome":"complete"}"#
            await #expect(throws: (any Error).self) {
                _ = try await running.ask("POST", cashier, body)
            }
            #expect(try await running.platform.checkLedger().postings == 2)
            #expect(try await running.requestCount("POST", "/cashier/{session}", 200) == 1)
        }
    }

    @Test func garbageIsHalfAnAnswerAfterTheEffect() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            let cashier = try await running.cashier(player, session)
            running.faults.set(FaultPlan(rules: [FaultRule(.httpGarbage, route: "/cashier")]))
            let answer = try await running.ask(
                "POST", cashier, #"{"amount":"5.00","outcome":"complete"}"#)
            #expect(answer.status == 200)
            #expect(throws: (any Error).self) { try answer.json() }
            #expect(try await running.platform.checkLedger().postings == 2)
        }
    }

    @Test func expiryEndsTheSessionThatARequestCarries() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            running.faults.set(FaultPlan(rules: [FaultRule(.sessionExpiry)]))
            let path = "/v2/player/\(player.id)/balance"
            #expect(try await running.ask("GET", path, session: session).status == 403)
            running.faults.set(FaultPlan())
            #expect(try await running.ask("GET", path, session: session).status == 403)
        }
    }

    @Test func loginIsRefusedThoughThePasswordIsRight() async throws {
        try await withPlatform { running in
            let player = try #require(try await running.makePlayers(1).first)
            running.faults.set(FaultPlan(rules: [FaultRule(.refuseLogin)]))
            let answer = try await running.ask(
                "POST", "/v1/player/legislation/login",
                #"{"username":"\#(player.username)","password":"\#(player.password)"}"#)
            #expect(try answer.code() == "GmErr_USER_AUTH_FAILED")
            running.faults.set(FaultPlan())
            _ = try await running.login(player)
        }
    }

    @Test func streamIsClosedInItsTime() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            running.faults.set(FaultPlan(rules: [FaultRule(.sseClose, everySeconds: 0.01)]))
            // Returns once the stream has ended.
            let answer = try await running.ask(
                "GET", "/v2/player/\(player.id)/information/updates", session: session)
            #expect(answer.status == 200)
            #expect(answer.headers["content-type"] == "text/event-stream")
            #expect(running.metrics.value(of: .sseClose) == 1)
        }
    }
}
