/// What sockets of SportRadar's counted that is in no record of a channel (SR-N4).
public struct SocketCounts: Codable, Equatable, Sendable {
    /// Frames that are not legal.
    public var socketFramesRejected = 0
    /// The server's errors by their type.
    public var errorFrames: [String: Int] = [:]
    /// Elements that name no content.
    public var elementsRejected = 0
    /// Changes that mean nothing.
    public var changesIgnored = 0
    /// Changes of contents that were not yet whole on their connection.
    public var changesBeforeRefreshed = 0

    package init() {}

    /// The counts but for the errors, each with its name.
    package var numbers: [(name: String, count: Int)] {
        [
            ("socketFramesRejected", socketFramesRejected),
            ("elementsRejected", elementsRejected), ("changesIgnored", changesIgnored),
            ("changesBeforeRefreshed", changesBeforeRefreshed),
        ]
    }

    /// The errors by their type.
    package var errors: [(type: String, count: Int)] {
        errorFrames.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }
}
