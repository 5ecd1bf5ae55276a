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
    /// - Returns: What becomes of its world, in order.
    package func follow(_ feed: EMServer) -> AsyncStream<WorldNews> {
        self.feed.withLockedValue { $0 = feed }
        let (stream, continuation) = AsyncStream.makeStream(of: WorldNews.self)
        feed.observeWorld { continuation.yield($0) }
        return stream
    }

    package func quotes(_ ids: [UInt64], of key: QuoteKey) async throws -> [OfferQuote] {
        try await feed.withLockedValue(\.self)?.quotes(ids, of: key) ?? []
    }

    package var nanoseconds: UInt64 {
        get async throws { try await feed.withLockedValue(\.self)?.worldNanoseconds ?? 0 }
    }
}
