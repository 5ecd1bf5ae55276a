import OddsWAMP

/// A connection to an EM feed, as stores need it. `EMWebSocketClient` is the
/// real one; `ScriptedWebSocketClient` stands in for it in tests.
///
/// A client is an actor, and tells receivers on its own executor, in order of
/// arrival. A store runs on the executor of its client too: a frame goes from
/// the socket into the store without a hop.
public protocol WebSocketClient: Actor {
    /// What all waiting is done by: time limits, back-off, pauses.
    nonisolated var clock: any Clock<Duration> { get }

    /// The state now and each one after it, newest sixteen for readers that
    /// are slower than that.
    func states() -> AsyncStream<ConnectionState>

    /// Begins to connect, and returns once there is a session. From now on the
    /// client sees to it that there is one, until `disconnect`.
    /// - Throws: `timedOut(.connect)` if there is none within the time limit;
    ///   the client goes on trying. `.closed` if `disconnect` came first.
    func connect() async throws(ClientError)

    /// Leaves the session. Registrations stay, for the next `connect`.
    func disconnect() async

    /// Registers a topic on this connection and on each one after it.
    /// - Throws: what the server answers, or `timedOut(.register)`; then
    ///   nothing is registered. The time limit also counts while there is no
    ///   connection.
    func register(
        _ topic: String, receiver: any FeedReceiver
    ) async throws(ClientError) -> FeedRegistration

    /// Takes a registration back; its receiver is told nothing more.
    func unregister(_ registration: FeedRegistration)

    /// Asks for the dump of a registration's topic. The answer goes to its
    /// receiver, in order with the updates: a dump, or `dumpFailed`, at the
    /// latest after the time limit; neither if the connection is lost before.
    func requestDump(_ registration: FeedRegistration)

    /// Calls a procedure and returns the keyword arguments of the result.
    /// - Throws: what the server answers, `timedOut(.call)`, `.notConnected`
    ///   or the end of the connection.
    func call(
        _ procedure: String, keywords: JSONObjectText
    ) async throws(ClientError) -> JSONObjectText
}

extension WebSocketClient {
    /// `requestDump` for receivers, who are on the client's executor already;
    /// called elsewhere it ends the program.
    public nonisolated func requestDumpInPlace(_ registration: FeedRegistration) {
        assumeIsolated { $0.requestDump(registration) }
    }
}

/// A registration of a client, over all its connections.
public struct FeedRegistration: Hashable, Sendable {
    /// Unique among those of one client.
    public let number: Int
    public let topic: String

    public init(number: Int, topic: String) {
        self.number = number
        self.topic = topic
    }
}

/// What takes the frames of a registration.
public protocol FeedReceiver: AnyObject, Sendable {
    /// Called on the client's executor, in order of arrival. Must return soon:
    /// all registrations of a connection share a thread.
    func receive(_ event: FeedEvent)
}

/// What happens to a registration.
public enum FeedEvent {
    /// It stands, on a new connection: its frames follow.
    case registered(FeedRegistration)
    /// A frame, valid during the call; `intendedNanoseconds` is when the
    /// server meant to send it, on the machine's monotonic clock, if it says.
    case update(UnsafeRawBufferPointer, intendedNanoseconds: UInt64?)
    /// The answer to `requestDump`, valid during the call.
    case dump(UnsafeRawBufferPointer)
    case dumpFailed(ClientError)
    /// Until `registered` nothing more comes.
    case connectionLost(ClientError)
    /// It could not be restored on a new connection and is given up.
    case registrationFailed(ClientError)
}
