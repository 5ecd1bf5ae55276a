import OddsWAMP

/// A connection to an EM feed, as stores need it: `EMWebSocketClient`, or in
/// tests the `ScriptedWebSocketClient` of OddsClientTesting.
///
/// A client is an actor, which calls receivers on its own executor in order of
/// arrival. Its stores run on the same executor: a frame goes from the socket
/// into the store without a hop.
public protocol WebSocketClient: Actor {
    /// The clock of all time limits, delays and pauses.
    nonisolated var clock: any Clock<Duration> { get }

    /// The state now and each one after it, the newest sixteen for readers that
    /// are slower than that.
    func states() -> AsyncStream<ConnectionState>

    /// Starts to connect, and returns once there is a session. From now on
    /// until `disconnect`, the client connects again when it has to.
    ///
    /// - Throws: if there is no session within the time limit, why the last
    ///   attempt failed, or `timedOut`; the client goes on trying. At once an
    ///   error that trying again cannot help (`ClientError.isPermanent`), if
    ///   there was no session since the client was told to connect; then it has
    ///   stopped trying. `closed` if `disconnect` came first or the task was
    ///   cancelled.
    func connect() async throws(ClientError)

    /// Leaves the session, and returns once the connection is closed.
    /// Registrations stay, for the next `connect`; until they are unregistered, their
    /// receivers are retained.
    func disconnect() async

    /// Registers a topic on this connection and on each later one.
    ///
    /// - Throws: `refused` if the server refuses, `timedOut(.register, …)`,
    ///   `tooManyRequests`, or `closed` if the task was cancelled. Then nothing
    ///   is registered. The time limit includes the time without a connection.
    func register(
        _ topic: String, receiver: any FeedReceiver
    ) async throws(ClientError) -> FeedRegistration

    /// Ends a registration. Its receiver is not called any more.
    func unregister(_ registration: FeedRegistration)

    /// Requests the dump of a registration's topic. Its receiver gets the
    /// answer, in order with the updates: `dump`, or `dumpFailed` after the
    /// time limit at the latest; neither if the connection is lost before.
    func requestDump(_ registration: FeedRegistration)

    /// Calls a procedure of the server, and returns the keyword arguments of
    /// the result.
    ///
    /// - Throws: `refused` if the server refuses, `timedOut(.call, …)`,
    ///   `notConnected`, `tooManyRequests`, `closed` if the task was cancelled,
    ///   or the error that ended the connection.
    func call(
        _ procedure: String, keywords: JSONObjectText
    ) async throws(ClientError) -> JSONObjectText
}

extension WebSocketClient {
    /// `requestDump` for receivers, which are called on the client's executor.
    ///
    /// - Precondition: it is called there.
    package nonisolated func requestDumpInPlace(_ registration: FeedRegistration) {
        assumeIsolated { $0.requestDump(registration) }
    }

    /// `unregister` for stores, which run on the client's executor.
    ///
    /// - Precondition: it is called there.
    nonisolated func unregisterInPlace(_ registration: FeedRegistration) {
        assumeIsolated { $0.unregister(registration) }
    }
}

/// A registration of a client, across its connections.
public struct FeedRegistration: Hashable, Sendable {
    /// Unique among the registrations of one client.
    public let number: Int
    /// The topic's text form.
    public let topic: String

    /// Makes a registration, for implementations of `WebSocketClient`.
    public init(number: Int, topic: String) {
        self.number = number
        self.topic = topic
    }
}

/// The receiver of a registration's frames.
public protocol FeedReceiver: AnyObject, Sendable {
    /// Takes an event. The client calls it on its own executor, in order of
    /// arrival. It must return soon: all registrations of a client share a
    /// thread.
    func receive(_ event: FeedEvent)
}

/// What happens to a registration.
public enum FeedEvent {
    /// The topic is registered on a new connection, or again. Frames follow.
    case registered(FeedRegistration)
    /// A frame, valid during the call. `intendedNanoseconds` is the time at
    /// which the server meant to send it, on its machine's monotonic clock, if
    /// it says so.
    case update(UnsafeRawBufferPointer, intendedNanoseconds: UInt64?)
    /// The answer to `requestDump`, valid during the call.
    case dump(UnsafeRawBufferPointer)
    /// The request for a dump was refused or timed out.
    case dumpFailed(ClientError)
    /// The connection is lost, or the server has ended the registration
    /// (`registrationRevoked`). Nothing follows until `registered`.
    case connectionLost(ClientError)
    /// The registration could not be restored on a new connection. It has
    /// ended.
    case registrationFailed(ClientError)
}
