import NIOSSL
import OddsWebSocket

/// The configuration of a connection, whatever protocol it carries.
public struct SocketConfiguration: Sendable {
    /// The server: `ws://HOST[:PORT][/PATH]`, or `wss://…` for TLS.
    public var url: String
    /// Other addresses of the same server, such as those of more servers in front of it.
    /// When an attempt fails or a connection ends, the next one is tried, and `url` again
    /// after the last. None by default.
    public var alternativeURLs: [String] = []
    /// The numeric addresses to connect to, by the name that a URL has; a name that is not here
    /// is resolved. The name is what TLS checks, and what the server is told.
    package var resolvedHosts: [String: [String]] = [:]
    /// Additional headers of the handshake, such as `Origin`.
    public var headers: [(name: String, value: String)] = []
    /// TLS for `wss://`; the system's trusted roots by default. It is version 1.2 at least,
    /// whatever stands here.
    public var tls = SocketConfiguration.defaultTLS

    /// The compression to offer (permessage-deflate, RFC 7692); none by default.
    /// A server that does not know it sends messages as they are. It saves most
    /// of the bytes, and costs time for each message.
    public var compression: WebSocketCompression?

    /// From the start of an attempt until the session is established. Also
    /// from a call of `connect` until it fails.
    public var connectTimeLimit = Duration.seconds(10)
    /// From the last words of a session, such as GOODBYE, until the server's answer.
    public var goodbyeTimeLimit = Duration.seconds(2)
    /// The time between two pings.
    public var heartbeatInterval = Duration.seconds(10)
    /// The time after which a connection without any received data is given up.
    /// It is checked once per heartbeat.
    public var idleTimeLimit = Duration.seconds(25)
    /// The delays between attempts to connect. They start anew after a
    /// connection that lasted a heartbeat.
    public var backoff = Backoff()

    /// The clock of all time limits, intervals and delays.
    public var clock: any Clock<Duration> = ContinuousClock()
    /// Draws the jitter of the back-off.
    public var random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()

    /// Version 1.2 at least, and the system's trusted roots.
    package static var defaultTLS: TLSConfiguration {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.minimumTLSVersion = .tlsv12
        return configuration
    }

    /// A configuration with the defaults above.
    public init(url: String) { self.url = url }
}
