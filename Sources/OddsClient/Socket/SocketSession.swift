/// What speaks on the links of a `SocketConnection`: a client of some protocol, on the
/// connection's event loop. The connection calls it there.
protocol SocketSession: Actor {
    /// Makes what takes the messages of a link, in order of arrival, on the link's event
    /// loop. A message is valid during the call. Each call asks `link.takesMessages`
    /// first.
    nonisolated func receiver(on link: SocketLink) -> (UnsafeRawBufferPointer) -> Void

    /// The same for binary messages; `nil` where they are taken like text.
    nonisolated func binaryReceiver(
        on link: SocketLink
    ) -> ((UnsafeRawBufferPointer) -> Void)?

    /// A link stands: say what opens a session on it. Once there is one, call
    /// `SocketConnection.established`.
    func openSession(on link: SocketLink)

    /// The session stands: ask for all that was asked for on earlier ones.
    func restoreSession()

    /// Say what ends the session. The connection waits for the end of the link, for as
    /// long as its configuration allows.
    func leaveSession()

    /// The link is closed, and with it the session. Called as well for a link that never
    /// stood.
    func linkClosed(_ error: ClientError)
}

extension SocketSession {
    nonisolated func binaryReceiver(
        on link: SocketLink
    ) -> ((UnsafeRawBufferPointer) -> Void)? { nil }
}
