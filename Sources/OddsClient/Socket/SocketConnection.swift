import NIOCore
import NIOPosix

/// A connection to a server, from `connect` to `disconnect` and over all attempts: what
/// is the same for each protocol that a WebSocket carries. When a link ends or falls
/// silent, the connection waits, and makes another one.
///
/// It runs on one event loop, which is its executor and that of its session, so that
/// each message is handled where it is read. From `connect` until `disconnect` it
/// retains the session, and lives.
actor SocketConnection {
    nonisolated let unownedExecutor: UnownedSerialExecutor
    /// Keeps the executor alive.
    nonisolated let loop: any EventLoop
    private let configuration: SocketConfiguration
    private let profile: SocketProfile
    private let addresses: [ServerAddress]
    /// The position of the address in use: 0 for the configuration's `url`, 1 for the first
    /// alternative.
    private(set) var addressNumber = 0

    private var broadcast = Broadcast(ConnectionState.disconnected(nil))
    private var machine: ConnectionStateMachine
    private var timer: Task<Void, Never>?
    private var connectWaiters: [Int: CheckedContinuation<Result<Void, ClientError>, Never>] = [:]
    private var disconnectWaiters: [CheckedContinuation<Void, Never>] = []
    private var lastWaiter = 0
    private var random: any RandomNumberGenerator

    private var session: (any SocketSession)?
    private var link: SocketLink?

    /// Makes a connection that is not connected.
    ///
    /// - Parameter loop: the event loop to run on; by default one of NIO's singleton
    ///   group.
    /// - Throws: `badAddress` if a URL of the configuration is not one of a server.
    init(
        _ configuration: SocketConfiguration, _ profile: SocketProfile,
        on loop: (any EventLoop)? = nil
    ) throws(ClientError) {
        var addresses: [ServerAddress] = []
        for url in [configuration.url] + configuration.alternativeURLs {
            addresses.append(try ServerAddress(url, defaultPath: profile.defaultPath))
        }
        self.init(configuration, profile, addresses, on: loop)
    }

    /// Makes a connection to addresses that were read before; without any, it must not be
    /// told to connect.
    init(
        _ configuration: SocketConfiguration, _ profile: SocketProfile,
        _ addresses: [ServerAddress], on loop: (any EventLoop)?
    ) {
        self.configuration = configuration
        self.profile = profile
        self.addresses = addresses
        let loop = loop ?? MultiThreadedEventLoopGroup.singleton.next()
        self.loop = loop
        unownedExecutor = loop.executor.asUnownedSerialExecutor()
        machine = ConnectionStateMachine(
            .init(
                connect: configuration.connectTimeLimit,
                heartbeat: configuration.heartbeatInterval, idle: configuration.idleTimeLimit,
                reconnects: profile.reconnects))
        random = configuration.random
    }

    /// See `WebSocketClient`.
    func states() -> AsyncStream<ConnectionState> { broadcast.stream() }

    // MARK: Connecting

    /// Starts to connect, and returns once there is a session; see `WebSocketClient`.
    func connect(_ session: any SocketSession) async throws(ClientError) {
        lastWaiter += 1
        let waiter = lastWaiter
        let (clock, limit) = (configuration.clock, configuration.connectTimeLimit)
        let timer = Task { [weak self] in
            do { try await clock.sleep(for: limit) } catch { return }
            if !Task.isCancelled { await self?.giveUpWaiting(waiter) }
        }
        defer { timer.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation {
                connectWaiters[waiter] = $0
                start(session)
            }
        } onCancel: {
            Task { await answerConnect(waiter, .failure(.closed)) }
        }
        try result.get()
    }

    private func giveUpWaiting(_ waiter: Int) {
        answerConnect(waiter, .failure(machine.causeOfDelay))
    }

    private func answerConnect(_ waiter: Int, _ result: Result<Void, ClientError>) {
        connectWaiters.removeValue(forKey: waiter)?.resume(returning: result)
    }

    /// Starts to connect, and returns at once.
    func start(_ session: any SocketSession) {
        self.session = session
        perform(machine.connect())
    }

    /// Ends the pause before the next attempt, or begins anew if it was given up. Does
    /// nothing while there is a session or an attempt is under way, and before `connect`
    /// and after `disconnect`.
    func retryNow(_ session: any SocketSession) {
        self.session = session
        perform(machine.retryNow())
    }

    /// Leaves the session, and returns once the link is closed.
    func disconnect() async {
        await withCheckedContinuation {
            disconnectWaiters.append($0)
            perform(machine.disconnect())
        }
    }

    // MARK: The link

    func linkOpened(_ link: SocketLink) {
        if link === self.link { perform(machine.linkOpened()) }
    }

    /// Gives a link up; nothing more comes from it.
    func linkEnded(_ link: SocketLink, _ error: ClientError) {
        if link === self.link { perform(machine.ended(error)) }
    }

    /// Gives the link up that there is.
    func dropLink(_ error: ClientError) { if let link { linkEnded(link, error) } }

    /// The session stands, which the server calls so.
    func established(_ session: String) {
        // What opened it says nothing of the time after.
        if case .opening = machine.phase { _ = link?.takeHeard() }
        perform(machine.established(session))
    }

    // MARK: Actions

    private func perform(_ actions: [ConnectionStateMachine.Action]) {
        for action in actions { perform(action) }
        if machine.phase == .disconnected { session = nil }
    }

    private func perform(_ action: ConnectionStateMachine.Action) {
        switch action {
        case .report(let state): broadcast.send(state)
        case .openLink: openLink()
        case .openSession: if let link { session?.assumeIsolated { $0.openSession(on: link) } }
        case .ping: link?.ping()
        case .restoreSession: session?.assumeIsolated { $0.restoreSession() }
        case .leaveSession: session?.assumeIsolated { $0.leaveSession() }
        case .closeLink(let error):
            link?.close()
            link = nil
            session?.assumeIsolated { $0.linkClosed(error) }
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

    private func openLink() {
        guard let session else { preconditionFailure("a connection without a session") }
        let link = SocketLink(self, session, addresses[addressNumber])
        self.link = link
        link.open(on: loop, configuration, profile)
    }

    // MARK: Time

    private func startTimer(_ kind: ConnectionStateMachine.Timer) {
        timer?.cancel()
        let delay = delay(of: kind)
        if case .backoff(_, let error) = kind {
            addressNumber = (addressNumber + 1) % addresses.count
            broadcast.send(.waiting(delay, after: error))
        }
        // Holds the connection, which lives until it is disconnected.
        timer = Task { [clock = configuration.clock] in
            do { try await clock.sleep(for: delay) } catch { return }
            if !Task.isCancelled { timerFired() }
        }
    }

    private func timerFired() {
        if link?.takeHeard() == true { machine.heard() }
        perform(machine.timerFired())
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
}
