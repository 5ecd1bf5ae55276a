/// URIs that WAMP defines for errors and for the ends of sessions, and those
/// of EM's.
public enum WAMPReason {
    public static let noSuchProcedure = "wamp.error.no_such_procedure"
    public static let noSuchRegistration = "wamp.error.no_such_registration"
    public static let noSuchSubscription = "wamp.error.no_such_subscription"
    public static let noSuchRealm = "wamp.error.no_such_realm"
    public static let invalidArgument = "wamp.error.invalid_argument"
    public static let invalidURI = "wamp.error.invalid_uri"
    public static let protocolViolation = "wamp.error.protocol_violation"
    public static let authenticationFailed = "wamp.error.authentication_failed"
    public static let systemShutdown = "wamp.close.system_shutdown"
    public static let closeRealm = "wamp.close.close_realm"
    public static let goodbyeAndOut = "wamp.close.goodbye_and_out"
    /// What some EM clients send and expect instead of the two above.
    public static let errorCloseRealm = "wamp.error.close_realm"
    public static let errorGoodbyeAndOut = "wamp.error.goodbye_and_out"
    /// EM under maintenance; the keyword argument `desc` tells why.
    public static let noBackend = "wamp.no.backend"

    /// The answer to a GOODBYE of that reason: `wamp.error.goodbye_and_out` to
    /// `wamp.error.*`, else `wamp.close.goodbye_and_out`.
    public static func reply(to reason: String) -> String {
        reason.hasPrefix("wamp.error.") ? errorGoodbyeAndOut : goodbyeAndOut
    }
}
