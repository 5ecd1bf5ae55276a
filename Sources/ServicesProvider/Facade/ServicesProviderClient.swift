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
        /// SportRadar.
        case sportradar
    }

    /// Who provides the services.
    public let providerType: ProviderType
    /// The configuration that the client was made with.
    public let configuration: ServicesProviderConfiguration
    // Not a `Mutex`, which the thread sanitizer does not know.
    private let connection = NIOLockedValueBox<ProviderConnection?>(nil)
    private let states = ProviderConnection.States()

    /// A client that is not connected.
    ///
    /// - Precondition: The configuration has endpoints of that provider.
    public init(providerType: ProviderType, configuration: ServicesProviderConfiguration) {
        precondition(
            configuration.hasEndpoints(of: providerType),
            "endpoints[.\(configuration.environment.rawValue)] has none of \(providerType)")
        self.providerType = providerType
        self.configuration = configuration
    }

    deinit {
        disconnect()
        states.finish()
    }

    /// What the provider offers.
    public var capabilities: Set<Capability> {
        switch providerType {
        case .everymatrix: Capability.everyMatrix
        case .sportradar: Capability.sportRadar
        }
    }

    // MARK: The connection

    /// Begins to connect, and returns at once. Does nothing while connected. A session that
    /// the token store has goes on.
    public func connect() {
        connection.withLockedValue { connection in
            guard connection == nil else { return }
            let new = ProviderConnection(providerType, configuration, states)
            new.start(configuration)
            connection = new
        }
    }

    /// Ends connections, streams and requests, which throw `cancelled`. The session stays:
    /// after the next `connect()` the player is still logged in.
    public func disconnect() {
        let ended = connection.withLockedValue { connection in
            defer { connection = nil }
            return connection
        }
        ended?.stop()
    }

    /// Tries at once where an area is not connected. Never drops a connection that works.
    public func reconnectIfNeeded() {
        connection.withLockedValue { $0 }?.reconnectIfNeeded()
    }

    /// Whether accounts have their server.
    public var privilegedAccessManagerConnectionStates: ConnectorStates { states.accounts.updates }

    /// Whether the feed has its server.
    public var eventsConnectionStates: ConnectorStates { states.events.updates }

    /// Whether bets have their server.
    public var bettingConnectionStates: ConnectorStates { states.betting.updates }

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
