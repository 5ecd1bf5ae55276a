public import Foundation

/// Why a bet was not cashed out.
public enum CashoutRefusal: Hashable, Sendable {
    /// An offer has no odds now, or the bet cannot be cashed out or is over.
    case noCurrentOdds
    /// The request is not one that the server takes.
    case invalid
    /// The value has changed by more than the request accepts.
    case outOfThreshold
}

/// What a bet can be cashed out for now. Amounts are in the bet's currency, exactly.
public struct BetCashoutValue: Hashable, Sendable {
    /// The bet.
    public let betID: String
    /// The value of the whole remaining stake; `nil` while there is none.
    public let value: Decimal?
    /// What the remaining stake returns if all that is open wins.
    public let potentialReturn: Decimal?
    /// The remaining stake.
    public let remainingStake: Decimal?
    /// Whether a part of the stake may be cashed out.
    public let allowsPartial: Bool
}

/// A request to cash out a bet, or a part of its stake.
public struct CashoutRequest: Hashable, Sendable {
    /// How much of the bet.
    public enum Kind: Hashable, Sendable {
        /// All that remains.
        case full
        /// A part of the remaining stake.
        case partial(stake: Decimal)
    }

    /// Which other values than that of the request are accepted.
    public enum Acceptance: Hashable, Sendable {
        /// All.
        case any
        /// Higher ones.
        case higher
        /// Those that differ by at most 5% of it.
        case withinThreshold
        /// None.
        case none
    }

    /// The bet.
    public var betID: String
    /// The value that the player has seen, exactly: of a part, that of the part.
    public var value: Decimal
    /// How much of the bet.
    public var kind: Kind
    /// Which other values are accepted.
    public var acceptance: Acceptance
    /// Marks repetitions of one request, at most 64 visible ASCII characters; a new one
    /// for each call if it is `nil`.
    public var idempotencyKey: String?

    /// A request.
    public init(
        betID: String, value: Decimal, kind: Kind = .full, acceptance: Acceptance = .none,
        idempotencyKey: String? = nil
    ) {
        self.betID = betID
        self.value = value
        self.kind = kind
        self.acceptance = acceptance
        self.idempotencyKey = idempotencyKey
    }
}

/// A cashout that was carried out.
public struct CashoutResult: Hashable, Sendable {
    /// The bet.
    public let betID: String
    /// The server's number of the request.
    public let requestID: String?
    /// What was paid, exactly.
    public let payout: Decimal
    /// The part of the stake that was cashed out; `nil` for all that remained.
    public let partialStake: Decimal?
    /// Whether the payment is still to come.
    public let isPending: Bool
}
