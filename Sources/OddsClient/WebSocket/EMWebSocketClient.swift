import NIOCore
import NIOPosix
import OddsWAMP

/// A client of the EM feed: WAMP over WebSocket, on SwiftNIO.
///
/// A client runs on one event loop, which is its executor, so that each message
/// is handled where it is read. From `connect` until `disconnect` it keeps a
/// session: when a connection ends or falls silent, the client waits, connects
/// again, and registers everything again. `states()` reports what happens to
/// the connection, and each receiver gets what happens to its registration.
/// Before its first session it gives up at an error that trying again cannot
/// help, such as an untrusted certificate.
///
/// A client that was told to connect lives until `disconnect`.
public actor EMWebSocketClient: WebSocketClient {
    /// The configuration that the client was made with.
    public nonisolated let configuration: ClientConfiguration
    /// The event loop's executor.
    public nonisolated let unownedExecutor: UnownedSerialExecutor
    /// Keeps the executor alive.
    private let loop: any EventLoop
    private let addresses: [FeedAddress]
    /// The position of the address in use: 0 for the configuration's `url`, 1 for the first
    /// alternative.
    package private(set) var addressNumber = 0

    /// The configuration's clock.
    public nonisolated var clock: any Clock<Duration> { configuration.clock }

    private var connection = Broadcast(ConnectionState.disconnected(nil))
    private var machine: ConnectionStateMachine
    private var timer: Task<Void, Never>?
    private var connectWaiters: [Int: CheckedContinuation<Result<Void, ClientError>, Never>] = [:]
    private var disconnectWaiters: [CheckedContinuation<Void, Never>] = []
    private var lastWaiter = 0
    private var random: any RandomNumberGenerator

    // The current connection.
    var link: ClientLink?
    var session = ClientSession()

    // Requests and registrations.
    var requests: [WAMPID: OpenRequest] = [:]
    var registrations: [FeedRegistration: Registered] = [:]
    /// By the server's id.
    var routes: [WAMPID: Registered] = [:]
    var lastRegistration = 0

    /// Makes a client that is not connected.
    ///
    /// - Parameters:
    ///   - configuration: the server, and the time limits.
    ///   - loop: the event loop to run on; by default one of NIO's singleton
    ///     group.
    /// - Throws: `badAddress` if a URL of the configuration is not one of a
    ///   server.
    public init(
        _ configuration: ClientConfiguration, on loop: (any EventLoop)? = nil
    ) throws(ClientError) {
        self.configuration = configuration
        var addresses = [try FeedAddress(configuration.url)]
        for url in configuration.alternativeURLs { addresses.append(try FeedAddress(url)) }
        self.addresses = addresses
        let loop = loop ?? MultiThreadedEventLoopGroup.singleton.next()
        self.loop = loop
        unownedExecutor = loop.executor.asUnownedSerialExecutor()
        machine = ConnectionStateMachine(
            .init(
                connect: configuration.connectTimeLimit,
                heartbeat: configuration.heartbeatInterval, idle: configuration.idleTimeLimit))
        random = configuration.random
    }

    /// See `WebSocketClient`.
    public func states() -> AsyncStream<ConnectionState> { connection.stream() }

    // MARK: Connecting

    /// See `WebSocketClient`.
    public func connect() async throws(ClientError) {
        lastWaiter += 1
        let waiter = lastWaiter
        let limit = configuration.connectTimeLimit
        let timer = after(limit) {
            $0.answerConnect(waiter, .failure($0.machine.causeOfDelay))
        }
        defer { timer.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                connectWaiters[waiter] = $0
                perform(machine.connect())
            }
        } onCancel: {
            Task { await answerConnect(waiter, .failure(.closed)) }
        }
        try result.get()
    }

    private func answerConnect(_ waiter: Int, _ result: Result<Void, ClientError>) {
        connectWaiters.removeValue(forKey: waiter)?.resume(returning: result)
    }

    /// Starts to connect, and returns at once: `connect` without its wait.
    public func startConnecting() { perform(machine.connect()) }

    /// Ends the pause before the next attempt, or begins anew if the client has given
    /// up. Does nothing while there is a session or an attempt is under way, and unless
    /// the client was told to connect.
    public func retryNow() { perform(machine.retryNow()) }

    /// See `WebSocketClient`.
    public func disconnect() async {
        await withCheckedContinuation {
            disconnectWaiters.append($0)
            perform(machine.disconnect())
        }
    }

    /// Ends the connection as a broken network does, for measurements of
    /// reconnects.
    package func dropConnection() {
        if let link { linkEnded(link, .connectionLost("dropped on purpose")) }
    }

    // MARK: The link

    func linkOpened(_ link: ClientLink) {
        if link === self.link { perform(machine.linkOpened()) }
    }

    /// Gives a connection up; nothing more comes from it.
    func linkEnded(_ link: ClientLink, _ error: ClientError) {
        if link === self.link { perform(machine.ended(error)) }
    }

    func established(_ id: WAMPID) { perform(machine.established(id)) }

    /// Something was received, whatever it was.
    func noteSignOfLife() { machine.heard() }

    // MARK: Actions

    private func perform(_ actions: [ConnectionStateMachine.Action]) {
        for action in actions { perform(action) }
    }

    private func perform(_ action: ConnectionStateMachine.Action) {
        switch action {
        case .report(let state): connection.send(state)
        case .openLink:
            let link = ClientLink(self, addresses[addressNumber])
            self.link = link
            session = ClientSession()
            link.open(on: loop, configuration)
        case .sendHello:
            link?.send(
                session.open(
                    realm: configuration.realm,
                    authenticationID: configuration.authenticationID))
        case .ping: link?.ping()
        case .restoreRegistrations: restoreRegistrations()
        case .sendGoodbye: if let goodbye = session.leave() { link?.send(goodbye) }
        case .closeLink(let error):
            link?.close()
            link = nil
            _ = session.transportClosed()
            failRequests(error)
        case .answerConnects(let error):
            let result = error.map { Result<Void, ClientError>.failure($0) } ?? .success(())
            for waiter in connectWaiters.keys { answerConnect(waiter, result) }
        case .answerDisconnects:
            let waiters = disconnectWaiters
            disconnectWaiters = []
            for waiter in waiters { waiter.resume() }
        case .startTimer(let kind): startTimer(kind)
        case .cancelTimer: timer?.cancel()
        }
    }

    // MARK: Time

    private func startTimer(_ kind: ConnectionStateMachine.Timer) {
        timer?.cancel()
        let delay = delay(of: kind)
        if case .backoff(_, let error) = kind {
            addressNumber = (addressNumber + 1) % addresses.count
            connection.send(.waiting(delay, after: error))
        }
        // Holds the client, which lives until it is disconnected.
        timer = Task { [clock] in
            do { try await clock.sleep(for: delay) } catch { return }
            if !Task.isCancelled { perform(machine.timerFired()) }
        }
    }

    private func delay(of kind: ConnectionStateMachine.Timer) -> Duration {
        switch kind {
        case .connect: return configuration.connectTimeLimit
        case .heartbeat: return configuration.heartbeatInterval
        case .goodbye: return configuration.goodbyeTimeLimit
        case .backoff(let attempt, _):
            return configuration.backoff.drawDelay(before: max(attempt - 1, 1), from: &random)
        }
    }

    /// Does something later, unless the task is cancelled before.
    func after(
        _ delay: Duration,
        _ body: @escaping @Sendable (isolated EMWebSocketClient) -> Void
    ) -> Task<Void, Never> {
        Task { [weak self, clock] in
            do { try await clock.sleep(for: delay) } catch { return }
            guard !Task.isCancelled, let self else { return }
            await body(self)
        }
    }
}
