/// A request about a content: a POST whose body is JSON.
public struct ContentRequest: Sendable {
    /// The path, such as `/services/content/subscribe`, below the base address of the
    /// server.
    public let path: String
    /// All header fields that it needs.
    public let headers: [(name: String, value: String)]
    /// The body.
    public let body: [UInt8]
    /// The longest time until the whole answer.
    public let timeLimit: Duration

    static let getPath = "/services/content/get"

    /// Whether it asks for a content once, which may be for another server than the one that
    /// takes subscriptions.
    public var isGet: Bool { path == Self.getPath }
}

/// The answer to a request about a content.
public struct ContentResponse: Sendable {
    /// The HTTP status.
    public var status: Int
    /// The header field `Retry-After`, if there is one.
    public var retryAfter: String?
    /// The body.
    public var body: [UInt8]

    /// An answer.
    public init(status: Int, retryAfter: String? = nil, body: [UInt8]) {
        self.status = status
        self.retryAfter = retryAfter
        self.body = body
    }
}

/// Sends the requests of a `SportRadarSocketClient`, over HTTP.
public protocol ContentRequests: Sendable {
    /// Sends a request once, and returns its answer whatever the status. Called by any
    /// number of tasks. It obeys the request's time limit and the task's cancellation.
    ///
    /// - Throws: why there is no answer: `unreachable` if the request was not sent,
    ///   `connectionLost`, `timedOut(.subscribe, …)`, or `closed` if the task was
    ///   cancelled.
    func post(_ request: ContentRequest) async throws(ClientError) -> ContentResponse
}
