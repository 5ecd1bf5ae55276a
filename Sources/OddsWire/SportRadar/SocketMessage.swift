/// What a frame of SportRadar's socket says (SR-F2 of the SportRadar contract).
public enum SocketMessage: Equatable, Sendable {
    /// The server listens for the subscriber with this id: a connection begins.
    case listening(subscriberID: String)
    /// The server refuses: the error's type.
    case error(type: String)
    /// Contents changed; what changed is to be taken from the translator.
    case changes
    /// A frame of another type, or of none; it changes nothing.
    case other
}
