import OddsClient
import OddsWAMP

/// EveryMatrix' feed: its connection, the topics on it, and its procedures. Any thread may
/// use it.
final class EveryMatrixFeedSession: Sendable {
    let configuration: ServicesProviderConfiguration
    let topics: EveryMatrixProvider
    let connection: FeedConnection
    private let client: EMWebSocketClient

    /// A session that has not been started.
    init(_ configuration: ServicesProviderConfiguration, states: StateSource<ConnectorState>) {
        var client = ClientConfiguration(url: configuration.endpoints.feed)
        client.backoff = configuration.backoff
        client.clock = configuration.clock
        client.random = configuration.random
        do {
            self.client = try EMWebSocketClient(client)
        } catch {
            preconditionFailure("a configuration with an address that it refuses: \(error)")
        }
        var provider = ProviderConfiguration()
        provider.operatorID = configuration.operatorID
        provider.language = configuration.language
        provider.store.backoff = configuration.backoff
        provider.store.random = configuration.random
        provider.store.isTraced = configuration.tracesFeed
        self.configuration = configuration
        let topics = EveryMatrixProvider(self.client, configuration: provider)
        self.topics = topics
        connection = FeedConnection(
            configuration, self.client, states: states,
            endOfSubscription: Self.endOfSubscription, closeAll: { await topics.closeAll() })
    }

    private static func endOfSubscription(_ state: StoreState) -> ServiceProviderError? {
        switch state {
        case .error(let error), .reconnecting(let error):
            FeedErrorTable.end(ofSubscription: error)
        case .inactive, .subscribing, .active, .updating, .unsubscribing: nil
        }
    }

    // MARK: Calls

    /// Calls a procedure, once there is a session.
    func call(_ call: EveryMatrixFeedCall) async throws(ServiceProviderError) -> FeedRecords {
        let result = try await result(of: call)
        do throws(ClientError) {
            let records = try FeedRecords(result)
            if records.rejectedCount > 0 {
                connection.noteDropped(records.rejectedCount, of: call.procedure)
            }
            return records
        } catch {
            throw FeedErrorTable.error(error)
        }
    }

    /// Calls a procedure whose answer has no records, once there is a session.
    func answer<Answer: Decodable & Sendable>(
        to call: EveryMatrixFeedCall
    ) async throws(ServiceProviderError) -> Answer {
        try WireDecoder.decode(Answer.self, from: Array(try await result(of: call).utf8))
    }

    private func result(
        of call: EveryMatrixFeedCall
    ) async throws(ServiceProviderError) -> JSONObjectText {
        try await connection.waitForSession(client.configuration.callTimeLimit)
        do throws(ClientError) {
            return try await client.call(call.procedure, keywords: call.arguments)
        } catch {
            throw FeedErrorTable.error(error)
        }
    }
}

extension EMWebSocketClient: FeedClient {}
