import NIOConcurrencyHelpers

/// The services of a provider behind one facade: the feed of events, accounts and bets.
///
/// Every function of the protocols is also one of the client. Before `connect()` and after
/// `disconnect()` they throw `privilegedAccessManagerNotFound`, `eventsProviderNotFound` or
/// `bettingProviderNotFound`, and nothing is sent. Clients share nothing: any number of them
/// live in one process. Any thread may use a client.
public final class ServicesProviderClient: Sendable {
    /// Who provides the services.
    public enum ProviderType: Hashable, Sendable {
        /// EveryMatrix.
        case everymatrix
    }

    /// What one connection has.
    struct Connection: Sendable {
        let accounts: EveryMatrixPrivilegedAccessManager
        let events: EveryMatrixEventsProvider
        let betting: EveryMatrixBettingProvider
        let transport: any HTTPTransport
    }

    /// Who provides the services.
    public let providerType: ProviderType
    /// The configuration that the client was made with.
    public let configuration: ServicesProviderConfiguration
    // Not a `Mutex`, which the thread sanitizer does not know.
    private let connection = NIOLockedValueBox<Connection?>(nil)
    private let accountStates = StateSource(ConnectorState.disconnected)
    private let eventStates = StateSource(ConnectorState.disconnected)
    private let bettingStates = StateSource(ConnectorState.disconnected)

    /// A client that is not connected.
    public init(providerType: ProviderType, configuration: ServicesProviderConfiguration) {
        self.providerType = providerType
        self.configuration = configuration
    }

    deinit {
        disconnect()
        accountStates.finish()
        eventStates.finish()
        bettingStates.finish()
    }

    /// What the provider offers.
    public var capabilities: Set<Capability> {
        switch providerType {
        case .everymatrix: Capability.everyMatrix
        }
    }

    // MARK: The connection

    /// Begins to connect, and returns at once. Does nothing while connected. A session that
    /// the token store has goes on.
    public func connect() {
        connection.withLockedValue { connection in
            guard connection == nil else { return }
            let transport =
                configuration.httpTransport?() ?? AsyncHTTPTransport(configuration.transport)
            var session = SessionCoordinator.Configuration()
            session.refreshTimeLimit = configuration.network.refreshTimeLimit
            session.backoff = configuration.backoff
            session.clock = configuration.clock
            session.random = configuration.random
            let coordinator = SessionCoordinator(
                configuration: session, store: configuration.tokenStore,
                sharing: [[.playerSessionToken, .oddsMatrixSessionToken]])
            let accounts = EveryMatrixPrivilegedAccessManager(
                configuration, coordinator, transport, states: accountStates)
            let events = EveryMatrixEventsProvider(configuration, states: eventStates)
            let betting = EveryMatrixBettingProvider(
                configuration, coordinator, transport, feed: events.session,
                accounts: accounts, states: bettingStates)
            if configuration.followsAccounts { accounts.start() }
            if configuration.followsBets { betting.start() }
            if configuration.opensFeed { events.start() }
            connection = Connection(
                accounts: accounts, events: events, betting: betting, transport: transport)
        }
    }

    /// Ends connections, streams and requests, which throw `cancelled`. The session stays:
    /// after the next `connect()` the player is still logged in.
    public func disconnect() {
        let ended = connection.withLockedValue { connection in
            defer { connection = nil }
            return connection
        }
        guard let ended else { return }
        ended.accounts.stop()
        ended.events.stop()
        ended.betting.stop()
        Task {
            await ended.accounts.coordinator.shutDown()
            await ended.transport.shutDown()
        }
    }

    /// Tries at once where an area is not connected. Never drops a connection that works.
    public func reconnectIfNeeded() {
        guard let connection = connection.withLockedValue({ $0 }) else { return }
        connection.accounts.reconnectIfNeeded()
        connection.events.reconnectIfNeeded()
        connection.betting.reconnectIfNeeded()
    }

    /// Whether accounts have their server.
    public var privilegedAccessManagerConnectionStates: ConnectorStates { accountStates.updates }

    /// Whether the feed has its server.
    public var eventsConnectionStates: ConnectorStates { eventStates.updates }

    /// Whether bets have their server.
    public var bettingConnectionStates: ConnectorStates { bettingStates.updates }

    /// The provider of accounts.
    ///
    /// - Throws: `privilegedAccessManagerNotFound` if the client is not connected.
    func accounts() throws(ServiceProviderError) -> any PrivilegedAccessManager {
        guard let connection = connection.withLockedValue({ $0 }) else {
            throw .privilegedAccessManagerNotFound
        }
        return connection.accounts
    }

    /// The provider of events.
    ///
    /// - Throws: `eventsProviderNotFound` if the client is not connected.
    func events() throws(ServiceProviderError) -> any EventsProvider {
        guard let connection = connection.withLockedValue({ $0 }) else {
            throw .eventsProviderNotFound
        }
        return connection.events
    }

    /// The provider of bets.
    ///
    /// - Throws: `bettingProviderNotFound` if the client is not connected.
    func betting() throws(ServiceProviderError) -> any BettingProvider {
        guard let connection = connection.withLockedValue({ $0 }) else {
            throw .bettingProviderNotFound
        }
        return connection.betting
    }
}
