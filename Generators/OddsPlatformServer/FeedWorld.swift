import NIOConcurrencyHelpers
import OddsPlatform
import OddsServer
import OddsTraffic

/// The world that a feed serves. The platform is opened before the feed, which begins where
/// the platform's state is.
package final class FeedWorld: BettingWorld {
    // Not a `Mutex`, which the thread sanitizer does not know.
    private let feed = NIOLockedValueBox<EMServer?>(nil)

    /// A world without offers, until there is a feed.
    package init() {}

    /// Takes the offers of a feed from now on.
    ///
    /// - Returns: The news of its world.
    package func follow(_ feed: EMServer) -> WorldNewsQueue {
        self.feed.withLockedValue { $0 = feed }
        let news = WorldNewsQueue()
        feed.observeWorld { news.put($0) }
        return news
    }

    package func quotes(_ ids: [UInt64], of key: QuoteKey) async throws -> [OfferQuote] {
        try await feed.withLockedValue(\.self)?.quotes(ids, of: key) ?? []
    }
}
