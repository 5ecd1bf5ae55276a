/// The configuration of a SportRadar client. It has the properties of a
/// `SocketConfiguration` as its own.
@dynamicMemberLookup
public struct SportRadarConfiguration: Sendable {
    /// The connection. Where `url` has no path, the client uses SportRadar's,
    /// `/notification/listen/websocket`.
    public var socket: SocketConfiguration
    /// The language of names: two letters in capitals.
    public var language = "EN"
    /// The subscriber to come back as on the first connection, such as that of an earlier
    /// client; a new one by default.
    public var subscriberID: String?
    /// The strategy, the back-off and the pauses of all contents.
    public var store = StoreConfiguration()

    // MARK: Requests

    /// How many requests wait for their answers at a time.
    public var requestsMax = 8
    /// From a request until its answer.
    public var requestTimeLimit = Duration.seconds(15)
    /// How often a request is sent that gets no answer, or the server's failure.
    public var requestAttemptsMax = 3
    /// The pauses between these attempts.
    public var requestPauses = Backoff(initial: .milliseconds(200), cap: .seconds(10))
    /// The longest pause that a server may ask for.
    public var retryAfterMax = Duration.seconds(10)
    /// From an accepted request until the content has come whole.
    public var dumpTimeLimit = Duration.seconds(20)

    /// A configuration with the defaults above.
    public init(url: String) { socket = SocketConfiguration(url: url) }

    /// A property of the connection.
    public subscript<Value>(
        dynamicMember member: WritableKeyPath<SocketConfiguration, Value>
    ) -> Value {
        get { socket[keyPath: member] }
        set { socket[keyPath: member] = newValue }
    }
}

extension SocketProfile {
    /// No subprotocol, and frames as large as the contract allows.
    static let sportRadar = SocketProfile(
        subprotocol: nil, defaultPath: "/notification/listen/websocket",
        messageBytesMax: 64 << 20)
}
