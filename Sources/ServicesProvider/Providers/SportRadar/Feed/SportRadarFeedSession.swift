import OddsClient

/// SportRadar's feed: its connection and the contents on it. Any thread may use it.
final class SportRadarFeedSession: Sendable {
    let configuration: ServicesProviderConfiguration
    let contents: SportRadarProvider
    let connection: FeedConnection
    private var client: SportRadarSocketClient { contents.client }

    /// A session that has not been started.
    init(
        _ configuration: ServicesProviderConfiguration,
        _ endpoints: ServicesProviderConfiguration.SportRadarEndpoints,
        _ coordinator: SessionCoordinator, _ transport: any HTTPTransport,
        states: StateSource<ConnectorState>
    ) {
        self.configuration = configuration
        var socket = SportRadarConfiguration(url: endpoints.socketURL)
        socket.language = configuration.language.uppercased()
        socket.backoff = configuration.backoff
        socket.clock = configuration.clock
        socket.random = configuration.random
        socket.store.backoff = configuration.backoff
        socket.store.random = configuration.random
        socket.store.isTraced = configuration.tracesFeed
        socket.requestTimeLimit = configuration.network.timeLimit
        socket.requestAttemptsMax = configuration.network.attemptsMax
        socket.requestPauses = configuration.network.pauses
        socket.retryAfterMax = configuration.network.retryAfterMax
        let requests = SportRadarContentRequests(
            transport, url: endpoints.subscription, contentURL: endpoints.content)
        let contents: SportRadarProvider
        do {
            contents = SportRadarProvider(try SportRadarSocketClient(socket, requests: requests))
        } catch {
            preconditionFailure("a configuration with an address that it refuses: \(error)")
        }
        self.contents = contents
        connection = FeedConnection(
            configuration, contents.client, states: states,
            endOfSubscription: Self.endOfSubscription,
            established: { [coordinator] in
                await coordinator.saveToken($0, withKey: .socketSessionToken)
            }, closeAll: { await contents.closeAll() })
        Task { [coordinator, weak client = contents.client] in
            await coordinator.registerUpdater(
                { [weak client] () async throws(ServiceProviderError) in
                    guard let client else { throw .cancelled }
                    do throws(ClientError) {
                        return try await client.renewSubscriber()
                    } catch {
                        throw FeedErrorTable.error(error)
                    }
                }, forKey: .socketSessionToken)
        }
    }

    /// A request that is given up fails, whatever it failed with.
    private static func endOfSubscription(_ state: StoreState) -> ServiceProviderError? {
        if case .error = state { .onSubscribe } else { nil }
    }

    // MARK: Contents as they are now

    /// Asks for a content, for which no socket has to be there.
    func get(
        _ content: SportRadarContent
    ) async throws(ServiceProviderError) -> ContentSnapshot {
        if let end = connection.end { throw end }
        do throws(ClientError) {
            return try await client.get(content)
        } catch {
            throw FeedErrorTable.error(error)
        }
    }

    /// The entities of a content.
    func records(
        of content: SportRadarContent
    ) async throws(ServiceProviderError) -> FeedRecords {
        let snapshot = try await get(content)
        do throws(ClientError) {
            let records = try snapshot.records()
            if records.rejectedCount > 0 {
                connection.noteDropped(records.rejectedCount, of: "\(content.type.name)")
            }
            return records
        } catch {
            throw FeedErrorTable.error(error)
        }
    }

    /// A content that is not part of a tree.
    func answer<Answer: Decodable>(
        _ type: Answer.Type, to content: SportRadarContent
    ) async throws(ServiceProviderError) -> Answer {
        guard let json = try await get(content).json else { throw .emptyData }
        return try SportRadarWire.decode(type, from: json)
    }
}

extension SportRadarSocketClient: FeedClient {}
