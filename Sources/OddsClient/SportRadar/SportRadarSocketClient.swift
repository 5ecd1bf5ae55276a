import NIOConcurrencyHelpers
import NIOCore
import OddsReconstruction
import OddsWire

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
    public private(set) var subscriberID: String?
    private var counts = SportRadarCounters()

    // The current link.
    private var link: SocketLink?
    /// Whether there is a session.
    private(set) var hasSession = false
    /// Whether the session is one of the subscriber that the one before was of.
    private var isSameSubscriber = false

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

    // Requests.
    var queue: RequestQueue
    var exchanges: [Int: Task<Void, Never>] = [:]
    var random: any RandomNumberGenerator
    private var pacer: ResyncPacer
    private var resyncTimer: Task<Void, Never>?

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
    /// the next `connect`.
    public func disconnect() async { await connection.disconnect() }

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

    // MARK: Frames

    private func received(_ frame: UnsafeRawBufferPointer) {
        var trace = FrameTrace(isOn: configuration.store.isTraced, intended: nil)
        let message: SocketMessage
        do throws(FrameError) {
            message = try trees.receive(frame, trace: &trace) { applied($0, $1) }
        } catch {
            counts.framesRejected += 1
            if hasSession { lostSomething() }
            return
        }
        switch message {
        case .changes: break
        case .other: counts.framesIgnored += 1
        case .listening(let id): established(id)
        case .error(let type): failed(type)
        }
    }

    /// A batch of a content has been applied.
    private func applied(_ position: Int, _ trace: FrameTrace) {
        guard let content = byPosition[position], let store = content.store else { return }
        if trees.changes(of: position).isReset { perform(content.machine.refreshed(), content) }
        store.assumeIsolated { $0.publish(trace) }
    }

    private func established(_ id: String) {
        isSameSubscriber = id == subscriberID
        subscriberID = id
        counts.sessions += 1
        connection.assumeIsolated { $0.established(id) }
    }

    /// The server has refused something on the socket.
    private func failed(_ type: String) {
        counts.count(error: type)
        if type == ContentAnswer.unknownSubscriberType {
            let wasRefused = !hasSession && subscriberID != nil
            forgetSubscriber()
            // The next attempt cannot fail for the same reason.
            if wasRefused { retryNow() }
        } else if !hasSession {
            end(.refused(error: type, description: ""))
        }
    }

    /// The server does not know the subscriber: everything is asked for as a new one.
    func forgetSubscriber() {
        subscriberID = nil
        end(.refused(error: ContentAnswer.unknownSubscriberType, description: ""))
    }

    private func end(_ error: ClientError) {
        connection.assumeIsolated { $0.dropLink(error) }
    }

    // MARK: Losses

    /// A frame could not be read, which may have been about any content.
    private func lostSomething() { if let pause = pacer.lostSomething() { resync(pause) } }

    /// Asks for all contents anew, and begins a pause.
    private func resync(_ pause: Duration) {
        for content in subscribed.values { perform(content.machine.lostSomething(), content) }
        sendRequests()
        resyncTimer?.cancel()
        resyncTimer = after(pause) { client in
            if let pause = client.pacer.pauseEnded() { client.resync(pause) }
        }
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

    func countRequest(_ kind: RequestQueue.Kind) {
        switch kind {
        case .subscribe: counts.subscribes += 1
        case .unsubscribe: counts.unsubscribes += 1
        }
    }
}

extension SportRadarSocketClient: SocketSession {
    nonisolated func receiver(on link: SocketLink) -> (UnsafeRawBufferPointer) -> Void {
        { [self] frame in
            guard link.takesMessages() else { return }
            // Read during the call, on this very thread.
            nonisolated(unsafe) let frame = frame
            assumeIsolated { $0.received(frame) }
        }
    }

    func openSession(on link: SocketLink) {
        self.link = link
        link.send(
            text: SportRadarMessages.listen(subscriberID, language: configuration.language))
    }

    func restoreSession() {
        hasSession = true
        pacer.reset()
        resyncTimer?.cancel()
        for content in subscribed.values {
            perform(
                content.machine.sessionBegan(isSameSubscriber: isSameSubscriber), content)
        }
        sendRequests()
    }

    func leaveSession() { link?.closeWebSocket() }

    func linkClosed(_ error: ClientError) {
        link = nil
        hasSession = false
        pacer.reset()
        resyncTimer?.cancel()
        trees.beginConnection()
        for content in subscribed.values { perform(content.machine.sessionEnded(error), content) }
    }
}
