import OddsSimulator

/// How a server listens, and what it allows.
public struct ServerConfiguration: Sendable {
    /// Loopback unless told otherwise.
    public var host = "127.0.0.1"
    /// Of the WebSocket; 0 for any that is free.
    public var port = 0
    /// Of the control over HTTP, likewise.
    public var controlPort = 0
    /// The only realm that is served; `nil` for any.
    public var realm: String?
    /// What clients have to answer a CHALLENGE with; `nil` for none.
    public var ticket: String?
    /// Where an echo endpoint is, for conformance suites.
    public var echoPath: String?
    /// Threads that serve connections, beside the one that makes the feed.
    public var threads = 1
    /// PEM files of a certificate chain and its key, for TLS.
    public var certificate: (chain: String, key: String)?
    /// How many times as fast as it says the feed goes.
    public var speed = 1.0

    public var slowConsumerPolicy = SlowConsumerPolicy.disconnect
    /// What may wait for one connection when more comes: some seconds of a busy
    /// topic. A single dump that is larger is sent all the same.
    public var queueBytesMax = 16 << 20
    /// A message of a client. Clients have little to say.
    public var messageBytesMax = 1 << 20
    public var connectionsMax = 10_000
    /// Registrations and subscriptions of one session, each.
    public var registrationsMax = 1_000
    /// Of connecting: TLS and the handshake take no longer.
    public var handshakeMillisecondsMax: Int64 = 10_000
    /// A connection of which nothing was read for so long gets a ping, and is
    /// closed if it is silent again for as long.
    public var idleMillisecondsMax: Int64 = 30_000
    /// Whether INVOCATIONs tell when they were due, for measurements.
    public var stampsInvocations = false
    /// What goes wrong from the start.
    public var faults = FaultPlan()

    public init() {}

    /// The host and a port as they stand in a URL.
    public func authority(port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// What the system holds for one connection: by itself it would hold
    /// megabytes for who does not read, before we see that he does not.
    static let socketSendBytes = 256 << 10
    /// Frames on their way to one thread, all together, before the feed waits.
    static let shardBytesMax = 64 << 20
    /// Requests of one client that the feed has not answered yet: beyond them
    /// it is not read from, so that nobody keeps the feed from the others.
    static let pendingRequestsMax = 8
    /// How long clients may take to answer GOODBYE when the server stops.
    static let goodbyeSecondsMax: Int64 = 2
    /// What the last messages of a session may take to be read.
    static let lastMessagesSecondsMax: Int64 = 5
    /// What a half-open connection lives for.
    static let halfOpenSecondsMax: Int64 = 120
}
