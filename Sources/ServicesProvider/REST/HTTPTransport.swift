/// A request on its way to a server.
public struct HTTPTransportRequest: Sendable {
    /// The method.
    public var method: HTTPRequestMethod
    /// The whole address.
    public var url: String
    /// The header fields, in their order.
    public var headers: [(name: String, value: String)]
    /// The body.
    public var body: [UInt8]?
    /// The longest time until the answer's head, and for a whole exchange until its end.
    public var timeLimit: Duration

    /// A request.
    public init(
        method: HTTPRequestMethod, url: String, headers: [(name: String, value: String)],
        body: [UInt8]?, timeLimit: Duration
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.timeLimit = timeLimit
    }
}

/// A server's answer.
public struct HTTPTransportResponse: Sendable {
    /// The status.
    public var status: Int
    /// The header fields, names in lower case.
    public var headers: [(name: String, value: String)]
    /// The body.
    public var body: [UInt8]

    /// An answer.
    public init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// The first header field of a name, which is given in lower case.
    public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

/// Why there is no answer.
public struct HTTPTransportError: Error, Hashable, Sendable {
    /// What became of the request.
    public enum Kind: Hashable, Sendable {
        /// There was no connection: not a byte has left.
        case notSent
        /// The connection broke, or the answer cannot be read.
        case broken
        /// There was no answer in time.
        case timedOut
        /// The task was cancelled.
        case cancelled
        /// The answer is larger than the limit.
        case tooLarge
    }

    /// What became of the request.
    public let kind: Kind
    /// The reason, for logs. It has no secrets.
    public let reason: String

    /// An error.
    public init(_ kind: Kind, _ reason: String) {
        self.kind = kind
        self.reason = reason
    }
}

/// Sends requests over HTTP. `AsyncHTTPTransport` does it with AsyncHTTPClient; an app may
/// have another one.
///
/// All functions obey cancellation, and may be called by any number of tasks.
public protocol HTTPTransport: Sendable {
    /// Sends a request and reads the whole answer.
    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse

    /// Sends a request whose answer is a stream.
    ///
    /// - Returns: The answer's head; and its body in pieces as it comes, which ends with
    ///   an `HTTPTransportError` if the connection breaks.
    func open(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> (
        head: HTTPTransportResponse, pieces: AsyncThrowingStream<[UInt8], any Error>
    )

    /// Ends all connections. Requests under way are cancelled.
    func shutDown() async
}
