import OddsTopics
import OddsWAMP

/// The configuration of a client. It has the properties of a `SocketConfiguration` as its
/// own.
@dynamicMemberLookup
public struct ClientConfiguration: Sendable {
    /// The connection. Where `url` has no path, the client uses EM's, `/v2`.
    public var socket: SocketConfiguration
    /// The WAMP realm.
    public var realm: String

    /// From the call of `register`, or from a new connection for a registration
    /// that is restored, until the server's answer.
    public var registerTimeLimit = Duration.seconds(10)
    /// From the request for a dump, which can have megabytes, until the answer.
    public var dumpTimeLimit = Duration.seconds(20)
    /// From a call of a procedure until the server's answer.
    public var callTimeLimit = Duration.seconds(10)

    /// The name to announce to a server that asks for credentials.
    public var authenticationID: String?
    /// Returns the signature that answers a CHALLENGE. Called on no particular
    /// actor; an error ends the attempt.
    public var authenticator: (@Sendable (AuthenticationChallenge) async throws -> String)?

    /// A configuration with the defaults above.
    public init(url: String, realm: String = "realm1") {
        socket = SocketConfiguration(url: url)
        self.realm = realm
    }

    /// A property of the connection.
    public subscript<Value>(
        dynamicMember member: WritableKeyPath<SocketConfiguration, Value>
    ) -> Value {
        get { socket[keyPath: member] }
        set { socket[keyPath: member] = newValue }
    }

    /// Whether a client can be made with this URL.
    public static func isAddress(_ url: String) -> Bool {
        (try? ServerAddress(url, defaultPath: EMFeed.path)) != nil
    }
}

extension SocketProfile {
    /// WAMP, with frames as large as the feed contract allows.
    static let feed = SocketProfile(
        subprotocol: EMFeed.subprotocol, defaultPath: EMFeed.path,
        messageBytesMax: (64 << 20) + WAMPEnvelope.headBytesMax + 1)
}

/// A server's request for credentials.
public struct AuthenticationChallenge: Equatable, Sendable {
    /// The method of authentication: `ticket`, `wampcra` and the like.
    public let method: String
    /// The method's parameters.
    public let extra: JSONObjectText
}
