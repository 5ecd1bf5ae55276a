import Foundation
import Logging
import NIOConcurrencyHelpers

/// Accounts of SportRadar.
final class SportRadarPrivilegedAccessManager: PrivilegedAccessManager, ProviderArea {
    let configuration: ServicesProviderConfiguration
    let coordinator: SessionCoordinator
    private let url: String
    let network: NetworkManager
    /// For what of a wallet the server of bets has.
    let bets: SportRadarBettingRequests
    let table = SportRadarAccountErrorTable()
    private let monitor: AreaMonitor
    private let ask: @Sendable () async -> Void
    let profile = StateSource<UserProfile?>(nil)
    let payments = SportRadarKnownPayments()

    static let key = SessionTokenKey.restSessionToken
    /// How long a logout waits for the server.
    private static let logoutTimeLimit = Duration.seconds(2)

    /// - Parameter states: Told whether the server is there.
    init(
        _ configuration: ServicesProviderConfiguration,
        _ endpoints: ServicesProviderConfiguration.SportRadarEndpoints,
        _ coordinator: SessionCoordinator, _ transport: any HTTPTransport,
        states: StateSource<ConnectorState>
    ) {
        self.configuration = configuration
        self.coordinator = coordinator
        url = endpoints.account
        let random = LockedRandom(configuration.random)
        let monitor = AreaMonitor(
            states: states, backoff: configuration.backoff, clock: configuration.clock,
            random: random)
        self.monitor = monitor
        let ask = Self.probe(configuration, endpoints, transport, monitor)
        self.ask = ask
        network = NetworkManager(
            transport: transport, coordinator: coordinator, key: Self.key, table: table,
            configuration: configuration.network, clock: configuration.clock, random: random,
            log: configuration.log, noteExchange: { monitor.note(isAnswered: $0, ask: ask) })
        bets = SportRadarBettingRequests(
            configuration, endpoints, coordinator, transport, random: random,
            noteExchange: { _ in })
    }

    /// The cheapest request of accounts.
    private static func probe(
        _ configuration: ServicesProviderConfiguration,
        _ endpoints: ServicesProviderConfiguration.SportRadarEndpoints,
        _ transport: any HTTPTransport, _ monitor: AreaMonitor
    ) -> @Sendable () async -> Void {
        let endpoint = SportRadar.AccountEndpoint(url: endpoints.account, api: .getConsents)
        let request = HTTPTransportRequest(
            method: .get, url: endpoint.address, headers: [], body: nil,
            timeLimit: configuration.network.timeLimit)
        return { [weak monitor] in
            guard let response = try? await transport.send(request), response.status > 0 else {
                return
            }
            monitor?.note(isAnswered: true, ask: {})
        }
    }

    /// Begins: asks whether the server is there, and reads the profile of a session that
    /// was stored.
    func start() {
        monitor.start(ask: ask)
        Task { [weak self] in
            guard let self else { return }
            if await coordinator.current(forKey: Self.key) != nil {
                _ = try? await getUserProfile(withKycExpire: false)
            }
            for await state in coordinator.sessionStates {
                if case .logged = state { continue }
                profile.send(nil)
            }
        }
    }

    /// Tries now if the server has not been there.
    func reconnectIfNeeded() { monitor.retryNow(ask: ask) }

    /// Ends.
    func stop() {
        monitor.stop()
        profile.finish()
    }

    var connectionStates: ConnectorStates { monitor.states }
    var userSessionStates: StateUpdates<UserSessionState> { coordinator.sessionStates }
    var userProfiles: StateUpdates<UserProfile?> { profile.updates }

    // MARK: Requests

    /// Sends a request of the player who is logged in.
    ///
    /// - Throws: `userSessionNotFound`, unsent, if nobody is.
    func requestOfUser<Response: Decodable & Sendable>(
        _ api: SportRadarAccountAPI
    ) async throws(ServiceProviderError) -> Response {
        let user = try await coordinator.loggedInUser()
        return try await request(endpoint(api, ofUser: user))
    }

    /// The same, where the answer says nothing but that it succeeded.
    func performOfUser(_ api: SportRadarAccountAPI) async throws(ServiceProviderError) {
        let user = try await coordinator.loggedInUser()
        try table.check(try await network.send(endpoint(api, ofUser: user)))
    }

    /// Sends a request of anybody.
    func request<Response: Decodable & Sendable>(
        _ api: SportRadarAccountAPI
    ) async throws(ServiceProviderError) -> Response {
        try await request(endpoint(api))
    }

    /// The same, where the answer says nothing but that it succeeded.
    func perform(_ api: SportRadarAccountAPI) async throws(ServiceProviderError) {
        try table.check(try await network.send(endpoint(api)))
    }

    private func request<Response: Decodable & Sendable>(
        _ endpoint: SportRadar.AccountEndpoint
    ) async throws(ServiceProviderError) -> Response {
        try table.decode(Response.self, from: try await network.send(endpoint))
    }

    private func endpoint(
        _ api: SportRadarAccountAPI, ofUser user: String? = nil, session: String? = nil
    ) -> SportRadar.AccountEndpoint {
        SportRadar.AccountEndpoint(url: url, api: api, userID: user, session: session)
    }

    /// A form whose boundary does not occur in it.
    static func form() -> MultipartBody { MultipartBody(boundary: "form-\(UUID().uuidString)") }

    // MARK: Session

    func login(
        username: String, password: String
    ) async throws(ServiceProviderError) -> UserProfile {
        let credentials = Credentials(username: username, password: password)
        let profile = try await coordinator.login(credentials, key: Self.key) {
            [self] () async throws(ServiceProviderError) in
            let session = try await askForSession(credentials)
            // The session belongs to nobody yet: it counts only with its profile.
            let info: SportRadar.PlayerInfoResponse = try await request(
                endpoint(.getPlayerInfo, session: session.token))
            let profile = SportRadarModelMapper.userProfile(from: info)
            return LoginOutcome(
                token: session.token, others: session.others, userID: profile.userID,
                profile: profile)
        }
        self.profile.send(profile)
        return profile
    }

    /// Logs in, and gets the token of bets.
    private func askForSession(
        _ credentials: Credentials
    ) async throws(ServiceProviderError) -> RenewedSession {
        var form = Self.form()
        form.add("username", credentials.username)
        form.add("password", credentials.password)
        let login: SportRadar.LoginResponse = try await request(.login(form))
        let launchToken = try await openGameSession(login.sessionKey)
        return RenewedSession(token: login.sessionKey, others: [.launchToken: launchToken])
    }

    private func openGameSession(_ session: String) async throws(ServiceProviderError) -> String {
        let game: SportRadar.GameSessionResponse = try await request(
            endpoint(.openGameSession, session: session))
        return game.launchToken
    }

    /// Logs in again with what the last login used: there is no token that renews another.
    func renewSession() async throws(ServiceProviderError) -> RenewedSession {
        guard let credentials = await coordinator.credentials else { throw .userSessionNotFound }
        return try await askForSession(credentials)
    }

    /// Gets a token of bets with the session; with a new session if that one is refused.
    func renewLaunchToken() async throws(ServiceProviderError) -> String {
        guard let session = await coordinator.current(forKey: Self.key) else {
            throw .userSessionNotFound
        }
        let refused = await coordinator.current(forKey: .launchToken)
        do throws(ServiceProviderError) {
            return try await openGameSession(session.value)
        } catch {
            guard error == .unauthorized else { throw error }
        }
        let renewed = try await coordinator.forceTokenRefresh(
            forKey: Self.key, refused: session.generation)
        // A new session comes with a token of its own.
        if let token = await coordinator.current(forKey: .launchToken),
            token.generation > refused?.generation ?? 0
        {
            return token.value
        }
        return try await openGameSession(renewed.value)
    }

    func logout() async {
        guard let session = await coordinator.logout(forKey: Self.key) else { return }
        profile.send(nil)
        let request = endpoint(.logout, session: session.token)
        let network = network
        _ = await Deadline.run(Self.logoutTimeLimit, clock: configuration.clock) {
            () async throws(ServiceProviderError) in
            try await network.request(request)
        }
    }
}
