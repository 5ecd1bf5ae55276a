/// Whether a player is logged in.
public enum UserSessionState: Hashable, Sendable {
    /// Nobody is.
    case anonymous
    /// The player of that number is.
    case logged(userID: String)
    /// The session ended, and was not renewed.
    case expired(SessionEndReason)
}

/// Why a session ended without a logout.
public enum SessionEndReason: Hashable, Sendable {
    /// The credentials were refused, with that error.
    case credentialsRefused(ServiceProviderError)
    /// The server refused the session even after it was renewed.
    case refused
    /// The server says that the session was ended elsewhere.
    case loggedOutElsewhere
    /// The server ended the session.
    case kicked
}
