/// The state of a client.
public enum ConnectionState: Equatable, Sendable {
    /// Not connected and not trying to connect: as asked, or because of an error
    /// that trying again cannot help (`isPermanent`). Call `connect` once its
    /// cause has changed.
    case disconnected(ClientError?)
    /// Connecting. Attempts are counted from 1, and anew after a connection
    /// that lasted a heartbeat.
    case connecting(attempt: Int)
    /// There is a session, which the server calls so: its WAMP id, or the id of
    /// SportRadar's subscriber.
    case connected(session: String)
    /// Waiting for the next attempt, after this error.
    case waiting(Duration, after: ClientError)
}
