import OddsSimulator

/// How a server listens, and its limits.
package struct ServerConfiguration: Sendable {
    /// The address to listen on; loopback by default.
    package var host = "127.0.0.1"
    /// The port of the WebSocket; 0 for any free port.
    package var port = 0
    /// The port of the control over HTTP; 0 for any free port.
    package var controlPort = 0
    /// The only realm that is served; `nil` for any.
    package var realm: String?
    /// The ticket that answers a CHALLENGE; `nil` for no challenge.
    package var ticket: String?
    /// The path of an echo endpoint for conformance suites; `nil` for none.
    package var echoPath: String?
    /// Threads that serve connections, beside the one that makes the feed.
    package var threads = 1
    /// PEM files of a certificate chain and its key, for TLS.
    package var certificate: (chain: String, key: String)?
    /// The speed of the feed, as a multiple of its own time.
    package var speed = 1.0

    /// What is done with a connection that does not read fast enough.
    package var slowConsumerPolicy = SlowConsumerPolicy.disconnect
    /// Bytes that may wait for one connection before more is too much: some
    /// seconds of a busy topic. A single larger dump is sent all the same.
    package var queueBytesMax = 16 << 20
    /// The size of a message from a client, which are small.
    package var messageBytesMax = 1 << 20
    /// Connections at a time; more are refused.
    package var connectionsMax = 10_000
    /// Registrations and subscriptions of one session, each.
    package var registrationsMax = 1_000
    /// The time for connecting, TLS and the handshake.
    package var handshakeMillisecondsMax: Int64 = 10_000
    /// The silence after which a connection gets a ping; after as long again it
    /// is closed.
    package var idleMillisecondsMax: Int64 = 30_000
    /// Whether INVOCATIONs carry the time at which they were due.
    package var stampsInvocations = false
    /// The faults in force from the start.
    package var faults = FaultPlan()

    /// The defaults of `emsim`.
    package init() {}

    /// The host and a port as they stand in a URL.
    package func authority(port: Int) -> String {
        host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    /// The kernel's send buffer of one connection. By default it grows to
    /// megabytes, which would hide a slow consumer for as long.
    static let socketSendBytes = 256 << 10
    /// Bytes of frames on their way to one thread before the feed waits.
    static let shardBytesMax = 64 << 20
    /// Unanswered requests of one client beyond which it is not read from, so
    /// that no client keeps the feed busy at the cost of the others.
    static let pendingRequestsMax = 8
    /// How long clients may take to answer GOODBYE when the server stops.
    static let goodbyeSecondsMax: Int64 = 2
    /// How long the last messages of a session may wait to be read.
    static let lastMessagesSecondsMax: Int64 = 5
    /// How long a half-open connection lives.
    static let halfOpenSecondsMax: Int64 = 120
}
