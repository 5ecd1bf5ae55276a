import NIOConcurrencyHelpers
import OddsClient
import ServicesProvider

/// A player with an app of their own: a client of the library, over connections that all
/// players share.
final class SimulatedPlayer: Sendable {
    /// A deposit whose confirmation had no answer: it may be completed or not.
    private struct Unsettled {
        let url: String
        let cents: Int
    }

    private struct State {
        var deposits = 0
        var paidCents = 0
        var unsettled: [Unsettled] = []
        var isReturning = false
    }

    let account: PlayerAccount
    let client: ServicesProviderClient
    private let cashier: Cashier
    private let counts: ExchangeCounts
    private let state = NIOLockedValueBox(State())

    /// - Throws: `ServicesProviderConfiguration.InvalidEndpoint` if the service's URL is
    ///   none.
    init(
        _ account: PlayerAccount, of service: any PlatformService, transport: PlayerTransport
    ) throws(ServicesProviderConfiguration.InvalidEndpoint) {
        self.account = account
        // The addresses of the feed and of bets are those of nobody, and not used.
        var configuration = try ServicesProviderConfiguration(
            endpoints: [
                .production: .init(
                    feed: "ws://127.0.0.1:9/v2", player: service.playerURL,
                    odds: service.oddsURL ?? "http://127.0.0.1:9")
            ])
        configuration.opensFeed = false
        configuration.followsBets = false
        configuration.network.timeLimit = .seconds(10)
        configuration.network.pauses = Backoff(initial: .milliseconds(200), cap: .seconds(2))
        configuration.httpTransport = { transport }
        client = ServicesProviderClient(providerType: .everymatrix, configuration: configuration)
        cashier = Cashier(transport: transport)
        counts = transport.counts
    }

    /// Deposits that are known to be completed, and their sum in minor units.
    var paid: (deposits: Int, cents: Int) {
        state.withLockedValue { ($0.deposits, $0.paidCents) }
    }

    /// Connects, and waits until the service has answered: a login that came first would
    /// cancel the library's question whether the service is there, and with it a
    /// connection.
    func connect() async {
        client.connect()
        for await state in client.privilegedAccessManagerConnectionStates
        where state == .connected { return }
    }

    // MARK: Requests

    /// Logs in because the player wants to.
    func login() async throws(ServiceProviderError) {
        do {
            try await ExchangeCounts.$isLoginAskedFor.withValue(true) {
                _ = try await client.login(
                    username: account.username, password: account.password)
            }
        } catch let error as ServiceProviderError {
            throw error
        } catch {
            throw .unknown
        }
    }

    /// Logs in anew where the library has ended the session, as a player would; does
    /// nothing while that is under way.
    func returnAfter(_ error: ServiceProviderError) async {
        guard error == .userSessionNotFound || error == .unauthorized else { return }
        let isFirst = state.withLockedValue { state in
            defer { state.isReturning = true }
            return !state.isReturning
        }
        guard isFirst else { return }
        try? await login()
        state.withLockedValue { $0.isReturning = false }
    }

    /// Reads the balance.
    ///
    /// - Throws: Besides the library's errors `invalidResponse` for less than what had been
    ///   paid before.
    func readBalance() async throws(ServiceProviderError) {
        let least = PlatformPlan.balanceCents + paid.cents
        counts.noteAsked(.balance)
        guard let cents = Cents.of(try await client.getUserBalance().real), cents >= least else {
            throw .invalidResponse
        }
    }

    /// The money of now, in minor units; `nil` if the service does not say it.
    func balanceCents() async -> Int? {
        counts.noteAsked(.balance)
        return (try? await client.getUserBalance()).flatMap { Cents.of($0.real) }
    }

    /// Begins a session at the cashier, and returns its page.
    func openCashier() async throws(ServiceProviderError) -> String {
        let site = "http://127.0.0.1/"
        counts.noteAsked(.cashierSession)
        return try await client.getBankingWebView(
            parameters: CashierParameters(
                kind: .deposit, successURL: site, cancelURL: site, failURL: site)
        ).url
    }

    /// Pays in at a page of the cashier.
    ///
    /// - Returns: The transaction, which is completed.
    /// - Throws: `noNetworkConnection` if nobody knows what became of it; `badRequest` if
    ///   it was refused.
    func pay(cents: Int, at url: String) async throws(ServiceProviderError) -> String {
        counts.noteAsked(.cashier)
        switch await cashier.confirm(cents: cents, at: url) {
        case .completed(let transaction):
            notePayment(cents)
            return transaction
        case .refused: throw .badRequest
        case .unanswered:
            state.withLockedValue { $0.unsettled.append(Unsettled(url: url, cents: cents)) }
            throw .noNetworkConnection
        }
    }

    private func notePayment(_ cents: Int) {
        state.withLockedValue { state in
            state.deposits += 1
            state.paidCents += cents
        }
    }

    /// Reads the status of a payment that is completed.
    ///
    /// - Throws: Besides the library's errors `invalidResponse` for another status.
    func readStatus(of transaction: String) async throws(ServiceProviderError) {
        counts.noteAsked(.status)
        let status = try await client.getPaymentStatus(transactionId: transaction)
        guard status.status == .completed, status.transactionId == transaction else {
            throw .invalidResponse
        }
    }

    /// Finds out what became of deposits without an answer. The page answers a repeated
    /// confirmation as it answered, or would have answered, the first.
    ///
    /// - Returns: How many are still unknown.
    func settle() async -> Int {
        var unknown: [Unsettled] = []
        for payment in state.withLockedValue({ $0.unsettled }) {
            switch await cashier.confirm(cents: payment.cents, at: payment.url) {
            case .completed: notePayment(payment.cents)
            case .refused: break
            case .unanswered: unknown.append(payment)
            }
        }
        state.withLockedValue { [unknown] in $0.unsettled = unknown }
        return unknown.count
    }
}
