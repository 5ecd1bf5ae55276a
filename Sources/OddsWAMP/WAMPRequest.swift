/// A request, which the caller sends.
public struct WAMPRequest: Equatable, Sendable {
    /// The id that the answer carries.
    public let id: WAMPID
    /// The message to send.
    public let message: WAMPMessage

    /// Makes a request.
    public init(id: WAMPID, message: WAMPMessage) {
        self.id = id
        self.message = message
    }
}

/// Why a request failed.
public enum WAMPRequestError: Error, Equatable, Sendable {
    /// There is no established session.
    case notConnected
    /// 65,536 requests wait for their answers.
    case tooManyRequests
    /// The server answered ERROR with this URI; `description` is its `desc`.
    case refused(error: String, description: String)
    /// The session ended before the answer.
    case sessionEnded(WAMPSessionEnd)
}

extension WAMPRequestError: CustomStringConvertible {
    /// One line.
    public var description: String {
        switch self {
        case .notConnected: "there is no session"
        case .tooManyRequests: "\(WAMPLimits.pendingRequestsMax) requests are open"
        case .refused(let error, let text): text.isEmpty ? error : "\(error): \(text)"
        case .sessionEnded(let end): "the session ended: \(end)"
        }
    }
}

/// How a session ended.
public enum WAMPSessionEnd: Equatable, Sendable {
    /// By a GOODBYE of either side.
    case left(reason: String)
    /// By the server's ABORT.
    case aborted(reason: String, message: String)
    /// By this side's ABORT, because the server broke the protocol.
    case violation(String)
    /// The transport closed without GOODBYE or ABORT.
    case transportClosed
}
