// Other names of this module's types, under which apps of this family know them.

/// The client of EM's feed.
public typealias EMWebSocketConnection = EMWebSocketClient

/// The state of a client.
public typealias WebSocketConnectionState = ConnectionState
