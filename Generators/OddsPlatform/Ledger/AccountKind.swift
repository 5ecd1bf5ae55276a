/// The accounts of the double-entry ledger.
enum AccountKind: Int64, CaseIterable, Sendable {
    // Of each player.
    case real = 0
    case bonus = 1
    case freebet = 2
    case escrow = 3
    // Of the platform, for each currency.
    case house = 4
    case outside = 5

    /// The accounts that each player has.
    static let ofPlayers: [AccountKind] = [.real, .bonus, .freebet, .escrow]

    /// The name of a wallet's part in answers and pushes.
    var walletName: String {
        switch self {
        case .real: "Real"
        case .bonus: "Bonus"
        case .freebet: "FreeBet"
        case .escrow: "Escrow"
        case .house: "House"
        case .outside: "Outside"
        }
    }
}

/// One account. Its number in the database is made of its owner's and its kind's.
struct Account: Hashable, Sendable {
    let id: Int64

    /// An account of a player.
    init(_ kind: AccountKind, of player: Int64) { id = player << 3 | kind.rawValue }

    /// An account of the platform.
    init(_ kind: AccountKind, in currency: Currency) {
        id = Int64(currency.index) << 3 | kind.rawValue
    }
}

/// A currency that the platform knows. All have two places.
package struct Currency: Hashable, Sendable {
    /// By their position, which is kept in states: new ones go to the end.
    private static let codes = ["EUR", "USD", "GBP", "BRL", "XAF"]

    fileprivate let index: Int

    /// The currency of a code of ISO 4217; `nil` if the platform does not know it.
    package init?(_ code: String) {
        guard let index = Self.codes.firstIndex(of: code) else { return nil }
        self.index = index
    }

    /// The code of ISO 4217.
    package var code: String { Self.codes[index] }

    /// The codes that are known.
    package static var known: String { codes.joined(separator: ", ") }
}
