import Foundation

/// Sends the requests of SportRadar's bets.
struct SportRadarBettingRequests: Sendable {
    private let url: String
    private let moneyTimeLimit: Duration
    /// Of all requests but cashouts, whose errors are others.
    private let bets: NetworkManager
    private let cashouts: NetworkManager

    /// - Parameter noteExchange: Told of each exchange: whether there was an answer.
    init(
        _ configuration: ServicesProviderConfiguration,
        _ endpoints: ServicesProviderConfiguration.SportRadarEndpoints,
        _ coordinator: SessionCoordinator, _ transport: any HTTPTransport,
        random: LockedRandom, noteExchange: @escaping @Sendable (_ isAnswered: Bool) -> Void
    ) {
        url = endpoints.betting
        moneyTimeLimit = configuration.network.bettingTimeLimit
        let network = { (area: EveryMatrixErrorTable.Area) in
            NetworkManager(
                transport: transport, coordinator: coordinator, key: .launchToken,
                table: SportRadarBettingErrorTable(area: area),
                configuration: configuration.network, clock: configuration.clock,
                random: random, log: configuration.log, noteExchange: noteExchange)
        }
        bets = network(.betting)
        cashouts = network(.cashout)
    }

    /// Sends a request of a player; of anybody where it needs no session.
    func request<Response: Decodable & Sendable>(
        _ api: SportRadarBettingAPI, ofUser user: String? = nil
    ) async throws(ServiceProviderError) -> Response {
        let body = try await send(api, user).body
        guard !body.isEmpty else { throw .emptyData }
        return try SportRadarWire.decode(Response.self, from: body)
    }

    /// The same, where the answer says nothing but that it succeeded.
    func perform(
        _ api: SportRadarBettingAPI, ofUser user: String
    ) async throws(ServiceProviderError) {
        _ = try await send(api, user)
    }

    private func send(
        _ api: SportRadarBettingAPI, _ user: String?
    ) async throws(ServiceProviderError) -> HTTPTransportResponse {
        let endpoint = try SportRadar.BettingEndpoint(
            url: url, api, userID: user, moneyTimeLimit: moneyTimeLimit)
        if case .cashOut = api { return try await cashouts.send(endpoint) }
        return try await bets.send(endpoint)
    }
}

/// The errors of SportRadar's bets: those of the HTTP statuses. An answer of a cashout that has
/// a message is one whatever its status.
struct SportRadarBettingErrorTable: ResponseErrorTable {
    let area: EveryMatrixErrorTable.Area

    func isSuccess(_ response: HTTPTransportResponse) -> Bool {
        200...299 ~= response.status && (area != .cashout || message(response) == nil)
    }

    func failure(of response: HTTPTransportResponse) -> ResponseFailure {
        guard 200...299 ~= response.status else {
            return PlatformErrorTable.failure(of: response, area: area)
        }
        return ResponseFailure(
            error: .errorMessage(message: message(response) ?? ""), isSessionRefused: false)
    }

    private func message(_ response: HTTPTransportResponse) -> String? {
        try? SportRadarWire.decode(SportRadar.Message.self, from: response.body).message
    }
}
