import OddsClient
import ServicesProvider

/// Which matches of a provider's feed pages show.
package struct PlatformConfiguration: Sendable {
    /// Whose feed it is.
    package enum Provider: String, CaseIterable, Sendable {
        case everymatrix, sportradar
    }

    /// A list of the feed.
    package enum List: String, CaseIterable, Sendable {
        /// Matches that have not begun.
        case upcoming
        /// Matches that are played.
        case live
    }

    package let provider: Provider
    /// EM's feed: `ws://HOST:PORT/v2`, or `wss://…`; SportRadar's servers:
    /// `http://HOST:PORT`, or `https://…`.
    package let endpoint: String
    /// SportRadar: the code of the sport whose matches are shown, as each of its lists has
    /// those of one.
    package var sport = Self.defaultSport
    /// The list that is shown.
    package var list = List.upcoming
    /// How many matches are asked of the feed; pages can ask for fewer of them.
    package var matchesMax = World.matchesDefault
    /// The pauses between attempts to reach the feed.
    package var backoff = Backoff()

    /// How many matches the feed can be asked for.
    package static let matchesRange = 1...1_000

    /// SportRadar's code of football.
    package static let defaultSport = "FBL"

    /// The first matches of the feed that have not begun.
    ///
    /// - Parameter endpoint: Must be one, see `isEndpoint`.
    package init(_ provider: Provider = .everymatrix, endpoint: String) {
        self.provider = provider
        self.endpoint = endpoint
    }

    /// Whether a provider's feed can have this address.
    package static func isEndpoint(_ text: String, of provider: Provider) -> Bool {
        switch provider {
        case .everymatrix: ClientConfiguration.isAddress(text)
        case .sportradar:
            text.hasPrefix("http") && !text.hasSuffix("/")
                && (try? ServicesProviderConfiguration(
                    endpoints: [.production: .init(sportRadar: .init(all: text))])) != nil
        }
    }
}
