import OddsClient

/// The errors of feeds' clients as those of this module.
enum FeedErrorTable {
    /// What a request failed with.
    static func error(_ error: ClientError) -> ServiceProviderError {
        switch error {
        case .badAddress, .insecure: .onConnection
        case .unreachable, .connectionLost, .idle, .notConnected, .sessionEnded,
            .registrationRevoked: .noNetworkConnection
        case .handshakeRefused(let status, let reason): handshake(status, reason)
        case .aborted(let reason, let message): refusal(reason, message)
        case .protocolViolation: .invalidResponse
        case .timedOut: .timedOut
        case .refused(let reason, let message): refusal(reason, message)
        case .tooManyRequests: .rateLimitExceeded
        case .authenticationFailed, .noAuthenticator: .unauthorized
        case .closed: .cancelled
        }
    }

    /// What ends a subscription whose topic has never come: the server's refusal, unless
    /// it is one of the moment. `nil` for what is tried again.
    static func end(ofSubscription error: ClientError) -> ServiceProviderError? {
        guard case .refused(let reason, _) = error, reason != maintenance,
            reason != tooManyRequests
        else { return nil }
        return .onSubscribe
    }

    private static let maintenance = "wamp.no.backend"
    private static let tooManyRequests = "em.error.too_many_requests"

    private static func handshake(_ status: Int, _ reason: String) -> ServiceProviderError {
        switch status {
        case 401: .unauthorized
        case 403: .forbidden
        case 408: .timedOut
        case 429: .rateLimitExceeded
        case 503: .maintenanceMode(message: reason)
        case 500...: .internalServerError
        default: .onConnection
        }
    }

    private static func refusal(_ reason: String, _ message: String) -> ServiceProviderError {
        switch reason {
        case maintenance: .maintenanceMode(message: message)
        case tooManyRequests: .rateLimitExceeded
        case "wamp.error.not_authorized", "wamp.error.authentication_failed",
            "wamp.error.authentication_denied", "wamp.error.authentication_required":
            .unauthorized
        case "wamp.error.no_such_realm", "wamp.error.no_such_role",
            "wamp.error.no_such_principal", "wamp.error.no_matching_auth_method",
            "wamp.error.no_auth_method":
            .onConnection
        case "wamp.close.system_shutdown": .noNetworkConnection
        default: .errorDetailedMessage(key: reason, message: message)
        }
    }
}
