/// A request that is to be sent.
public struct WAMPRequest: Equatable, Sendable {
    public let id: WAMPID
    public let message: WAMPMessage

    public init(id: WAMPID, message: WAMPMessage) {
        self.id = id
        self.message = message
    }
}

/// Why a request failed.
public enum WAMPRequestError: Error, Equatable, Sendable {
    /// There is no session.
    case notConnected
    /// `WAMPLimits.pendingRequestsMax` wait for their answers.
    case tooManyRequests
    /// The server answered ERROR with this URI; `description` is its `desc`.
    case refused(error: String, description: String)
    /// The session ended before the answer.
    case sessionEnded(WAMPSessionEnd)
}

extension WAMPRequestError: CustomStringConvertible {
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
    /// By GOODBYE, of either side.
    case left(reason: String)
    /// By the server's ABORT.
    case aborted(reason: String, message: String)
    /// By this side's ABORT, as the server broke the protocol.
    case violation(String)
    /// Without a word.
    case transportClosed
}
