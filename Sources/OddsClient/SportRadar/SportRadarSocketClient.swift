import NIOConcurrencyHelpers
import NIOCore

/// A client of SportRadar's feed: a socket that pushes contents, and requests over HTTP
/// that subscribe to them.
///
/// A client runs on one event loop, which is its executor and that of its stores, so that
/// each frame is handled where it is read. From `connect` until `disconnect` it keeps a
/// session, as `EMWebSocketClient` does, with the same states, time limits and back-off.
/// On each connection it comes back as the subscriber that it was, and subscribes to
/// every content again.
///
/// A client that was told to connect lives until `disconnect`.
public actor SportRadarSocketClient {
    /// The configuration that the client was made with.
    public nonisolated let configuration: SportRadarConfiguration
    /// The event loop's executor.
    public nonisolated let unownedExecutor: UnownedSerialExecutor
    /// Runs on the same executor, and keeps it alive.
    nonisolated let connection: SocketConnection
    nonisolated let requests: any ContentRequests

    /// The configuration's clock.
    public nonisolated var clock: any Clock<Duration> { configuration.clock }

    /// The subscriber that the server knows this client as; `nil` before the first
    /// session, and after the server has forgotten it.
    public internal(set) var subscriberID: String?
    var counts = SportRadarCounters()

    // The current link.
    var link: SocketLink?
    /// Whether there is a session.
    var hasSession = false
    /// Whether the session is one of the subscriber that the one before was of.
    var isSameSubscriber = false
    var frameObserver: (@Sendable (UnsafeRawBufferPointer) -> Void)?

    // Contents.
    nonisolated let trees: any ContentTrees
    /// Those that somebody wants, or that the server may still send.
    var subscribed: [SportRadarContent: SubscribedContent] = [:]
    /// The same by number.
    var byNumber: [Int: SubscribedContent] = [:]
    /// The same by the position of the tree.
    var byPosition: [SubscribedContent?] = []
    var lastNumber = 0
    /// The stores that are alive. Any thread may ask for one.
    nonisolated let stores = NIOLockedValueBox<[SportRadarContent: WeakStore]>([:])

    /// Whether the event loop may be gone.
    nonisolated let isShutDown = NIOLockedValueBox(false)

    // Requests.
    var queue: RequestQueue
    var exchanges: [Int: Task<Void, Never>] = [:]
    var random: any RandomNumberGenerator
    var pacer: ResyncPacer
    var resyncTimer: Task<Void, Never>?

    /// Makes a client that is not connected.
    ///
    /// - Parameters:
    ///   - configuration: the server, and the time limits.
    ///   - requests: sends the requests over HTTP.
    ///   - loop: the event loop to run on; by default one of NIO's singleton group.
    /// - Throws: `badAddress` if a URL of the configuration is not one of a server.
    public init(
        _ configuration: SportRadarConfiguration, requests: any ContentRequests,
        on loop: (any EventLoop)? = nil
    ) throws(ClientError) {
        self.configuration = configuration
        self.requests = requests
        connection = try SocketConnection(configuration.socket, .sportRadar, on: loop)
        unownedExecutor = connection.unownedExecutor
        subscriberID = configuration.subscriberID
        trees = configuration.store.strategy.makeContents()
        queue = RequestQueue(openMax: configuration.requestsMax)
        random = configuration.store.random
        pacer = ResyncPacer(
            interval: configuration.store.resyncInterval,
            max: configuration.store.resyncIntervalMax)
    }

    /// What became of frames and requests so far.
    public var counters: SportRadarCounters {
        var counters = counts
        counters.elementsRejected = trees.elementsRejected
        return counters
    }

    /// Calls `observe` on the client's executor with each frame of the socket from now on,
    /// before it is applied. A frame is valid during the call.
    package func observeFrames(
        _ observe: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) {
        frameObserver = observe
    }

    // MARK: Connecting

    /// The state now and each one after it, the newest sixteen for readers that are slower
    /// than that. `connected` has the subscriber's id.
    public func states() -> AsyncStream<ConnectionState> {
        connection.assumeIsolated { $0.states() }
    }

    /// Starts to connect, and returns once there is a session; see `WebSocketClient`.
    ///
    /// - Throws: as `WebSocketClient.connect` does.
    public func connect() async throws(ClientError) { try await connection.connect(self) }

    /// Starts to connect, and returns at once: `connect` without its wait.
    public func startConnecting() { connection.assumeIsolated { $0.start(self) } }

    /// Ends the pause before the next attempt, or begins anew if the client has given
    /// up. Does nothing while there is a session or an attempt is under way, and unless
    /// the client was told to connect.
    public func retryNow() { connection.assumeIsolated { $0.retryNow(self) } }

    /// Closes the connection, and returns once it is closed. Contents stay subscribed, for
    /// the next `connect`, and their stores and the client retain each other until they are
    /// unsubscribed.
    public func disconnect() async { await connection.disconnect() }

    /// Disconnects for good, and returns once the client has nothing more to do on its event
    /// loop, which may be shut down then. Neither it nor its stores may be used afterwards.
    package func shutDown() async {
        await disconnect()
        for exchange in exchanges.values { exchange.cancel() }
        while let exchange = exchanges.values.first { await exchange.value }
        isShutDown.withLockedValue { $0 = true }
        // Stores retain the client, and are retained as long as they are subscribed.
        subscribed = [:]
        byNumber = [:]
        byPosition = []
    }

    /// Ends the connection as a broken network does, for measurements of
    /// reconnects.
    package func dropConnection() {
        connection.assumeIsolated { $0.dropLink(.connectionLost("dropped on purpose")) }
    }

    /// Opens the socket anew as a new subscriber, and returns its id.
    ///
    /// - Throws: as `connect` does.
    public func renewSubscriber() async throws(ClientError) -> String {
        subscriberID = nil
        end(.connectionLost("a new subscriber was asked for"))
        retryNow()
        try await connect()
        guard let subscriberID else { throw .notConnected }
        return subscriberID
    }

    /// Does something later, unless the task is cancelled before.
    func after(
        _ delay: Duration, _ body: @escaping @Sendable (isolated SportRadarSocketClient) -> Void
    ) -> Task<Void, Never> {
        Task { [weak self, clock] in
            do { try await clock.sleep(for: delay) } catch { return }
            guard !Task.isCancelled, let self else { return }
            await body(self)
        }
    }
}
