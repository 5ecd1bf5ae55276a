import OddsClient

/// A client of a live run, of either provider.
enum LiveClient: Sendable {
    case topics(any WebSocketClient)
    case contents(SportRadarSocketClient)

    func states() async -> AsyncStream<ConnectionState> {
        switch self {
        case .topics(let client): await client.states()
        case .contents(let client): await client.states()
        }
    }

    func connect() async throws(ClientError) {
        switch self {
        case .topics(let client): try await client.connect()
        case .contents(let client): try await client.connect()
        }
    }

    /// Connects, or fails with the first attempt.
    func connectOnce() async throws(ClientError) {
        switch self {
        case .topics(let client): try await client.connectOnce()
        case .contents(let client): try await client.connectOnce()
        }
    }

    /// Disconnects for good. The client's event loop may be shut down afterwards.
    func end() async {
        switch self {
        case .topics(let client): await client.disconnect()
        case .contents(let client): await client.shutDown()
        }
    }

    /// Ends the connection as a broken network does, if there is a socket.
    func dropConnection() async {
        switch self {
        case .topics(let client): await (client as? EMWebSocketClient)?.dropConnection()
        case .contents(let client): await client.dropConnection()
        }
    }

    /// A store that is not subscribed.
    ///
    /// - Parameter configuration: That of a topic; a content has its client's.
    func store(of channel: String, _ configuration: StoreConfiguration) -> ChannelDataStore {
        switch self {
        case .topics(let client):
            ChannelDataStore(channel, client: client, configuration: configuration)
        case .contents(let client): client.store(of: SportRadarContent(channel: channel))
        }
    }
}
