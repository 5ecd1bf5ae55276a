// What players would get by mail; a control request reads it.
extension Transaction {
    /// Kinds of mail. Of each, only the newest of a player counts.
    enum MailKind: String, CaseIterable {
        /// A code of six digits that confirms the address.
        case confirmation
        /// A new password.
        case password
    }

    private static let lifeMilliseconds: Int64 = 15 * 60_000
    private static let wrongCodesMax = 3

    /// Sends a code, in place of the one of its kind that was sent before.
    func send(_ kind: MailKind, to player: Int64, code: String) throws {
        try run(
            "REPLACE INTO mail (player, kind, code, created) VALUES (?, ?, ?, ?)",
            [player, kind.rawValue, code, now])
    }

    /// Sends a code that confirms the player's address.
    func sendConfirmation(to player: Int64) throws {
        var random = SystemRandomNumberGenerator()
        try send(
            .confirmation, to: player,
            code: String(Int.random(in: 100_000...999_999, using: &random)))
    }

    /// Makes mail worthless.
    func endMail(_ kind: MailKind, of player: Int64) throws {
        try run("DELETE FROM mail WHERE player = ? AND kind = ?", [player, kind.rawValue])
    }

    /// The code that was sent last to an address, for control; `nil` if there is none.
    func code(sentTo email: String) throws -> String? {
        guard let player = try player(ofEmail: email) else { return nil }
        return try row(
            """
            SELECT code FROM mail WHERE player = ? AND created > ?
            ORDER BY created DESC, kind LIMIT 1
            """, [player, now - Self.lifeMilliseconds])?[0]
    }

    /// The player to whom a password was sent; `nil` if it was not.
    func playerOfSentPassword(_ password: String, username: String) throws -> Int64? {
        try row(
            """
            SELECT player.id FROM player JOIN mail ON mail.player = player.id
            WHERE username = ? AND kind = ? AND code = ? AND mail.created > ?
            """,
            [username, MailKind.password.rawValue, password, now - Self.lifeMilliseconds])?[0]
    }

    /// Takes the code that confirms an address. A wrong one counts, so that it must not undo
    /// the transaction.
    ///
    /// - Returns: Whether it is right.
    func confirm(_ email: String, code: String) throws -> Bool {
        guard let player = try player(ofEmail: email),
            // Whether codes are refused, or wrong, is nobody's business: another address has none.
            try guessedUntil(Self.confirmation(of: player)) == nil,
            let row = try row(
                """
                SELECT code, wrongCodes FROM mail
                WHERE player = ? AND kind = ? AND created > ?
                """,
                [player, MailKind.confirmation.rawValue, now - Self.lifeMilliseconds])
        else { return false }
        guard row[0] == code else {
            try noteWrongCode(of: Self.confirmation(of: player), player: player)
            if row[1] + 1 >= Self.wrongCodesMax {
                try endMail(.confirmation, of: player)
            } else {
                try run(
                    "UPDATE mail SET wrongCodes = wrongCodes + 1 WHERE player = ? AND kind = ?",
                    [player, MailKind.confirmation.rawValue])
            }
            return false
        }
        try endMail(.confirmation, of: player)
        try run(
            "UPDATE player SET isUnconfirmed = 0, isEmailVerified = 1 WHERE id = ?", [player])
        return true
    }

    /// What wrong codes are counted for.
    private static func confirmation(of player: Int64) -> String { "address of \(player)" }

    /// The player who has an address; `nil` if nobody has it, or several players.
    func player(ofEmail email: String) throws -> Int64? {
        guard !email.isEmpty else { return nil }
        let players = try rows(
            "SELECT id FROM player WHERE email = ? COLLATE NOCASE AND email <> '' LIMIT 2",
            [email])
        return players.count == 1 ? players[0][0] : nil
    }

    /// Whether an account has an address.
    ///
    /// - Parameter player: One that may have it.
    func isKnown(email: String, butBy player: Int64? = nil) throws -> Bool {
        try row(
            """
            SELECT 1 FROM player
            WHERE email = ? COLLATE NOCASE AND email <> '' AND id IS NOT ? LIMIT 1
            """, [email, player]) != nil
    }
}
