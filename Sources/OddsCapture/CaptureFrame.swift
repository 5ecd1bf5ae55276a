/// One recorded frame.
public struct CaptureFrame: Equatable, Sendable {
    /// The channel on which it came. Channels are told apart by their UTF-8
    /// bytes, which Swift's `==` does not do: compare `channel.utf8`.
    public let channel: String
    /// When it came, in milliseconds since 1970.
    public let at: Int64
    /// The frame's text verbatim, a legal frame or not.
    public let bytes: [UInt8]
    /// Whose frame it is.
    public let provider: FeedProvider

    /// - Parameter at: when the frame came, in milliseconds since 1970.
    public init(
        channel: String, at: Int64, bytes: [UInt8], provider: FeedProvider = .everyMatrix
    ) {
        self.channel = channel
        self.at = at
        self.bytes = bytes
        self.provider = provider
    }
}
