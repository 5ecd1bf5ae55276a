import Foundation
import Logging

/// Bets of EveryMatrix.
final class EveryMatrixBettingProvider: BettingProvider, ProviderArea {
    let configuration: ServicesProviderConfiguration
    let coordinator: SessionCoordinator
    let feed: EveryMatrixFeedSession
    let accounts: EveryMatrixPrivilegedAccessManager
    /// Where the pages of the history begin.
    let pages = EveryMatrixBetPages()
    /// Of all requests but those of cashouts, whose errors are others.
    private let network: NetworkManager
    private let cashouts: NetworkManager
    private let monitor: AreaMonitor
    private let ask: @Sendable () async -> Void

    /// - Parameters:
    ///   - feed: Has the procedures about tickets that are not placed yet.
    ///   - accounts: Knows the player who is logged in.
    ///   - states: Told whether the server is there.
    init(
        _ configuration: ServicesProviderConfiguration, _ coordinator: SessionCoordinator,
        _ transport: any HTTPTransport, feed: EveryMatrixFeedSession,
        accounts: EveryMatrixPrivilegedAccessManager, states: StateSource<ConnectorState>
    ) {
        self.configuration = configuration
        self.coordinator = coordinator
        self.feed = feed
        self.accounts = accounts
        let random = LockedRandom(configuration.random)
        let monitor = AreaMonitor(
            states: states, backoff: configuration.backoff, clock: configuration.clock,
            random: random)
        self.monitor = monitor
        let ask = Self.probe(configuration, transport, monitor)
        self.ask = ask
        let network = { (area: EveryMatrixErrorTable.Area) in
            NetworkManager(
                transport: transport, coordinator: coordinator, key: .oddsMatrixSessionToken,
                table: EveryMatrixErrorTable(area: area), configuration: configuration.network,
                clock: configuration.clock, random: random, log: configuration.log,
                noteExchange: { monitor.note(isAnswered: $0, ask: ask) })
        }
        self.network = network(.betting)
        cashouts = network(.cashout)
    }

    /// The cheapest request of bets: it has no session, and is refused.
    private static func probe(
        _ configuration: ServicesProviderConfiguration, _ transport: any HTTPTransport,
        _ monitor: AreaMonitor
    ) -> @Sendable () async -> Void {
        let query = EveryMatrix.BetsQuery(limit: 1, placedBefore: nil, betStatus: nil)
        let endpoint = try? EveryMatrix.OddsEndpoint(configuration, .getOpenBets(query))
        guard let endpoint else { return {} }
        let request = HTTPTransportRequest(
            method: .get, url: endpoint.address, headers: endpoint.headers, body: nil,
            timeLimit: configuration.network.timeLimit)
        return { [weak monitor] in
            guard let response = try? await transport.send(request), response.status > 0 else {
                return
            }
            monitor?.note(isAnswered: true, ask: {})
        }
    }

    /// Begins to ask whether the server is there.
    func start() { monitor.start(ask: ask) }

    /// Tries now if the server has not been there.
    func reconnectIfNeeded() { monitor.retryNow(ask: ask) }

    /// Ends.
    func stop() { monitor.stop() }

    var connectionStates: ConnectorStates { monitor.states }

    // MARK: Requests

    /// The number of the player who is logged in.
    ///
    /// - Throws: `userSessionNotFound` if nobody is.
    func user() async throws(ServiceProviderError) -> String {
        try await coordinator.loggedInUser()
    }

    /// Sends a request of a player.
    func request<Response: Decodable & Sendable>(
        _ api: EveryMatrixOddsAPI, ofUser user: String?
    ) async throws(ServiceProviderError) -> Response {
        try await manager(api).request(
            try EveryMatrix.OddsEndpoint(configuration, api, userID: user))
    }

    /// Sends a request of a player whose answer is a stream of events.
    func events(
        _ api: EveryMatrixOddsAPI, ofUser user: String
    ) async throws(ServiceProviderError) -> AsyncStream<[UInt8]> {
        try await manager(api).events(
            try EveryMatrix.OddsEndpoint(configuration, api, userID: user))
    }

    private func manager(_ api: EveryMatrixOddsAPI) -> NetworkManager {
        api.family == .cashouts ? cashouts : network
    }
}
