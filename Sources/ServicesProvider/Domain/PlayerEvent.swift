import Foundation

/// An event of the stream of a player.
enum PlayerEvent: Hashable, Sendable {
    case balance(WalletChange)
    case sessionEnd(token: String, PushedSessionEnd)
}

/// What a posting did to a wallet.
struct WalletChange: Hashable, Sendable {
    /// The posting, which may be told several times and counts once.
    let posting: String
    /// One more with each posting of the player; `nil` where the server has none.
    let sequence: Int?
    let currency: String?
    let date: Date?
    /// The amounts after it; `nil` where it did not move them.
    let real: Decimal?
    let bonus: Decimal?
}
