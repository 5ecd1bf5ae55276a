import OddsTraffic

/// Gets what becomes of the world, on the feed's thread, which must not wait for it.
package typealias WorldObserver = @Sendable (WorldNews) -> Void

// The world, for bets.
extension EMServer {
    /// The offers of these ids as they are now; those that do not exist are left out. Clients
    /// have been sent these odds, or are being sent them.
    /// - Throws: `ElsewhereError` if the world is not here.
    package func quotes(_ ids: [UInt64], of key: QuoteKey) async throws -> [OfferQuote] {
        try await world(for: "offers").quotes(ids, of: key).get()
    }

    /// Calls `observe` with what becomes of the world from now on, in order; never if the world
    /// is elsewhere. To be called once.
    package func observeWorld(_ observe: @escaping WorldObserver) {
        (feed as? FeedLoop)?.observeWorld(observe)
    }
}
