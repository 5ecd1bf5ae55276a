/// Whose wire frames are on.
public enum FeedProvider: String, CaseIterable, Codable, Sendable {
    /// EveryMatrix: a frame is one of a channel's (the feed contract).
    case everyMatrix = "everymatrix"
    /// SportRadar: a frame is one of a socket's, with the changes of many contents (the
    /// SportRadar contract).
    case sportRadar = "sportradar"

    /// The channel that captures of SportRadar's frames have.
    public static let socketChannel = "socket"
}
