public import Foundation

/// Which changes of the odds a ticket accepts.
public enum OddsValidationType: Hashable, Sendable {
    /// All: it is placed at the current odds.
    case acceptAny
    /// Higher odds.
    case acceptHigher
    /// None.
    case acceptNone
}

/// How tickets are placed.
public struct PlaceBetsOptions: Hashable, Sendable {
    /// The currency of the stakes, by ISO 4217; the player's if it is `nil`.
    public var currency: String?
    /// Which changes of the odds are accepted.
    public var oddsValidationType = OddsValidationType.acceptNone
    /// The wallet, where a player has several.
    public var ubsWalletId: String?
    /// Marks repetitions of one call: visible ASCII characters. Who passes it and gets no
    /// answer finds out by the same call with the same key whether the bets were placed. A
    /// new one for each call if it is `nil`, or has more than 60 characters.
    public var idempotencyKey: String?

    /// The defaults above.
    public init() {}
}

/// A bet that has been placed.
public struct PlacedBet: Hashable, Sendable {
    /// A selection, at the odds that the bet holds.
    public struct Selection: Hashable, Sendable, Codable {
        /// The betting offer.
        public let bettingOfferID: String
        /// The odds, exactly.
        public let odds: Decimal
    }

    /// The server's number of the bet.
    public let betID: String
    /// What it is: open, in general.
    public let status: BetStatus
    /// What it returns if all wins, exactly; `nil` where the server does not say it.
    public let potentialReturn: Decimal?
    /// The code of the ticket.
    public let ticketCode: String?
    /// The selections, in the ticket's order.
    public let selections: [Selection]
}

/// What has become of several tickets.
public struct PlacedBetsResponse: Hashable, Sendable {
    /// For each ticket, in the order of the tickets: the bet, or why it was not placed.
    public let results: [Result<PlacedBet, ServiceProviderError>]
    /// The key under which the tickets were sent.
    public let idempotencyKey: String

    /// The bets that were placed, in the order of the tickets.
    public var bets: [PlacedBet] { results.compactMap { try? $0.get() } }
}

/// Odds that are no longer those of a ticket.
public struct OddsChange: Hashable, Sendable {
    /// The betting offer.
    public let bettingOfferID: String
    /// The odds that the ticket named.
    public let requested: Decimal
    /// The odds that the server has.
    public let current: Decimal

    /// A change.
    public init(bettingOfferID: String, requested: Decimal, current: Decimal) {
        self.bettingOfferID = bettingOfferID
        self.requested = requested
        self.current = current
    }
}
