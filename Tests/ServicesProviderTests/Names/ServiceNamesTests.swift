import Foundation
import NIOConcurrencyHelpers
import OpenCombine
import PlatformFixture
import PublisherFixture
import ServicesProviderCombine
import Testing

@testable import ServicesProvider
@testable import cashier

/// The article Names: errors, sessions, requests and payments, with the types written out.
@Suite(.timeLimit(.minutes(5))) struct ServiceNamesTests {
    @Test func errorsOfTheDocuments() {
        let errors: [ServiceProviderError] = [
            .eventsProviderNotFound, .privilegedAccessManagerNotFound, .invalidRequestFormat,
            .unauthorized, .forbidden, .resourceUnavailableOrDeleted,
            .decodingError(message: "Balance"), .invalidResponse, .emptyData, .unknown,
        ]
        for error in errors { #expect(!error.isNetworkError) }
        let ofTheNetwork: [ServiceProviderError] = [.noNetworkConnection, .timedOut, .onConnection]
        for error in ofTheNetwork { #expect(error.isNetworkError) }
    }

    @available(*, deprecated) @Test(arguments: [
        ("The request timed out.", ServiceProviderError.timedOut),
        ("Connect Timeout", .timedOut),
        ("Network is unreachable", .noNetworkConnection),
        ("", .noNetworkConnection),
    ]) func networkErrorIsTheCaseThatFits(_ text: String, _ expected: ServiceProviderError) {
        let error: ServiceProviderError = ServiceProviderError.networkError(text)
        #expect(error == expected)
        #expect(error.isNetworkError)
    }

    @available(*, deprecated) @Test func namesThatContractsCallOtherwise() {
        #expect(PrivilegedAccessManagerProvider.self == PrivilegedAccessManager.self)
        #expect(SportRadarSessionCoordinator.self == SessionCoordinator.self)
    }

    // MARK: Sessions

    /// Renews every token to its key's name and a number.
    private final class CountingUpdater: SportRadarSessionTokenUpdater {
        let count = NIOLockedValueBox(0)

        func forceTokenRefresh(
            forKey key: SessionCoordinatorKey
        ) async throws(ServiceProviderError) -> String {
            let number = count.withLockedValue {
                $0 += 1
                return $0
            }
            guard number < 3 else { throw .forbidden }
            return "\(key.rawValue)-\(number)"
        }
    }

    @available(*, deprecated) @Test func tokensOfACoordinator() async throws {
        let coordinator: SportRadarSessionCoordinator = SessionCoordinator()
        let key: SessionCoordinatorKey = .restSessionToken
        let updater: any SportRadarSessionTokenUpdater = CountingUpdater()
        var tokens: AsyncStream<String?>.Iterator =
            await coordinator.token(forKey: key).makeAsyncIterator()
        #expect(await tokens.next() == .some(nil))
        await coordinator.saveToken("first", withKey: key)
        #expect(await tokens.next() == "first")
        await coordinator.registerUpdater(updater, forKey: key)
        for number in 1...2 {
            let token: String = try await coordinator.forceTokenRefresh(forKey: key)
            #expect(token == "restSessionToken-\(number)")
            #expect(await tokens.next() == token)
        }
        // What the object throws is the closure's error, and the token stays.
        await #expect(throws: ServiceProviderError.forbidden) {
            try await coordinator.forceTokenRefresh(forKey: key)
        }
        await coordinator.clearToken(withKey: key)
        #expect(await tokens.next() == .some(nil))
    }

    // MARK: Requests

    private struct ConsentsEndpoint: Endpoint {
        let url: String
        let endpoint: String = "/v1/player/consents"
        let method: HTTP.Method = .get
        let headers: [(name: String, value: String)] = []
        let query: [(name: String, value: String)] = []
        let body: RequestBody? = nil
        let requireSessionKey: Bool = false

        func authHeaderKey(for part: AuthenticationPart) -> String? { nil }
    }

    private func answer<T: Codable & Sendable>(
        _ manager: NetworkManager, _ endpoint: some Endpoint
    ) async throws(ServiceProviderError) -> T { try await manager.request(endpoint) }

    @Test func requestOfAnEndpoint() async throws {
        try await withPlatform { running in
            let configuration = try running.configuration()
            let transport = AsyncHTTPTransport(configuration.transport)
            let manager: NetworkManager = NetworkManager(
                transport: transport, coordinator: SessionCoordinator(),
                key: .playerSessionToken, table: EveryMatrixErrorTable(),
                configuration: configuration.network, clock: configuration.clock,
                random: LockedRandom(configuration.random), log: configuration.log,
                noteExchange: { _ in })
            struct Consents: Codable, Sendable { let consents: [Consent] }
            struct Consent: Codable, Sendable { let id: Int }
            let all: Consents = try await answer(manager, ConsentsEndpoint(url: running.url))
            #expect(!all.consents.isEmpty)
            await transport.shutDown()
        }
    }

    // MARK: Payments

    @Test func statusesOfPaymentsAreText() {
        let statuses: [PaymentStatus] = PaymentStatus.allCases
        #expect(statuses == [.pending, .completed, .failed, .cancelled])
        let texts: [String] = statuses.map(\.rawValue)
        #expect(texts == ["pending", "completed", "failed", "cancelled"])
        #expect(PaymentStatus(rawValue: "completed") == .completed)
        #expect(PaymentStatus(rawValue: "Completed") == nil)
    }

    @Test func statusOfAPayment() async throws {
        try await withPlatform { running in
            try await running.withLogin { client, player in
                let page: CashierWebViewResponse = try await client.getBankingWebView(
                    parameters: CashierParameters(
                        kind: .deposit, successURL: "https://a.example/s",
                        cancelURL: "https://a.example/c", failURL: "https://a.example/f"))
                let payment = try await pay(page, "25.10", "complete")
                let asked: AnyPublisher<PaymentStatusResponse, ServiceProviderError> =
                    client.getPaymentStatusPublisher(transactionId: payment)
                let response: PaymentStatusResponse = try await first(asked)
                let amount: Decimal = decimal("25.10")
                #expect(
                    response
                        == PaymentStatusResponse(
                            status: PaymentStatus.completed, transactionId: payment,
                            amount: amount, currency: "EUR"))
                #expect(try await client.getPaymentStatus(transactionId: payment) == response)
                let view: PaymentStatusView = ServiceProviderModelMapper.paymentStatus(
                    from: response)
                #expect(view.isCompleted && view.amount == "25.10 EUR")
                let request: EveryMatrixPlayerAPI = .getPaymentStatus(
                    userId: player.id, transactionId: payment)
                let endpoint = try EveryMatrix.PlayerEndpoint(
                    url: running.url, request, userID: player.id)
                #expect(endpoint.endpoint == "/v1/player/\(player.id)/payment/\(payment)/status")
            }
        }
    }

    @Test func statusOnTheWire() throws {
        let text = """
            {"Status":"Failed","TransactionId":"t","Amount":{"Value":1.1,"Currency":"EUR"}}
            """
        let wire: EveryMatrix.PaymentStatusResponse = try WireDecoder.decode(
            EveryMatrix.PaymentStatusResponse.self, from: Array(text.utf8))
        let details: EveryMatrix.AmountDetails = wire.amount
        let response: PaymentStatusResponse = EveryMatrixModelMapper.paymentStatusResponse(
            from: wire)
        #expect(response.status == .failed && response.amount == details.value)
    }
}
