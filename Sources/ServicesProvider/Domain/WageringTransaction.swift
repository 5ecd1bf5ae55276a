public import Foundation

/// What a bet has moved in a wallet.
public struct WageringTransaction: Hashable, Sendable {
    /// The direction.
    public enum Kind: Hashable, Sendable {
        /// Out of the wallet: a stake.
        case bet
        /// Into it: a return or a cashout.
        case win
    }

    /// The server's number of it.
    public let id: String
    /// The direction.
    public let kind: Kind
    /// The real money that was moved, exactly.
    public let realAmount: Decimal
    /// The bonus money that was moved.
    public let bonusAmount: Decimal
    /// The real money after it; `nil` where the server does not say it.
    public let balance: Decimal?
    /// The currency, by ISO 4217.
    public let currency: String
    /// When.
    public let date: Date
}
