import NIOSSL
import OddsWAMP

/// How a client connects.
public struct ClientConfiguration: Sendable {
    /// `ws://HOST[:PORT][/PATH]`, or `wss://…` for TLS. Without a path, EM's.
    public var url: String
    public var realm: String
    /// Sent with the handshake, as some servers want `Origin` and the like.
    public var headers: [(name: String, value: String)] = []
    /// The part of a certificate chain to trust, and the like; the system's by
    /// default.
    public var tls = TLSConfiguration.makeClientConfiguration()

    // Time limits, each with what it counts from.

    /// From the beginning of an attempt until there is a session.
    public var connectTimeLimit = Duration.seconds(10)
    /// From the call, or from a new connection on for what is restored.
    public var registerTimeLimit = Duration.seconds(10)
    /// A dump can be megabytes.
    public var dumpTimeLimit = Duration.seconds(20)
    public var callTimeLimit = Duration.seconds(10)
    /// For the server's answer to GOODBYE.
    public var goodbyeTimeLimit = Duration.seconds(2)

    /// How often the server is pinged.
    public var heartbeatInterval = Duration.seconds(10)
    /// A connection on which nothing was received for so long is given up; up
    /// to a heartbeat later, as it is looked at that often.
    public var idleTimeLimit = Duration.seconds(25)
    /// Between attempts to connect. It begins anew once a connection has
    /// lasted a heartbeat.
    public var backoff = Backoff()

    /// The name to announce to a server that asks who is there.
    public var authenticationID: String?
    /// Answers a CHALLENGE with a signature.
    public var authenticator: (@Sendable (AuthenticationChallenge) async throws -> String)?

    /// By which all of the above is measured.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Draws the jitter.
    public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

    public init(url: String, realm: String = "realm1") {
        self.url = url
        self.realm = realm
    }

    /// The largest frame of the contract, and what stands around it.
    static let messageBytesMax = (64 << 20) + WAMPEnvelope.headBytesMax + 1
}

/// What a server asks of who wants a session.
public struct AuthenticationChallenge: Equatable, Sendable {
    /// `ticket`, `wampcra` and the like.
    public let method: String
    public let extra: JSONObjectText
}
