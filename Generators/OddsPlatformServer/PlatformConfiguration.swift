import OddsPlatform

/// The configuration of a platform's server.
package struct PlatformConfiguration: Sendable {
    /// The address to listen on.
    package var host = "127.0.0.1"
    /// The port of accounts; 0 for a free one.
    package var playerPort = 0
    /// The port of bets; 0 for a free one.
    package var oddsPort = 0
    /// The port of the second provider, 0 for a free one; it is not served if it is absent.
    package var sportRadarPort: Int?
    /// The platform itself.
    package var settings = PlatformSettings()
    /// The number of concurrent connections to each port; more wait until one ends.
    package var connectionsMax = 10_000

    /// How long a client may take to send a body.
    package var bodyTimeLimit = Duration.seconds(10)
    /// How long a client may take to send an upload.
    package var uploadTimeLimit = Duration.seconds(60)
    /// How long a client may take from one answer to the head of its next request.
    package var headTimeLimit = Duration.seconds(30)

    /// The defaults above.
    package init() {}

    /// The largest body but for uploads.
    static let bodyBytesMax = 64 << 10
    /// The deepest nesting of a body.
    static let bodyLevelsMax = 16
    /// The largest upload, all of its files together.
    static let uploadBytesMax = 32 << 20
    /// The time without a byte in either direction after which a connection is closed.
    /// Streams of events last as long as that without one.
    static let idleSecondsMax: Int64 = 60
    /// All header fields of a request together.
    static let headerBytesMax = 16 << 10
    /// Header fields of a request.
    static let headerFieldsMax = 100
}
