import Foundation
import Logging

/// Accounts of EveryMatrix.
final class EveryMatrixPrivilegedAccessManager: PrivilegedAccessManager, ProviderArea {
    let configuration: ServicesProviderConfiguration
    let coordinator: SessionCoordinator
    let network: NetworkManager
    private let monitor: AreaMonitor
    let profile = StateSource<UserProfile?>(nil)

    static let key = SessionTokenKey.playerSessionToken
    /// How long a logout waits for the server.
    private static let logoutTimeLimit = Duration.seconds(2)

    /// - Parameter states: Told whether the server is there.
    init(
        _ configuration: ServicesProviderConfiguration, _ coordinator: SessionCoordinator,
        _ transport: any HTTPTransport, states: StateSource<ConnectorState>
    ) {
        self.configuration = configuration
        self.coordinator = coordinator
        let random = LockedRandom(configuration.random)
        let monitor = AreaMonitor(
            states: states, backoff: configuration.backoff, clock: configuration.clock,
            random: random)
        self.monitor = monitor
        let ask = Self.probe(configuration, transport, monitor)
        network = NetworkManager(
            transport: transport, coordinator: coordinator, key: Self.key,
            table: EveryMatrixErrorTable(), configuration: configuration.network,
            clock: configuration.clock, random: random, log: configuration.log,
            noteExchange: { monitor.note(isAnswered: $0, ask: ask) })
        self.ask = ask
    }

    private let ask: @Sendable () async -> Void

    /// The cheapest request of accounts.
    private static func probe(
        _ configuration: ServicesProviderConfiguration, _ transport: any HTTPTransport,
        _ monitor: AreaMonitor
    ) -> @Sendable () async -> Void {
        let request = HTTPTransportRequest(
            method: .get,
            url: configuration.endpoints.player + "/v1/player/legislation/registration/config",
            headers: [("X-Session-Type", "others")], body: nil,
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
            await coordinator.registerUpdater(
                { [weak self] () async throws(ServiceProviderError) in
                    guard let self else { throw .cancelled }
                    return try await renew()
                }, forKey: Self.key)
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

    /// The endpoint of a request.
    func endpoint(
        _ api: EveryMatrixPlayerAPI, ofUser user: String? = nil
    ) throws(ServiceProviderError) -> EveryMatrix.PlayerEndpoint {
        try EveryMatrix.PlayerEndpoint(
            url: configuration.endpoints.player, api, userID: user)
    }

    /// Sends a request of the player who is logged in.
    ///
    /// - Throws: `userSessionNotFound`, unsent, if nobody is.
    func requestOfUser<Response: Decodable & Sendable>(
        _ api: (_ userId: String) -> EveryMatrixPlayerAPI
    ) async throws(ServiceProviderError) -> Response {
        let user = try await coordinator.loggedInUser()
        return try await network.request(try endpoint(api(user), ofUser: user))
    }

    /// The same, where the answer says nothing but that it succeeded.
    func requestOfUser(
        _ api: (_ userId: String) -> EveryMatrixPlayerAPI
    ) async throws(ServiceProviderError) {
        let user = try await coordinator.loggedInUser()
        try await network.request(try endpoint(api(user), ofUser: user))
    }

    // MARK: Session

    func login(
        username: String, password: String
    ) async throws(ServiceProviderError) -> UserProfile {
        let credentials = Credentials(username: username, password: password)
        let profile = try await coordinator.login(credentials, key: Self.key) {
            [self] () async throws(ServiceProviderError) in
            let session = try await askForSession(credentials)
            // The session belongs to nobody yet: it counts only with its profile.
            let details: EveryMatrix.PlayerDetails = try await network.request(
                WithSession(
                    endpoint: try endpoint(.getDetails(userId: session.userId.text)),
                    session: session.sessionId))
            return LoginOutcome(
                token: session.sessionId, userID: session.userId.text,
                profile: EveryMatrixModelMapper.userProfile(from: details))
        }
        self.profile.send(profile)
        return profile
    }

    private func askForSession(
        _ credentials: Credentials
    ) async throws(ServiceProviderError) -> EveryMatrix.LoginResponse {
        try await network.request(
            try endpoint(
                .login(
                    EveryMatrix.LoginRequest(
                        username: credentials.username, password: credentials.password))))
    }

    /// Logs in again with what the last login used: there is no token that renews another.
    private func renew() async throws(ServiceProviderError) -> String {
        guard let credentials = await coordinator.credentials else { throw .userSessionNotFound }
        return try await askForSession(credentials).sessionId
    }

    func logout() async {
        guard let session = await coordinator.logout(forKey: Self.key) else { return }
        profile.send(nil)
        guard let logout = try? endpoint(.logout(userId: session.userID)) else { return }
        let request = WithSession(endpoint: logout, session: session.token)
        let network = network
        _ = await Deadline.run(Self.logoutTimeLimit, clock: configuration.clock) {
            () async throws(ServiceProviderError) in
            try await network.request(request)
        }
    }

    // MARK: User management

    func getUserProfile(
        withKycExpire kycExpire: Bool
    ) async throws(ServiceProviderError) -> UserProfile {
        let details: EveryMatrix.PlayerDetails = try await requestOfUser { .getDetails(userId: $0) }
        var profile = EveryMatrixModelMapper.userProfile(from: details)
        await publish(profile)
        if kycExpire {
            profile.kycExpiryDate = try await checkDocumentationData().expiryDate
        }
        return profile
    }

    /// The profile of the player who is logged in, which is read if it is not known yet.
    ///
    /// - Throws: `userSessionNotFound` if another one is logged in by now.
    func profile(of user: String) async throws(ServiceProviderError) -> UserProfile {
        if let profile = profile.latest, profile.userID == user { return profile }
        let profile = try await getUserProfile(withKycExpire: false)
        guard profile.userID == user else { throw .userSessionNotFound }
        return profile
    }

    func updateUserProfile(form: ProfileForm) async throws(ServiceProviderError) -> UserProfile {
        let change = EveryMatrixModelMapper.playerDetailsChange(from: form)
        let details: EveryMatrix.PlayerDetails = try await requestOfUser {
            .updateDetails(userId: $0, change)
        }
        let profile = EveryMatrixModelMapper.userProfile(from: details)
        await publish(profile)
        return profile
    }

    /// Publishes a profile, unless it is of a player who is no longer logged in.
    private func publish(_ profile: UserProfile) async {
        if await coordinator.userID == profile.userID { self.profile.send(profile) }
    }

    func getRegistrationConfig() async throws(ServiceProviderError) -> RegistrationConfig {
        let response: EveryMatrix.RegistrationConfigResponse = try await network.request(
            try endpoint(.getRegistrationConfig))
        return EveryMatrixModelMapper.registrationConfig(from: response)
    }

    func signUp(with form: SignUpForm) async throws(ServiceProviderError) -> SignUpResponse {
        var (id, step) = (form.registrationID, "Step1")
        if id == nil {
            let config = try await getRegistrationConfig()
            (id, step) = (config.registrationID, config.step)
        }
        let request = EveryMatrixModelMapper.registrationStep(
            from: form, registrationID: id ?? "", step: step)
        let response: EveryMatrix.RegistrationStepResponse = try await network.request(
            try endpoint(.registrationStep(request)))
        let registered: EveryMatrix.RegisterResponse = try await network.request(
            try endpoint(
                .register(EveryMatrix.RegisterRequest(registrationId: response.registrationId))))
        return EveryMatrixModelMapper.signUpResponse(from: registered)
    }

    func forgotPassword(
        mobilePrefix: String, mobile: String
    ) async throws(ServiceProviderError) -> String {
        let response: EveryMatrix.PasswordResetResponse = try await network.request(
            try endpoint(.resetPassword(mobilePrefix: mobilePrefix, mobile: mobile)))
        return response.tokenId
    }

    func validateResetCode(
        token: String, code: String
    ) async throws(ServiceProviderError) -> String {
        let response: EveryMatrix.PasswordCodeResponse = try await network.request(
            try endpoint(.validateResetCode(tokenId: token, code: code)))
        return response.hashKey
    }

    func resetPassword(key: String, newPassword: String) async throws(ServiceProviderError) {
        try await network.request(
            try endpoint(
                .setPassword(
                    EveryMatrix.NewPasswordRequest(
                        hashKey: key, plainTextPassword: newPassword, isUserHash: true))))
    }
}

/// A request with a session that is not, or no longer, the coordinator's.
private struct WithSession: Endpoint {
    let base: EveryMatrix.PlayerEndpoint
    let session: String

    init(endpoint: EveryMatrix.PlayerEndpoint, session: String) {
        base = endpoint
        self.session = session
    }

    var url: String { base.url }
    var endpoint: String { base.endpoint }
    var method: HTTPRequestMethod { base.method }
    var query: [(name: String, value: String)] { base.query }
    var body: RequestBody? { base.body }
    var timeout: Duration? { base.timeout }
    var requireSessionKey: Bool { false }
    func authHeaderKey(for part: AuthenticationPart) -> String? { nil }

    var headers: [(name: String, value: String)] {
        base.headers + [(base.authHeaderKey(for: .sessionId) ?? "", session)]
    }
}
