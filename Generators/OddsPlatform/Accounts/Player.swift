import GRDB

/// A player as most requests need one.
struct Player: Sendable {
    let id: Int64
    let username: String
    let currency: Currency
    /// Until when logging in is refused, in milliseconds since 1970; 0 for never.
    let blockedUntil: Int64
    let walletSequence: Int64
    let verification: Verification

    /// Whether documents have been seen and approved.
    enum Verification: String, Sendable {
        case none = "NONE"
        case pending = "PENDING"
        case approved = "APPROVED"
        case rejected = "REJECTED"
    }
}

extension Transaction {
    private static let columns =
        "player.id, username, currency, blockedUntil, walletSequence, verification"

    /// A player by number; `nil` if there is none.
    func player(_ id: Int64) throws -> Player? {
        try row("SELECT \(Self.columns) FROM player WHERE id = ?", [id]).map(player)
    }

    /// The player of a session, and when the session was used last; `nil` if there is none.
    func player(ofSession id: String) throws -> (player: Player, used: Int64)? {
        try row(
            """
            SELECT \(Self.columns), used FROM session JOIN player ON player.id = session.player
            WHERE session.id = ?
            """, [id]
        ).map { (try player($0), $0[6]) }
    }

    private func player(_ row: Row) throws -> Player {
        guard let currency = Currency(row[2]),
            let verification = Player.Verification(rawValue: row[5])
        else { throw Refusal.damagedState("a player") }
        return Player(
            id: row[0], username: row[1], currency: currency, blockedUntil: row[3],
            walletSequence: row[4], verification: verification)
    }

    /// Makes a player, without money.
    ///
    /// - Returns: `nil` if the name is taken.
    func makePlayer(
        username: String, password: String, currency: Currency
    ) throws -> Player? {
        guard try row("SELECT 1 FROM player WHERE username = ?", [username]) == nil else {
            return nil
        }
        let id = max(
            Platform.firstPlayer, try number("SELECT IFNULL(MAX(id), 0) FROM player") + 1)
        try run(
            """
            INSERT INTO player (id, username, password, currency, language)
            VALUES (?, ?, ?, ?, 'en')
            """, [id, username, password, currency.code])
        try forgetUnknownName(username)
        try openAccounts(of: id, in: currency)
        return try player(id)
    }
}
