/// The URIs of errors and of reasons to end a session: those of WAMP, and those
/// that EM adds.
public enum WAMPReason {
    /// Nobody offers the procedure that was called.
    public static let noSuchProcedure = "wamp.error.no_such_procedure"
    /// The session has no such registration.
    public static let noSuchRegistration = "wamp.error.no_such_registration"
    /// The session has no such subscription.
    public static let noSuchSubscription = "wamp.error.no_such_subscription"
    /// The server does not serve the realm.
    public static let noSuchRealm = "wamp.error.no_such_realm"
    /// An argument of a call is missing or wrong.
    public static let invalidArgument = "wamp.error.invalid_argument"
    /// A topic or procedure is not a legal URI.
    public static let invalidURI = "wamp.error.invalid_uri"
    /// The peer broke the protocol.
    public static let protocolViolation = "wamp.error.protocol_violation"
    /// The answer to CHALLENGE was wrong.
    public static let authenticationFailed = "wamp.error.authentication_failed"
    /// The server ends.
    public static let systemShutdown = "wamp.close.system_shutdown"
    /// The peer leaves the realm.
    public static let closeRealm = "wamp.close.close_realm"
    /// Confirms a GOODBYE.
    public static let goodbyeAndOut = "wamp.close.goodbye_and_out"
    /// What some EM clients send instead of `closeRealm`.
    public static let errorCloseRealm = "wamp.error.close_realm"
    /// What the same clients expect instead of `goodbyeAndOut`.
    public static let errorGoodbyeAndOut = "wamp.error.goodbye_and_out"
    /// EM is under maintenance; the keyword argument `desc` says why.
    public static let noBackend = "wamp.no.backend"

    /// A limit of the moment; the keyword argument `desc` says which, and when to come back. A
    /// reason of our own: EM says it of no request.
    public static let tooManyRequests = "em.error.too_many_requests"

    /// The reason that answers a GOODBYE: `wamp.error.goodbye_and_out` to
    /// `wamp.error.*`, else `wamp.close.goodbye_and_out`.
    public static func reply(to reason: String) -> String {
        reason.hasPrefix("wamp.error.") ? errorGoodbyeAndOut : goodbyeAndOut
    }
}
