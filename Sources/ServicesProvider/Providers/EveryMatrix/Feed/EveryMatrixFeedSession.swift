import NIOConcurrencyHelpers
import OddsClient
import OddsModel
import OddsWAMP

/// The feed's connection from `start` to `stop`, and the topics on it. Any thread may use
/// it.
final class EveryMatrixFeedSession: Sendable {
    private enum Command {
        case start, retry, stop
    }

    private struct State {
        var isStopped = false
        /// Why the client tries no more.
        var hasGivenUp = false
        /// Why there is no session, since the last one.
        var lastError: ClientError?
        /// Follows the client, and keeps it until it is cancelled.
        var follower: Task<Void, Never>?
    }

    let configuration: ServicesProviderConfiguration
    let topics: EveryMatrixProvider
    private let client: EMWebSocketClient
    /// May be that of an earlier session, too, which has been stopped.
    private let source: StateSource<ConnectorState>
    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state = NIOLockedValueBox(State())
    /// Commands take effect in the order in which they were given.
    private let commands: AsyncStream<Command>.Continuation

    /// A session that has not been started.
    init(_ configuration: ServicesProviderConfiguration, states: StateSource<ConnectorState>) {
        source = states
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
        topics = EveryMatrixProvider(self.client, configuration: provider)
        let (stream, commands) = AsyncStream.makeStream(of: Command.self)
        self.commands = commands
        Task { [topics, client = self.client] in
            for await command in stream {
                switch command {
                case .start: await client.startConnecting()
                case .retry: await client.retryNow()
                case .stop:
                    await topics.closeAll()
                    await client.disconnect()
                    return
                }
            }
        }
    }

    deinit {
        state.withLockedValue { $0.follower?.cancel() }
        commands.yield(.stop)
    }

    // MARK: The connection

    var states: ConnectorStates { source.updates }

    /// Whether `stop` was called.
    var isStopped: Bool { state.withLockedValue { $0.isStopped } }

    /// What ends streams and requests, if something does.
    var end: ServiceProviderError? {
        state.withLockedValue { state in
            if state.isStopped { return .cancelled }
            return state.hasGivenUp ? .onConnection : nil
        }
    }

    /// Begins to connect.
    func start() {
        source.send(.connecting)
        let follower = Task { [weak self, client] in
            for await state in await client.states() { await self?.note(state) }
        }
        state.withLockedValue { $0.follower = follower }
        commands.yield(.start)
    }

    /// Tries at once, unless there is a session or an attempt is under way.
    func retry() { commands.yield(.retry) }

    /// Ends the connection, and all streams and requests on it.
    func stop() {
        state.withLockedValue { state in
            state.isStopped = true
            state.follower?.cancel()
            source.send(.disconnected)
        }
        commands.yield(.stop)
    }

    private func note(_ connection: ConnectionState) async {
        let hasGivenUp = state.withLockedValue { state in
            guard !state.isStopped else { return false }
            switch connection {
            case .disconnected(nil): return false  // Not started yet, or stopped.
            case .disconnected(let error):
                state.hasGivenUp = true
                state.lastError = error
                source.send(.disconnected)
                return true
            case .connecting:
                state.hasGivenUp = false
                source.send(.connecting)
            case .waiting(_, let error):
                state.lastError = error
                source.send(.connecting)
            case .connected:
                state.lastError = nil
                source.send(.connected)
            }
            return false
        }
        // Nothing will come to those who wait.
        if hasGivenUp { await topics.closeAll() }
    }

    /// Waits for a session, as long as a request may take.
    ///
    /// - Throws: `onConnection` if the client has given up, `cancelled` after `stop`; after
    ///   the time limit why there is no session.
    private func waitForSession() async throws(ServiceProviderError) {
        if let end { throw end }
        guard source.latest != .connected else { return }
        let result = await Deadline.run(
            client.configuration.callTimeLimit, clock: configuration.clock
        ) { [self] () async throws(ServiceProviderError) in
            for await state in states {
                if let end { throw end }
                if state == .connected { return }
            }
            throw .cancelled
        }
        do throws(ServiceProviderError) {
            try result.get()
        } catch {
            guard error == .timedOut, let cause = state.withLockedValue({ $0.lastError }) else {
                throw error
            }
            throw EveryMatrixFeedErrorTable.error(cause)
        }
    }

    // MARK: Calls

    /// Calls a procedure, once there is a session.
    func call(_ call: EveryMatrixFeedCall) async throws(ServiceProviderError) -> FeedRecords {
        let result = try await result(of: call)
        do throws(ClientError) {
            let records = try FeedRecords(result)
            if records.rejectedCount > 0 { logDropped(records.rejectedCount, call.procedure) }
            return records
        } catch {
            throw EveryMatrixFeedErrorTable.error(error)
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
        try await waitForSession()
        do throws(ClientError) {
            return try await client.call(call.procedure, keywords: call.arguments)
        } catch {
            throw EveryMatrixFeedErrorTable.error(error)
        }
    }

    /// The entities of a type, those that cannot be decoded left out.
    func decode<Value: Decodable>(
        _ type: Value.Type, named name: String, of references: [ReferenceModel]
    ) -> [Value] {
        let (values, droppedCount) = EveryMatrixRecords.decode(
            type, named: name, of: references)
        if droppedCount > 0 { logDropped(droppedCount, name) }
        return values
    }

    private func logDropped(_ count: Int, _ name: String) {
        configuration.log.warning(
            "left out what could not be read",
            metadata: ["of": "\(name)", "count": "\(count)"])
    }
}
