// Forgotten passwords.
extension Transaction {
    private static let lifeMilliseconds: Int64 = 15 * 60_000
    private static let wrongCodesMax = 3

    /// Begins a reset, for an unknown number too: whether it is known is nobody's
    /// business.
    ///
    /// - Returns: The token. Its code can be read by a control request.
    func beginPasswordReset(mobilePrefix: String, mobile: String) throws -> String {
        try run("DELETE FROM passwordReset WHERE created < ?", [now - Self.lifeMilliseconds])
        let player = try row(
            "SELECT id FROM player WHERE mobilePhonePrefix = ? AND mobilePhone = ?",
            [mobilePrefix, mobile])
        let token = Hexadecimal.secret()
        var random = SystemRandomNumberGenerator()
        let code = String(Int.random(in: 100_000...999_999, using: &random))
        try run(
            "INSERT INTO passwordReset (token, player, code, created) VALUES (?, ?, ?, ?)",
            [token, player?[0] as Int64?, code, now])
        return token
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
    func validate(token: String, code: String) throws -> Result<String, Refusal> {
        guard
            let row = try row(
                """
                SELECT code, wrongCodes FROM passwordReset
                WHERE token = ? AND hash IS NULL AND created >= ?
                """, [token, now - Self.lifeMilliseconds])
        else { return .failure(Self.noToken) }
        guard row[0] == code else {
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

    /// Sets a new password, ends the player's sessions, and lifts the lock that wrong
    /// passwords have put on.
    func resetPassword(hash: String, newPassword: String) throws {
        guard
            let row = try row(
                "SELECT token, player FROM passwordReset WHERE hash = ? AND created >= ?",
                [hash, now - Self.lifeMilliseconds])
        else { throw Self.noToken }
        try run("DELETE FROM passwordReset WHERE token = ?", [row[0] as String])
        // An unknown number gets as far as this, so as not to be told apart before.
        guard let player = row[1] as Int64? else { throw Self.noToken }
        try run(
            "UPDATE player SET password = ?, failedLogins = 0, lockedUntil = 0 WHERE id = ?",
            [newPassword, player])
        try endSessions(of: player, .kicked)
    }

    private static let noToken = Refusal(
        400, "GmErr_TOKEN_NOT_FOUND", "the token is unknown, used or expired")
}
