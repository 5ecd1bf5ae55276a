import CNATS

/// Why something could not be done over NATS.
package struct NATSError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The kinds that callers treat differently.
    package enum Kind: Equatable, Sendable {
        /// No waiting helps: a wrong address, refused credentials, TLS that fails, a peer
        /// that is not NATS, a server without JetStream.
        case unusable
        /// It may be there later: a server that is away, a connection that broke, JetStream
        /// without a leader.
        case unavailable
        /// Nobody has subscribed to the subject of a request.
        case noResponders
        /// No answer came in time.
        case timedOut
        /// The connection was closed.
        case closed
        /// Several replicas were asked of a server that is in no cluster.
        case notClustered
    }

    /// What callers decide by.
    package let kind: Kind
    /// What failed, where, and what to do. Has no credentials.
    package let description: String

    package init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    /// The error of a call of the C library.
    ///
    /// - Parameters:
    ///   - status: What the call returned.
    ///   - what: What it was to do, for the message.
    init(_ status: natsStatus, _ what: String) {
        let kind: Kind =
            switch status {
            case NATS_TIMEOUT: .timedOut
            case NATS_NO_RESPONDERS: .noResponders
            case NATS_CONNECTION_CLOSED, NATS_DRAINING: .closed
            case NATS_CONNECTION_AUTH_FAILED, NATS_NOT_PERMITTED, NATS_SSL_ERROR,
                NATS_SECURE_CONNECTION_WANTED, NATS_SECURE_CONNECTION_REQUIRED,
                NATS_MAX_PAYLOAD, NATS_INVALID_SUBJECT:
                .unusable
            default: .unavailable
            }
        self.init(kind, "\(what): \(String(cString: natsStatus_GetText(status)))")
    }
}

/// Passes on what a call of the C library returned.
func check(_ status: natsStatus, _ what: @autoclosure () -> String) throws(NATSError) {
    guard status != NATS_OK else { return }
    throw NATSError(status, what())
}
