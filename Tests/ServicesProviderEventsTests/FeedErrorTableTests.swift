import OddsClient
import Testing

@testable import ServicesProvider

@Suite struct FeedErrorTableTests {
    @Test("Each error of the feed's client has its own meaning", arguments: [
        (.badAddress("x"), .onConnection), (.insecure("x"), .onConnection),
        (.unreachable("x"), .noNetworkConnection), (.connectionLost("x"), .noNetworkConnection),
        (.idle(.seconds(1)), .noNetworkConnection), (.notConnected, .noNetworkConnection),
        (.sessionEnded(reason: "wamp.close.normal"), .noNetworkConnection),
        (.handshakeRefused(status: 301, reason: "x"), .onConnection),
        (.handshakeRefused(status: 401, reason: "x"), .unauthorized),
        (.handshakeRefused(status: 403, reason: "x"), .forbidden),
        (.handshakeRefused(status: 404, reason: "x"), .onConnection),
        (.handshakeRefused(status: 408, reason: "x"), .timedOut),
        (.handshakeRefused(status: 429, reason: "x"), .rateLimitExceeded),
        (.handshakeRefused(status: 500, reason: "x"), .internalServerError),
        (.handshakeRefused(status: 502, reason: "x"), .internalServerError),
        (.handshakeRefused(status: 503, reason: "x"), .maintenanceMode(message: "x")),
        (.aborted(reason: "wamp.error.no_such_realm", message: "x"), .onConnection),
        (.aborted(reason: "wamp.error.no_such_role", message: "x"), .onConnection),
        (.aborted(reason: "wamp.error.no_such_principal", message: "x"), .onConnection),
        (.aborted(reason: "wamp.error.no_matching_auth_method", message: "x"), .onConnection),
        (.aborted(reason: "wamp.error.no_auth_method", message: "x"), .onConnection),
        (.aborted(reason: "wamp.error.not_authorized", message: "x"), .unauthorized),
        (.aborted(reason: "wamp.error.authentication_failed", message: "x"), .unauthorized),
        (.aborted(reason: "wamp.error.authentication_denied", message: "x"), .unauthorized),
        (.aborted(reason: "wamp.error.authentication_required", message: "x"), .unauthorized),
        (.aborted(reason: "wamp.close.system_shutdown", message: "x"), .noNetworkConnection),
        (.aborted(reason: "a.b", message: "x"), .errorDetailedMessage(key: "a.b", message: "x")),
        (.protocolViolation("x"), .invalidResponse),
        (.timedOut(.connect, .seconds(1)), .timedOut),
        (.timedOut(.session, .seconds(1)), .timedOut),
        (.timedOut(.register, .seconds(1)), .timedOut),
        (.timedOut(.dump, .seconds(1)), .timedOut), (.timedOut(.call, .seconds(1)), .timedOut),
        (.refused(error: "wamp.no.backend", description: "x"), .maintenanceMode(message: "x")),
        (.refused(error: "em.error.too_many_requests", description: "x"), .rateLimitExceeded),
        (.refused(error: "wamp.error.not_authorized", description: "x"), .unauthorized),
        (.refused(error: "wamp.error.invalid_argument", description: "x"),
            .errorDetailedMessage(key: "wamp.error.invalid_argument", message: "x")),
        (.registrationRevoked(reason: "x"), .noNetworkConnection),
        (.tooManyRequests, .rateLimitExceeded), (.authenticationFailed("x"), .unauthorized),
        (.noAuthenticator(method: "x"), .unauthorized), (.closed, .cancelled),
    ] as [(ClientError, ServiceProviderError)])
    func rows(error: ClientError, meaning: ServiceProviderError) {
        #expect(FeedErrorTable.error(error) == meaning)
    }

    @Test("Only a refusal that is not one of the moment ends a subscription", arguments: [
        (.refused(error: "wamp.error.no_such_procedure", description: ""), .onSubscribe),
        (.refused(error: "wamp.error.not_authorized", description: ""), .onSubscribe),
        (.refused(error: "wamp.no.backend", description: ""), nil),
        (.refused(error: "em.error.too_many_requests", description: ""), nil),
        (.timedOut(.register, .seconds(1)), nil), (.connectionLost("x"), nil),
        (.notConnected, nil), (.closed, nil),
    ] as [(ClientError, ServiceProviderError?)])
    func endsOfSubscriptions(error: ClientError, end: ServiceProviderError?) {
        #expect(FeedErrorTable.end(ofSubscription: error) == end)
    }
}
