/// An area of a provider between `connect` and `disconnect`.
protocol ProviderArea: Connector {
    /// Begins to connect, and returns at once.
    func start()
    /// Tries at once, if it is not connected.
    func reconnectIfNeeded()
    /// Ends, for good.
    func stop()
}

/// What a client has while it is connected.
struct ProviderConnection: Sendable {
    /// The states that a client tells of its areas.
    struct States: Sendable {
        let accounts = StateSource(ConnectorState.disconnected)
        let events = StateSource(ConnectorState.disconnected)
        let betting = StateSource(ConnectorState.disconnected)

        func finish() {
            accounts.finish()
            events.finish()
            betting.finish()
        }
    }

    let accounts: any PrivilegedAccessManager & ProviderArea
    let events: any EventsProvider & ProviderArea
    let betting: any BettingProvider & ProviderArea
    let coordinator: SessionCoordinator
    let transport: any HTTPTransport

    /// A connection of a provider that has not been started.
    init(
        _ provider: ServicesProviderClient.ProviderType,
        _ configuration: ServicesProviderConfiguration, _ states: States
    ) {
        transport = configuration.httpTransport?() ?? AsyncHTTPTransport(configuration.transport)
        switch provider {
        case .everymatrix:
            coordinator = SessionCoordinator(
                configuration: configuration.session, store: configuration.tokenStore,
                sharing: [[.playerSessionToken, .oddsMatrixSessionToken]])
            let accounts = EveryMatrixPrivilegedAccessManager(
                configuration, coordinator, transport, states: states.accounts)
            let events = EveryMatrixEventsProvider(configuration, states: states.events)
            self.accounts = accounts
            self.events = events
            betting = EveryMatrixBettingProvider(
                configuration, coordinator, transport, feed: events.session,
                accounts: accounts, states: states.betting)
        case .sportradar:
            guard let endpoints = configuration.endpoints.sportRadar else {
                preconditionFailure("the client has checked that there are endpoints")
            }
            let renewal = SportRadarSessionRenewal()
            coordinator = SessionCoordinator(
                configuration: configuration.session, store: configuration.tokenStore,
                sharing: [[.restSessionToken]], derived: [.launchToken],
                updaters: renewal.updaters)
            let accounts = SportRadarPrivilegedAccessManager(
                configuration, endpoints, coordinator, transport, states: states.accounts)
            renewal.begin(with: accounts)
            self.accounts = accounts
            events = SportRadarEventsProvider(
                configuration, endpoints, coordinator, transport, states: states.events)
            betting = SportRadarBettingProvider(
                configuration, endpoints, coordinator, transport, accounts: accounts,
                states: states.betting)
        }
    }

    /// Begins what the configuration wants.
    func start(_ configuration: ServicesProviderConfiguration) {
        if configuration.followsAccounts { accounts.start() }
        if configuration.followsBets { betting.start() }
        if configuration.opensFeed { events.start() }
    }

    /// Tries at once where an area is not connected.
    func reconnectIfNeeded() {
        accounts.reconnectIfNeeded()
        events.reconnectIfNeeded()
        betting.reconnectIfNeeded()
    }

    /// Ends all connections, streams and requests.
    func stop() {
        accounts.stop()
        events.stop()
        betting.stop()
        Task {
            await coordinator.shutDown()
            await transport.shutDown()
        }
    }
}

extension ServicesProviderConfiguration {
    /// The limits of refreshes.
    fileprivate var session: SessionCoordinator.Configuration {
        var session = SessionCoordinator.Configuration()
        session.refreshTimeLimit = network.refreshTimeLimit
        session.backoff = backoff
        session.clock = clock
        session.random = random
        return session
    }
}
