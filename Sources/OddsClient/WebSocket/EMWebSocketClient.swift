import NIOCore
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
    /// Runs on the same executor, and keeps it alive.
    private nonisolated let connection: SocketConnection

    /// The configuration's clock.
    public nonisolated var clock: any Clock<Duration> { configuration.clock }

    // The current link.
    private(set) var link: SocketLink?
    var session = ClientSession()

    // Requests and registrations.
    var requests: [WAMPID: OpenRequest] = [:]
    var registrations: [FeedRegistration: Registered] = [:]
    /// By the server's id.
    var routes: [WAMPID: Registered] = [:]
    var lastRegistration = 0
    /// Draws the jitter of the pauses before revoked registrations are made again.
    var random: any RandomNumberGenerator
    /// What became of messages that had no addressee.
    public internal(set) var counters = EMCounters()

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
        random = configuration.random
        connection = try SocketConnection(configuration.socket, .feed, on: loop)
        unownedExecutor = connection.unownedExecutor
    }

    /// The position of the address in use: 0 for the configuration's `url`, 1 for the first
    /// alternative.
    package var addressNumber: Int { connection.assumeIsolated { $0.addressNumber } }

    /// See `WebSocketClient`.
    public func states() -> AsyncStream<ConnectionState> {
        connection.assumeIsolated { $0.states() }
    }

    // MARK: Connecting

    /// See `WebSocketClient`.
    public func connect() async throws(ClientError) { try await connection.connect(self) }

    /// Starts to connect, and returns at once: `connect` without its wait.
    public func startConnecting() { connection.assumeIsolated { $0.start(self) } }

    /// Ends the pause before the next attempt, or begins anew if the client has given
    /// up. Does nothing while there is a session or an attempt is under way, and unless
    /// the client was told to connect.
    public func retryNow() { connection.assumeIsolated { $0.retryNow(self) } }

    /// See `WebSocketClient`.
    public func disconnect() async { await connection.disconnect() }

    /// Ends the connection as a broken network does, for measurements of
    /// reconnects.
    package func dropConnection() {
        connection.assumeIsolated { $0.dropLink(.connectionLost("dropped on purpose")) }
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

extension EMWebSocketClient: SocketSession {
    nonisolated func receiver(on link: SocketLink) -> (UnsafeRawBufferPointer) -> Void {
        { [self] bytes in
            guard link.takesMessages() else { return }
            // Read during the call, on this very thread.
            nonisolated(unsafe) let bytes = bytes
            guard let request = assumeIsolated({ $0.received(bytes) }) else { return }
            // Nothing is paced by YIELD: a server that does not read misses nothing.
            link.answer(capacity: 34) { $0.writeString("[70,\(request),{}]") }
        }
    }

    func openSession(on link: SocketLink) {
        self.link = link
        session = ClientSession()
        link.send(
            session.open(
                realm: configuration.realm, authenticationID: configuration.authenticationID))
    }

    func restoreSession() { restoreRegistrations() }

    func leaveSession() { if let goodbye = session.leave() { link?.send(goodbye) } }

    func linkClosed(_ error: ClientError) {
        link = nil
        _ = session.transportClosed()
        failRequests(error)
    }

    /// The server has sent WELCOME.
    func established(_ id: WAMPID) { connection.assumeIsolated { $0.established("\(id)") } }

    /// Gives a link up; nothing more comes from it.
    func linkEnded(_ link: SocketLink, _ error: ClientError) {
        connection.assumeIsolated { $0.linkEnded(link, error) }
    }
}

extension SocketLink {
    func send(_ message: WAMPMessage) { send(text: message.json) }
}
