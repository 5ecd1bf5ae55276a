import OddsClient

/// Which matches of EveryMatrix' feed pages show.
package struct PlatformConfiguration: Sendable {
    /// A list of the feed.
    package enum List: String, CaseIterable, Sendable {
        /// Matches that have not begun.
        case upcoming
        /// Matches that are played.
        case live
    }

    /// The feed: `ws://HOST:PORT/v2`, or `wss://…`.
    package let endpoint: String
    /// The list that is shown.
    package var list = List.upcoming
    /// How many matches are asked of the feed; pages can ask for fewer of them.
    package var matchesMax = World.matchesDefault
    /// The pauses between attempts to reach the feed.
    package var backoff = Backoff()

    /// How many matches the feed can be asked for.
    package static let matchesRange = 1...1_000

    /// The first matches of the feed that have not begun.
    ///
    /// - Parameter endpoint: Must be one, see `isEndpoint`.
    package init(endpoint: String) { self.endpoint = endpoint }

    /// Whether a feed can have this address.
    package static func isEndpoint(_ text: String) -> Bool { ClientConfiguration.isAddress(text) }
}
