/// What became of the frames and requests of a SportRadar client, over all of its
/// connections.
public struct SportRadarCounters: Equatable, Sendable {
    /// Frames that could not be read (SR-F1).
    public internal(set) var framesRejected = 0
    /// Frames whose type is unknown or absent (SR-F2).
    public internal(set) var framesIgnored = 0
    /// Elements that could not be read and name no content (SR-F4).
    public internal(set) var elementsRejected = 0
    /// The server's errors on the socket, by their type. Of more than 64 types, further
    /// ones count as `other`.
    public internal(set) var errors: [String: Int] = [:]
    /// Sessions that the server opened.
    public internal(set) var sessions = 0
    /// Requests to subscribe that were sent.
    public internal(set) var subscribes = 0
    /// Requests to unsubscribe that were sent.
    public internal(set) var unsubscribes = 0

    /// The most types of errors that are told apart.
    static let errorTypesMax = 64

    /// All zero.
    public init() {}

    mutating func count(error type: String) {
        let isKnown = errors[type] != nil || errors.count < Self.errorTypesMax
        errors[isKnown ? type : "other", default: 0] += 1
    }
}
