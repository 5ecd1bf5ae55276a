// Forgotten passwords. Each step is one transaction. A number that nobody has goes through the
// same steps as one that is known, and has the same limits: whether it is known is nobody's
// business.
extension Transaction {
    private static let lifeMilliseconds: Int64 = 15 * 60_000
    private static let wrongCodesMax = 3
    private static let openResetsMax = 3
    /// How many tokens of numbers that nobody has are kept.
    static let unknownResetsMax: Int64 = 20_000

    /// Begins a reset. Of one account's that are open, the oldest ends where there are too many.
    ///
    /// - Parameter number: A mobile phone's, with its prefix.
    /// - Returns: The token. Its code can be read by a control request.
    /// - Throws: A refusal after too many wrong codes.
    func beginPasswordReset(number: String) throws -> String {
        try run("DELETE FROM passwordReset WHERE created < ?", [now - Self.lifeMilliseconds])
        let player = try player(ofNumber: number)
        let account = player.map { "\($0)" } ?? "number \(number)"
        try refuseIfGuessed(account)
        let token = Hexadecimal.secret()
        var random = SystemRandomNumberGenerator()
        let code = String(Int.random(in: 100_000...999_999, using: &random))
        try run(
            """
            INSERT INTO passwordReset (token, account, player, code, created)
            VALUES (?, ?, ?, ?, ?)
            """, [token, account, player, code, now])
        try run(
            "DELETE FROM passwordReset WHERE player IS NULL AND id <= ?",
            [insertedID - Self.unknownResetsMax])
        try run(
            """
            DELETE FROM passwordReset WHERE account = ? AND id NOT IN (
                SELECT id FROM passwordReset WHERE account = ? ORDER BY id DESC LIMIT ?)
            """, [account, account, Self.openResetsMax])
        return token
    }

    /// The player who has a number; `nil` if nobody has it, or several players, as some of an
    /// older version's do.
    private func player(ofNumber number: String) throws -> Int64? {
        let players = try rows(
            """
            SELECT id FROM player
            WHERE mobilePhonePrefix || mobilePhone = ? AND mobilePhone <> '' LIMIT 2
            """, [number])
        return players.count == 1 ? players[0][0] : nil
    }

    /// The code that goes with a token, for control; `nil` if there is none.
    func validationCode(of token: String) throws -> String? {
        try row(
            "SELECT code FROM passwordReset WHERE token = ? AND hash IS NULL AND created >= ?",
            [token, now - Self.lifeMilliseconds])?[0]
    }

    /// Takes a code.
    ///
    /// - Returns: The hash that allows one new password, or why it is refused. A wrong
    ///   code counts, so that it must not undo the transaction.
    /// - Throws: A refusal after too many wrong codes of the account, whatever the code.
    func validate(token: String, code: String) throws -> Result<String, Refusal> {
        guard
            let row = try row(
                """
                SELECT code, wrongCodes, account, player FROM passwordReset
                WHERE token = ? AND hash IS NULL AND created >= ?
                """, [token, now - Self.lifeMilliseconds])
        else { return .failure(Self.noToken) }
        try refuseIfGuessed(row[2])
        guard row[0] == code else {
            try noteWrongCode(of: row[2], player: row[3])
            if row[1] + 1 >= Self.wrongCodesMax {
                try run("DELETE FROM passwordReset WHERE token = ?", [token])
            } else {
                try run(
                    "UPDATE passwordReset SET wrongCodes = wrongCodes + 1 WHERE token = ?",
                    [token])
            }
            return .failure(Refusal(400, "GmErr_INVALID_CODE", "the code is wrong"))
        }
        let hash = Hexadecimal.secret()
        try run("UPDATE passwordReset SET hash = ? WHERE token = ?", [hash, token])
        return .success(hash)
    }

    /// Sets a new password, and ends the player's sessions and open resets.
    ///
    /// - Throws: A refusal after too many wrong codes of the account.
    func resetPassword(hash: String, newPassword: String) throws {
        guard
            let row = try row(
                "SELECT account, player FROM passwordReset WHERE hash = ? AND created >= ?",
                [hash, now - Self.lifeMilliseconds])
        else { throw Self.noToken }
        try refuseIfGuessed(row[0])
        // An unknown number gets as far as this, so as not to be told apart before.
        guard let player = row[1] as Int64? else { throw Self.noToken }
        try setPassword(of: player, newPassword)
        try endSessions(of: player, .kicked)
    }

    /// Ends a player's open resets.
    func endPasswordResets(of player: Int64) throws {
        try run("DELETE FROM passwordReset WHERE account = ?", ["\(player)"])
    }

    private static let noToken = Refusal(
        400, "GmErr_TOKEN_NOT_FOUND", "the token is unknown, used or expired")
}
