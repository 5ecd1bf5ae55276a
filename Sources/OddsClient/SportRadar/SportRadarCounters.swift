import OddsWire

/// What became of the frames and requests of a SportRadar client, over all of its
/// connections.
public struct SportRadarCounters: Equatable, Sendable {
    /// Frames that could not be read (SR-F1).
    public internal(set) var framesRejected = 0
    /// Frames whose type is unknown or absent (SR-F2).
    public internal(set) var framesIgnored = 0
    /// Elements that could not be read and name no content (SR-F4).
    public internal(set) var elementsRejected = 0
    /// The server's errors on the socket.
    public internal(set) var errorFrames = ErrorFrames()
    /// Their numbers by type.
    public var errors: [String: Int] { errorFrames.byType }
    /// Sessions that the server opened.
    public internal(set) var sessions = 0
    /// Requests to subscribe that were sent.
    public internal(set) var subscribes = 0
    /// Requests to unsubscribe that were sent.
    public internal(set) var unsubscribes = 0

    /// All zero.
    public init() {}
}
