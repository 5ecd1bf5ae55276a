/// The state of a client.
public enum ConnectionState: Equatable, Sendable {
    /// Not connected and not trying to connect: as asked, or because of the
    /// error.
    case disconnected(ClientError?)
    /// Connecting. Attempts are counted from 1, and anew after a connection
    /// that lasted a heartbeat.
    case connecting(attempt: Int)
    /// There is a session, with this WAMP id.
    case connected(session: UInt64)
    /// Waiting for the next attempt, after this error.
    case waiting(Duration, after: ClientError)
}

/// Why an operation of a client failed.
public enum ClientError: Error, Equatable, Sendable {
    /// The operations that have a time limit.
    public enum Operation: String, Sendable {
        /// Connecting, up to the session.
        case connect
        /// Registering a topic.
        case register
        /// Requesting a dump.
        case dump
        /// Calling a procedure.
        case call
    }

    /// The text is no address of a server.
    case badAddress(String)
    /// No connection could be made, or no TLS on it; in words.
    case unreachable(String)
    /// The server refused the WebSocket; `reason` is its HTTP status.
    case handshakeRefused(reason: String)
    /// The server ended or refused the session with ABORT or GOODBYE.
    case sessionEnded(reason: String, message: String)
    /// The server broke the protocol; in words.
    case protocolViolation(String)
    /// The connection ended without GOODBYE; in words.
    case connectionLost(String)
    /// Nothing was received for this time, not even the answer to a ping.
    case idle(Duration)
    /// The operation took longer than its limit.
    case timedOut(Operation, Duration)
    /// The server answered ERROR with this URI; `description` is its `desc`.
    case refused(error: String, description: String)
    /// Too many requests are open: 65,536.
    case tooManyRequests
    /// There is no session.
    case notConnected
    /// The authenticator failed, or there is none; in words.
    case authenticationFailed(String)
    /// `disconnect` was called, or the task was cancelled.
    case closed
}

extension ClientError: CustomStringConvertible {
    /// One line.
    public var description: String {
        switch self {
        case .badAddress(let address):
            "\(address) is not an address: expected ws://HOST[:PORT][/PATH] or wss://…"
        case .unreachable(let what): "no connection: \(what)"
        case .handshakeRefused(let reason): "the server refused the WebSocket: \(reason)"
        case .sessionEnded(let reason, let message):
            "the server ended the session: \(reason)\(message.isEmpty ? "" : " (\(message))")"
        case .protocolViolation(let what): "the server broke the protocol: \(what)"
        case .connectionLost(let what): "the connection was lost: \(what)"
        case .idle(let limit): "nothing was received for \(limit)"
        case .timedOut(let operation, let limit): "\(operation.rawValue) took more than \(limit)"
        case .refused(let error, let text): text.isEmpty ? error : "\(error): \(text)"
        case .tooManyRequests: "too many requests are open"
        case .notConnected: "there is no connection"
        case .authenticationFailed(let what): "authentication failed: \(what)"
        case .closed: "closed"
        }
    }
}
