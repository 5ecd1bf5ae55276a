/// Whether an area of a provider has its server.
public enum ConnectorState: Hashable, Sendable {
    /// It does not try: never yet, no more, or given up.
    case disconnected
    /// It tries.
    case connecting
    /// It has.
    case connected
}

/// The states of an area: the current one first, then changes.
public typealias ConnectorStates = StateUpdates<ConnectorState>

/// An area of a provider, which has a connection.
public protocol Connector: Sendable {
    /// The states of the connection.
    var connectionStates: ConnectorStates { get }
}
