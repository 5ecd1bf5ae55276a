import OddsCapture

/// What a run's frames belong to: channels of EM's feed, or one socket of SportRadar's.
@usableFromInline
package struct FeedChannels: Codable, Equatable, Sendable {
    /// Whose wire the frames are on.
    @usableFromInline package var provider: FeedProvider
    /// The names of the channels, at the positions that tickets refer to.
    @usableFromInline package var names: [String]

    @usableFromInline
    package init(_ names: [String], of provider: FeedProvider = .everyMatrix) {
        self.provider = provider
        self.names = names
    }
}
