public import Foundation
public import OddsBetting

/// What a ticket may be placed for. Amounts are in the player's currency, exactly.
public struct UnifiedBettingOptions: Hashable, Sendable {
    /// Selections of one event that may be played together.
    public struct BetBuilder: Hashable, Sendable {
        /// The betting offers.
        public let bettingOfferIDs: [String]
        /// The price of all of them together.
        public let odds: Decimal
    }

    /// The least stake.
    public let minStake: Decimal?
    /// The greatest stake.
    public let maxStake: Decimal?
    /// What a stake of 1 returns if all wins.
    public let totalOdds: Decimal?
    /// What the stake that was asked about returns if all wins.
    public let potentialReturn: Decimal?
    /// Whether taxes are taken from returns.
    public let isTaxed: Bool
    /// Whether somebody may be asked for a bet beyond the limits.
    public let allowsManualRequest: Bool
    /// The groups of selections that may be played as one.
    public let betBuilders: [BetBuilder]
    /// The groups of betting offers that must not be in one combination.
    public let forbiddenCombinations: [[String]]
}

/// What a ticket returns if all wins, as the server calculates it.
public struct PotentialReturn: Hashable, Sendable {
    /// The amount, in the player's currency, exactly.
    public let amount: Decimal
    /// What a stake of 1 returns.
    public let totalOdds: Decimal?
}

/// A type of bet that some selections allow.
public struct AllowedBetType: Hashable, Sendable {
    /// The type.
    public let type: BetType
    /// The server's name of it, in its language; `nil` where it has none.
    public let name: String?
    /// The number of combinations, each of which plays the same part of the stake.
    public let numberOfBets: Int
}
