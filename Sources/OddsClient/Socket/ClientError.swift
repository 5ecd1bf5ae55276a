/// Why an operation of a client failed.
public enum ClientError: Error, Hashable, Sendable {
    /// The operations that have a time limit.
    public enum Operation: String, Sendable {
        /// Connecting, up to the WebSocket.
        case connect
        /// Opening the session, such as from HELLO to WELCOME.
        case session
        /// Registering a topic.
        case register
        /// Subscribing to a content.
        case subscribe
        /// Requesting a dump.
        case dump
        /// Calling a procedure.
        case call
    }

    /// The text is no address of a server.
    case badAddress(String)
    /// No connection could be made; in words.
    case unreachable(String)
    /// No TLS could be agreed on, or the server's certificate is not trusted; in
    /// words.
    case insecure(String)
    /// The server refused the WebSocket with an HTTP status; `reason` is its
    /// text, and where a redirection leads to.
    case handshakeRefused(status: Int, reason: String)
    /// The server refused or ended the session with ABORT.
    case aborted(reason: String, message: String)
    /// The server ended the session with GOODBYE.
    case sessionEnded(reason: String)
    /// The server broke the protocol; in words.
    case protocolViolation(String)
    /// The connection ended without GOODBYE; in words.
    case connectionLost(String)
    /// Nothing was received for this time, not even the answer to a ping.
    case idle(Duration)
    /// The operation took longer than its limit.
    case timedOut(Operation, Duration)
    /// The server refused a request with this error: the URI of an ERROR, of which
    /// `description` is the `desc`; or an `errorType`, or an HTTP status.
    case refused(error: String, description: String)
    /// The server has ended a registration, for this reason.
    case registrationRevoked(reason: String)
    /// Too many requests are open: 65,536.
    case tooManyRequests
    /// There is no session.
    case notConnected
    /// The authenticator failed; in words.
    case authenticationFailed(String)
    /// The server asks for credentials by this method, and the configuration has
    /// no authenticator.
    case noAuthenticator(method: String)
    /// `disconnect` was called, or the task was cancelled.
    case closed
}

extension ClientError {
    /// Whether trying again cannot help, because the server or the configuration
    /// would have to change first: the server's certificate, its refusal by an
    /// HTTP status below 500, the refusal of the realm or of the credentials.
    public var isPermanent: Bool {
        switch self {
        case .badAddress, .insecure, .noAuthenticator: true
        // Those with which a server asks to be tried again later are excepted:
        // Request Timeout, Too Early, Too Many Requests.
        case .handshakeRefused(let status, _):
            (300..<500).contains(status) && ![408, 425, 429].contains(status)
        case .aborted(let reason, _): Self.permanentAborts.contains(reason)
        default: false
        }
    }

    /// Of the WAMP specification, "Predefined URIs".
    private static let permanentAborts: Set<String> = [
        "wamp.error.no_such_realm", "wamp.error.no_such_role", "wamp.error.no_such_principal",
        "wamp.error.not_authorized", "wamp.error.authentication_failed",
        "wamp.error.authentication_denied", "wamp.error.authentication_required",
        "wamp.error.no_matching_auth_method", "wamp.error.no_auth_method",
    ]
}

extension ClientError: CustomStringConvertible {
    /// One line.
    public var description: String {
        switch self {
        case .badAddress(let address):
            "\(address) is not an address: expected ws://HOST[:PORT][/PATH] or wss://…"
        case .unreachable(let what): what
        case .insecure(let what): "no TLS: \(what)"
        case .handshakeRefused(let status, let reason):
            "the server refused the WebSocket: HTTP \(status) \(reason)"
        case .aborted(let reason, let message):
            "the server refused the session: ABORT \(reason)"
                + (message.isEmpty ? "" : " (\(message))")
        case .sessionEnded(let reason): "the server ended the session: GOODBYE \(reason)"
        case .protocolViolation(let what): "the server broke the protocol: \(what)"
        case .connectionLost(let what): "the connection was lost: \(what)"
        case .idle(let limit): "nothing was received for \(limit)"
        case .timedOut(let operation, let limit): "\(operation.failure) within \(limit)"
        case .refused(let error, let text): text.isEmpty ? error : "\(error): \(text)"
        case .registrationRevoked(let reason):
            "the server ended the registration" + (reason.isEmpty ? "" : ": \(reason)")
        case .tooManyRequests: "too many requests are open"
        case .notConnected: "there is no connection"
        case .authenticationFailed(let what): "authentication failed: \(what)"
        case .noAuthenticator(let method):
            "the server asks for credentials (\(method)), and there are none"
        case .closed: "closed"
        }
    }
}

extension ClientError.Operation {
    fileprivate var failure: String {
        switch self {
        case .connect: "no connection was made"
        case .session: "the server opened no session"
        case .register: "the server did not answer REGISTER"
        case .subscribe: "the server did not answer the subscription"
        case .dump: "the dump did not come"
        case .call: "the server did not answer CALL"
        }
    }
}
