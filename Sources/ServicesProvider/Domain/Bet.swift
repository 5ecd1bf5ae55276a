public import Foundation
public import OddsBetting

/// What has become of a bet.
public enum BetStatus: Hashable, Sendable {
    /// It is open.
    case opened
    /// It has won.
    case won
    /// It has lost.
    case lost
    /// It does not count: the stake was given back.
    case void
    /// It was cancelled.
    case cancelled
    /// The player has cashed it out in full.
    case cashedOut
    /// It is settled; the server does not say how.
    case settled
    /// A status that this version does not know.
    case undefined

    /// Whether the bet is not settled yet.
    public var isOpen: Bool { self == .opened }
}

/// A bet of a player.
///
/// Amounts are in the bet's currency, exactly. What the server does not say is `nil`.
public struct Bet: Hashable, Sendable {
    /// The server's number of it.
    public let id: String
    /// How its selections are combined; `nil` for a type that this version does not know.
    public let type: BetType?
    /// What has become of it.
    public let status: BetStatus
    /// The stake that was placed.
    public let stake: Decimal
    /// What of the stake has not been cashed out.
    public let remainingStake: Decimal?
    /// The currency, by ISO 4217.
    public let currency: String
    /// What a stake of 1 returns if all wins.
    public let totalOdds: Decimal?
    /// What the remaining stake returns if all that is open wins.
    public let potentialReturn: Decimal?
    /// What cashouts have paid.
    public let cashedOutAmount: Decimal?
    /// What was paid in all.
    public let netReturns: Decimal?
    /// Whether it was placed with free-bet money.
    public let isFreeBet: Bool
    /// Whether its selections are of one event, with a price of their own.
    public let isBetBuilder: Bool
    /// The code of its ticket.
    public let ticketCode: String?
    /// When it was placed.
    public let placedDate: Date
    /// When it was settled.
    public let settledDate: Date?
    /// Its selections, in their order.
    public let selections: [BetSelection]
    /// Selections that could not be read, and are left out.
    public let droppedSelectionsCount: Int
}

/// A page of bets, the newest first.
public struct BetsPage: Hashable, Sendable {
    /// The bets.
    public let bets: [Bet]
    /// Whether there is another page.
    public let hasNextPage: Bool
    /// Bets of the answer that could not be read, and are left out.
    public let droppedCount: Int
}
