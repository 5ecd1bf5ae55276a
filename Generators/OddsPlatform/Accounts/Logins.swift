// Logging in, in steps: the password is hashed between two transactions.
extension Transaction {
    /// Failures in a row after which logging in is refused for a time.
    private static let failedLoginsMax = 5
    private static let lockMilliseconds: Int64 = 5 * 60_000

    /// The number and the password's hash of a player.
    ///
    /// - Throws: a refusal while too many attempts have failed.
    func beginLogin(_ username: String) throws -> (player: Int64, hash: PasswordHash)? {
        guard
            let row = try row(
                "SELECT id, password, lockedUntil FROM player WHERE username = ?", [username])
        else { return nil }
        guard row[2] <= now else { throw Refusal.tooManyAttempts }
        guard let hash = PasswordHash(text: row[1]) else {
            throw Refusal.damagedState("a password")
        }
        return (row[0], hash)
    }

    /// Counts a wrong password.
    ///
    /// - Returns: Why the login is refused.
    func failLogin(of player: Int64) throws -> Refusal {
        let failed = try number("SELECT failedLogins FROM player WHERE id = ?", [player]) + 1
        let isLocked = failed >= Self.failedLoginsMax
        try run(
            "UPDATE player SET failedLogins = ?, lockedUntil = ? WHERE id = ?",
            [isLocked ? 0 : failed, isLocked ? now + Self.lockMilliseconds : 0, player])
        return isLocked ? .tooManyAttempts : .wrongPassword
    }

    /// Begins a session for a player whose password was right, unless it has been
    /// changed since.
    func finishLogin(of id: Int64, hash: PasswordHash) throws -> BegunSession {
        guard let player = try player(id),
            let row = try row(
                """
                SELECT lockedUntil, password, hasExpiredSession, hasLoggedIn, isUnconfirmed
                FROM player WHERE id = ?
                """, [id]),
            row[1] == hash.text
        else { throw Refusal.wrongPassword }
        guard row[0] <= now else { throw Refusal.tooManyAttempts }
        try refuseIfExcluded(player)
        guard row[4] == false else { throw Refusal.notConfirmed }
        try run(
            """
            UPDATE player SET failedLogins = 0, hasExpiredSession = 0, hasLoggedIn = 1
            WHERE id = ? AND (failedLogins > 0 OR hasExpiredSession OR NOT hasLoggedIn)
            """, [id])
        return BegunSession(
            id: try beginSession(of: id), player: player, blockers: try sessionBlockers(of: id),
            isRefresh: row[2], isFirst: !(row[3] as Bool))
    }
}

/// A session that a login has begun.
struct BegunSession: Sendable {
    let id: String
    let player: Player
    /// What the player has to do before betting and paying.
    let blockers: [String]
    /// Whether the player's session before had expired.
    let isRefresh: Bool
    /// Whether it is the player's first.
    let isFirst: Bool
}

extension Refusal {
    static let wrongPassword = Refusal(
        403, "GmErr_USER_AUTH_FAILED", "Wrong name or password")
    static let tooManyAttempts = Refusal(
        403, "GmErr_USER_AUTH_FAILED_TOO_MANY_ATTEMPTS", "too many attempts: try again later")
    static let notConfirmed = Refusal(
        403, "GmErr_USER_NOT_ACTIVATED", "the registration has to be confirmed before")
}
