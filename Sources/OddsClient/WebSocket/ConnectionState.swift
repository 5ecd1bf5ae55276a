/// Where a client stands.
public enum ConnectionState: Equatable, Sendable {
    /// Not connected, and not trying: as asked, or because of what the error
    /// says.
    case disconnected(ClientError?)
    /// The attempts since a connection last lasted a heartbeat, this one
    /// included.
    case connecting(attempt: Int)
    case connected(session: UInt64)
    /// Until the next attempt, because of what happened to the last one.
    case waiting(Duration, after: ClientError)
}

/// Why something that a client was asked for did not work.
public enum ClientError: Error, Equatable, Sendable {
    /// What has a time limit.
    public enum Operation: String, Sendable {
        case connect, register, dump, call
    }

    /// The address is none.
    case badAddress(String)
    /// No connection could be made, or no TLS on it.
    case unreachable(String)
    /// The server refused the WebSocket; `reason` tells its HTTP status.
    case handshakeRefused(reason: String)
    /// The server ended the session, or refused it, by ABORT or GOODBYE.
    case sessionEnded(reason: String, message: String)
    /// The server broke the protocol.
    case protocolViolation(String)
    /// The connection ended without a word.
    case connectionLost(String)
    /// Nothing was received within the idle limit, answers to pings included.
    case idle(Duration)
    case timedOut(Operation, Duration)
    /// The server answered ERROR; `description` is its `desc`.
    case refused(error: String, description: String)
    /// So many requests are open that no more can be made.
    case tooManyRequests
    case notConnected
    /// The authenticator failed, or there is none.
    case authenticationFailed(String)
    /// `disconnect` was called, or the task cancelled.
    case closed
}

extension ClientError: CustomStringConvertible {
    /// One line.
    public var description: String {
        switch self {
        case .badAddress(let address):
            "\(address) is no address: expected ws://HOST[:PORT][/PATH] or wss://…"
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
