import OddsTraffic

/// The world whose offers bets meet.
package protocol BettingWorld: Sendable {
    /// The offers of these ids as they are now; those that do not exist are left out.
    func quotes(_ ids: [UInt64], of key: QuoteKey) async throws -> [OfferQuote]
}

/// A world without offers, for a platform that takes no bets.
package struct EmptyWorld: BettingWorld {
    /// A world without offers.
    package init() {}

    package func quotes(_ ids: [UInt64], of key: QuoteKey) -> [OfferQuote] { [] }
}
