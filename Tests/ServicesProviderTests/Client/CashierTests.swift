import Testing

@testable import ServicesProvider

/// What the cashier is asked for: platform contract, section 8.3.
@Suite(.timeLimit(.minutes(5))) struct CashierTests {
    /// An app that has been started anew does not know the player's profile yet.
    @Test func currencyIsThePlayersBeforeTheProfileIsKnown() async throws {
        let starting = Gate<Void>()
        let transport = ScriptedTransport { request, _ throws(HTTPTransportError) in
            guard request.url.hasSuffix("/details") else {
                return .json(200, #"{"CashierInfo":{"Url":"http://h/1"},"ResponseCode":"Success"}"#)
            }
            if starting.count == 0 { await starting.pass() }
            return .json(200, #"{"id":7,"userName":"ana","currency":"USD"}"#)
        }
        let client = ServicesProviderClient(
            providerType: .everymatrix, configuration: try scriptedConfiguration(transport))
        client.connect()
        defer { client.disconnect() }
        await starting.arrivals(1)
        defer { starting.open() }
        _ = try await client.getBankingWebView(
            parameters: .init(kind: .deposit, successURL: "s", cancelURL: "c", failURL: "f"))
        let body = try #require(transport.requests.last?.body)
        #expect(String(decoding: body, as: UTF8.self).contains(#""currency":"USD""#))
    }
}
