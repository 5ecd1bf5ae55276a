import Logging
import NIOConcurrencyHelpers
import OddsClient
import OddsModel

/// What a feed's connection needs of its client.
protocol FeedClient: Sendable {
    func states() async -> AsyncStream<ConnectionState>
    func startConnecting() async
    func retryNow() async
    func disconnect() async
}

/// The connection of a feed from `start` to `stop`. Any thread may use it.
final class FeedConnection: Sendable {
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

    private let configuration: ServicesProviderConfiguration
    private let client: any FeedClient
    private let close: @Sendable () async -> Void
    /// What ends a subscription whose content has never come, if something does.
    let endOfSubscription: @Sendable (StoreState) -> ServiceProviderError?
    private let established: @Sendable (_ session: String) async -> Void
    /// May be that of an earlier connection, too, which has been stopped.
    private let source: StateSource<ConnectorState>
    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state = NIOLockedValueBox(State())
    /// Commands take effect in the order in which they were given.
    private let commands: AsyncStream<Command>.Continuation

    /// A connection that has not been started.
    ///
    /// - Parameters:
    ///   - states: Gets the states of the connection.
    ///   - endOfSubscription: What a store's state means to a subscription whose content has
    ///     never come: the error that ends it; `nil` for what is tried again.
    ///   - established: Called with the id of each session.
    ///   - closeAll: Ends all subscriptions.
    init(
        _ configuration: ServicesProviderConfiguration, _ client: any FeedClient,
        states: StateSource<ConnectorState>,
        endOfSubscription: @escaping @Sendable (StoreState) -> ServiceProviderError?,
        established: @escaping @Sendable (_ session: String) async -> Void = { _ in },
        closeAll: @escaping @Sendable () async -> Void
    ) {
        self.configuration = configuration
        self.client = client
        source = states
        close = closeAll
        self.endOfSubscription = endOfSubscription
        self.established = established
        let (stream, commands) = AsyncStream.makeStream(of: Command.self)
        self.commands = commands
        Task { [client] in
            for await command in stream {
                switch command {
                case .start: await client.startConnecting()
                case .retry: await client.retryNow()
                case .stop:
                    await closeAll()
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

    /// Ends all subscriptions.
    func closeAll() async { await close() }

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
        if hasGivenUp { await closeAll() }
        if case .connected(let session) = connection, !isStopped { await established(session) }
    }

    /// Waits for a session, as long as a request may take.
    ///
    /// - Throws: `onConnection` if the client has given up, `cancelled` after `stop`; after
    ///   the time limit why there is no session.
    func waitForSession(_ timeLimit: Duration) async throws(ServiceProviderError) {
        if let end { throw end }
        guard source.latest != .connected else { return }
        let result = await Deadline.run(timeLimit, clock: configuration.clock) {
            [self] () async throws(ServiceProviderError) in
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
            throw FeedErrorTable.error(cause)
        }
    }

    // MARK: Entities

    /// The entities of a type, those that cannot be decoded left out.
    func decode<Value: Decodable>(
        _ type: Value.Type, named name: String, of references: [ReferenceModel]
    ) -> [Value] {
        let (values, droppedCount) = ReferenceDecoder.decode(type, named: name, of: references)
        if droppedCount > 0 { noteDropped(droppedCount, of: name) }
        return values
    }

    /// Logs that something could not be read.
    func noteDropped(_ count: Int, of name: String) {
        configuration.log.warning(
            "left out what could not be read",
            metadata: ["of": "\(name)", "count": "\(count)"])
    }
}
