import NIOCore
import NIOPosix
import OddsWAMP

/// A client of the EM feed: WAMP over WebSocket, on SwiftNIO.
///
/// It runs on one event loop, which is its executor: each message is handled
/// where it is read. It keeps a session until told otherwise: a connection that
/// ends, or falls silent, is made anew after a pause, and what was registered
/// is registered again. All that happens to the connection is told by
/// `states()`, all that happens to a registration to its receiver.
///
/// A client lives until `disconnect`, once it was told to connect.
public actor EMWebSocketClient: WebSocketClient {
    public nonisolated let configuration: ClientConfiguration
    public nonisolated let unownedExecutor: UnownedSerialExecutor
    /// Owns what the executor refers to.
    private let loop: any EventLoop
    private let address: FeedAddress

    public nonisolated var clock: any Clock<Duration> { configuration.clock }

    private var connection: Broadcast<ConnectionState>
    /// From `connect` to `disconnect`.
    private var isWanted = false
    private var runTask: Task<Void, Never>?
    private var pauseTask: Task<Void, Never>?
    private var connectWaiters: [Int: CheckedContinuation<Result<Void, ClientError>, Never>] = [:]
    private var lastWaiter = 0
    private var random: any RandomNumberGenerator

    // The connection of this moment.
    var link: ClientLink?
    var session = ClientSession()
    private var linkEnd: CheckedContinuation<ClientError, Never>?
    /// For the session to stand, and later for the server to take its leave.
    private var linkTimer: Task<Void, Never>?
    private var heartbeatTask: Task<Void, Never>?
    private var wasHeard = false
    private var hasLasted = false

    // Requests and registrations.
    var requests: [WAMPID: OpenRequest] = [:]
    var registrations: [FeedRegistration: Registered] = [:]
    /// By the server's number.
    var routes: [WAMPID: Registered] = [:]
    var lastRegistration = 0

    /// - Parameter loop: by default one of the process's own.
    /// - Throws: `badAddress`.
    public init(
        _ configuration: ClientConfiguration, on loop: (any EventLoop)? = nil
    ) throws(ClientError) {
        self.configuration = configuration
        address = try FeedAddress(configuration.url)
        let loop = loop ?? MultiThreadedEventLoopGroup.singleton.next()
        self.loop = loop
        unownedExecutor = loop.executor.asUnownedSerialExecutor()
        connection = Broadcast(.disconnected(nil))
        random = configuration.random
    }

    public func states() -> AsyncStream<ConnectionState> { connection.stream() }

    // MARK: Connecting

    public func connect() async throws(ClientError) {
        if case .connected = connection.latest { return }
        if !isWanted {
            isWanted = true
            let last = runTask
            runTask = Task {
                await last?.value
                await keepConnected()
            }
        }
        lastWaiter += 1
        let waiter = lastWaiter
        let limit = configuration.connectTimeLimit
        let timer = after(limit) { $0.answerConnect(waiter, .failure(.timedOut(.connect, limit))) }
        defer { timer.cancel() }
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { connectWaiters[waiter] = $0 }
        } onCancel: {
            Task { await answerConnect(waiter, .failure(.closed)) }
        }
        try result.get()
    }

    private func answerConnect(_ waiter: Int, _ result: Result<Void, ClientError>) {
        connectWaiters.removeValue(forKey: waiter)?.resume(returning: result)
    }

    private func answerAllConnects(_ result: Result<Void, ClientError>) {
        for waiter in connectWaiters.keys { answerConnect(waiter, result) }
    }

    /// One attempt after the other.
    private func keepConnected() async {
        var attempt = 1
        while isWanted {
            connection.send(.connecting(attempt: attempt))
            let error = await withCheckedContinuation { end in
                linkEnd = end
                openLink()
            }
            guard isWanted else { break }
            attempt = hasLasted ? 1 : attempt + 1
            let delay = delay(before: attempt)
            connection.send(.waiting(delay, after: error))
            let pause = Task { [clock] in _ = try? await clock.sleep(for: delay) }
            pauseTask = pause
            await pause.value
        }
        connection.send(.disconnected(nil))
    }

    private func delay(before attempt: Int) -> Duration {
        var random = AnyRandomNumberGenerator(base: self.random)
        defer { self.random = random.base }
        return configuration.backoff.delay(before: max(attempt - 1, 1), using: &random)
    }

    private func openLink() {
        let link = ClientLink(self, address)
        self.link = link
        session = ClientSession()
        wasHeard = false
        hasLasted = false
        let limit = configuration.connectTimeLimit
        linkTimer = after(limit) { $0.linkEnded(link, .timedOut(.connect, limit)) }
        link.open(on: loop, configuration)
    }

    public func disconnect() async {
        guard isWanted else { return }
        isWanted = false
        pauseTask?.cancel()
        answerAllConnects(.failure(.closed))
        if let link {
            if let goodbye = session.leave() {
                link.send(goodbye)
                linkTimer = after(configuration.goodbyeTimeLimit) { $0.linkEnded(link, .closed) }
            } else {
                linkEnded(link, .closed)
            }
        }
        await runTask?.value
    }

    // MARK: The link

    func linkOpened(_ link: ClientLink) {
        guard link === self.link else { return }
        link.send(
            session.open(
                realm: configuration.realm, authenticationID: configuration.authenticationID))
    }

    /// Forgets a connection; nothing more comes from it.
    func linkEnded(_ link: ClientLink, _ error: ClientError) {
        guard link === self.link else { return }
        self.link = nil
        link.close()
        linkTimer?.cancel()
        heartbeatTask?.cancel()
        _ = session.transportClosed()
        failRequests(error)
        linkEnd?.resume(returning: error)
        linkEnd = nil
    }

    /// Ends the connection as a broken network does, for measurements of what
    /// comes after.
    package func dropConnection() {
        if let link { linkEnded(link, .connectionLost("dropped on purpose")) }
    }

    func established(_ id: WAMPID) {
        linkTimer?.cancel()
        connection.send(.connected(session: id))
        answerAllConnects(.success(()))
        restoreRegistrations()
        guard let link else { return }
        heartbeatTask = Task { await keepAlive(link) }
    }

    // MARK: Heartbeat

    /// Something came, whatever it was.
    func noteSignOfLife() { wasHeard = true }

    /// Pings, and gives the connection up that is silent for too long.
    private func keepAlive(_ link: ClientLink) async {
        let interval = configuration.heartbeatInterval
        var silence = Duration.zero
        while link === self.link {
            wasHeard = false
            link.ping()
            do { try await clock.sleep(for: interval) } catch { return }
            guard link === self.link else { return }
            silence = wasHeard ? .zero : silence + interval
            hasLasted = hasLasted || wasHeard
            if silence >= configuration.idleTimeLimit { linkEnded(link, .idle(silence)) }
        }
    }

    // MARK: Time

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

/// A generator whose type is not known.
struct AnyRandomNumberGenerator: RandomNumberGenerator {
    var base: any RandomNumberGenerator

    mutating func next() -> UInt64 { base.next() }
}
