import Foundation

/// A player's money, exactly.
public struct UserWallet: Hashable, Sendable {
    /// The currency, by ISO 4217.
    public var currency: String
    /// Money that the player has paid in or won.
    public var real: Decimal
    /// Money of bonuses.
    public var bonus: Decimal
    /// What of it can be withdrawn.
    public var withdrawable: Decimal
    /// Money for free bets, which no total contains.
    public var freeBet: Decimal
    /// The number of the latest posting that is in it; `nil` where the server has none.
    public var sequence: Int?

    /// Real and bonus money.
    public var total: Decimal { real + bonus }

    /// A wallet.
    public init(
        currency: String, real: Decimal, bonus: Decimal, withdrawable: Decimal,
        freeBet: Decimal, sequence: Int?
    ) {
        self.currency = currency
        self.real = real
        self.bonus = bonus
        self.withdrawable = withdrawable
        self.freeBet = freeBet
        self.sequence = sequence
    }
}
