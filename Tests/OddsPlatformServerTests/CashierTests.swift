import PlatformFixture
import Testing

/// The cashier: platform contract, section 8.3.
@Suite(.timeLimit(.minutes(5))) struct CashierTests {
    @Test func pageEscapesWhatItShowsAndFollowsWebAddressesOnly() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            let path = try await running.cashier(player, session)
            let page = try await running.ask("GET", path)
            #expect(page.status == 200)
            #expect(page.headers["content-type"] == "text/html; charset=utf-8")
            #expect(page.headers["content-security-policy"]?.contains("default-src 'none'") == true)
            #expect(page.text.contains("https://app.example/s"))
            #expect(!page.text.contains("javascript:"))
            #expect(!page.text.contains("<x>"))
            // The player enters the amount.
            #expect(!page.text.contains("readonly"))
            for asset in ["/cashier.js", "/cashier.css"] {
                #expect(try await running.ask("GET", asset).status == 200)
            }
        }
    }

    @Test func payingNeedsNoSessionButTheSecretAddress() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            let path = try await running.cashier(player, session)
            let body = #"{"amount":"25.00","outcome":"complete"}"#
            let first = try await running.ask("POST", path, body)
            #expect(first.status == 200)
            #expect(try await running.ask("POST", path, body).text == first.text)
            let balance = try await running.ask(
                "GET", "/v2/player/\(player.id)/balance", session: session)
            #expect(try balance.json()["totalRealAmount"] == ["EUR": 75])
            #expect(try await running.ask("POST", "/cashier/00", body).status == 404)
        }
    }

    @Test func repeatedPaymentSessionHasOneAddress() async throws {
        try await withPlatform { running in
            let (player, session) = try await running.makeSession()
            let path = "/v1/player/\(player.id)/payment/GetPaymentSession"
            let body =
                #"{"Type":"Deposit","SuccessUrl":"","CancelUrl":"","FailUrl":"","Language":"en"}"#
            let key = [("Idempotency-Key", "k-1")]
            let first = try await running.ask("POST", path, body, session: session, headers: key)
            let again = try await running.ask("POST", path, body, session: session, headers: key)
            #expect(first.status == 200 && again.text == first.text)
            let other = try await running.ask(
                "POST", path, body + " ", session: session, headers: key)
            #expect(other.status == 422)
            #expect(try other.code() == "920")
            let bad = try await running.ask(
                "POST", path, body, session: session, headers: [("Idempotency-Key", "k 1")])
            #expect(bad.status == 400)
            #expect(try bad.code() == "901")
        }
    }
}
