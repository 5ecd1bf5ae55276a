import NIOSSL
import OddsWAMP
import OddsWebSocket

/// The configuration of a client.
public struct ClientConfiguration: Sendable {
    /// The server: `ws://HOST[:PORT][/PATH]`, or `wss://…` for TLS. Without a
    /// path, the client uses EM's, `/v2`.
    public var url: String
    /// Other addresses of the same feed, such as those of more servers in front of it. When
    /// an attempt fails or a connection ends, the next one is tried, and `url` again after the
    /// last. None by default.
    public var alternativeURLs: [String] = []
    /// The numeric address to connect to, by the name that a URL has; a name that is not here is
    /// resolved. The name is what TLS checks, and what the server is told.
    package var resolvedHosts: [String: String] = [:]
    /// The WAMP realm.
    public var realm: String
    /// Additional headers of the handshake, such as `Origin`.
    public var headers: [(name: String, value: String)] = []
    /// TLS for `wss://`; the system's trusted roots by default.
    public var tls = TLSConfiguration.makeClientConfiguration()

    /// The compression to offer (permessage-deflate, RFC 7692); none by default.
    /// A server that does not know it sends messages as they are. It saves most
    /// of the bytes, and costs time for each message.
    public var compression: WebSocketCompression?

    // MARK: Time limits

    /// From the start of an attempt until the session is established. Also
    /// from a call of `connect` until it fails.
    public var connectTimeLimit = Duration.seconds(10)
    /// From the call of `register`, or from a new connection for a registration
    /// that is restored, until the server's answer.
    public var registerTimeLimit = Duration.seconds(10)
    /// From the request for a dump, which can have megabytes, until the answer.
    public var dumpTimeLimit = Duration.seconds(20)
    /// From a call of a procedure until the server's answer.
    public var callTimeLimit = Duration.seconds(10)
    /// From GOODBYE until the server's answer.
    public var goodbyeTimeLimit = Duration.seconds(2)

    // MARK: Connections

    /// The time between two pings.
    public var heartbeatInterval = Duration.seconds(10)
    /// The time after which a connection without any received data is given up.
    /// It is checked once per heartbeat.
    public var idleTimeLimit = Duration.seconds(25)
    /// The delays between attempts to connect. They start anew after a
    /// connection that lasted a heartbeat.
    public var backoff = Backoff()

    /// The name to announce to a server that asks for credentials.
    public var authenticationID: String?
    /// Returns the signature that answers a CHALLENGE. Called on no particular
    /// actor; an error ends the attempt.
    public var authenticator: (@Sendable (AuthenticationChallenge) async throws -> String)?

    /// The clock of all time limits, intervals and delays.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Draws the jitter of the back-off.
    public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

    /// A configuration with the defaults above.
    public init(url: String, realm: String = "realm1") {
        self.url = url
        self.realm = realm
    }

    /// Whether a client can be made with this URL.
    public static func isAddress(_ url: String) -> Bool { (try? FeedAddress(url)) != nil }

    /// The largest frame of the feed contract, in its message.
    static let messageBytesMax = (64 << 20) + WAMPEnvelope.headBytesMax + 1
}

/// A server's request for credentials.
public struct AuthenticationChallenge: Equatable, Sendable {
    /// The method of authentication: `ticket`, `wampcra` and the like.
    public let method: String
    /// The method's parameters.
    public let extra: JSONObjectText
}
