// Logging in, in steps: the password is hashed between two transactions, and others may run
// between them. Each step therefore looks at the lock anew.
extension Transaction {
    /// Failures in a row after which logging in is refused for a time.
    private static let failedLoginsMax = 5
    private static let lockMilliseconds: Int64 = 5 * 60_000
    /// How many names that nobody has are remembered with their failures.
    static let unknownNamesMax: Int64 = 20_000

    /// Begins to log in under a name, whether somebody has it or not.
    ///
    /// - Throws: A refusal while the name is locked.
    func beginLogin(_ username: String) throws -> LoginAttempt {
        let name = try loginName(username)
        try refuse(lockedUntil: name.lockedUntil)
        return LoginAttempt(username: username, player: name.player)
    }

    /// Counts a wrong password, unless the name has been locked since: a lock is never changed.
    ///
    /// - Returns: Why the login is refused.
    func failLogin(_ username: String) throws -> Refusal {
        let name = try loginName(username)
        guard name.lockedUntil <= now else { return .tooManyAttempts(until: name.lockedUntil) }
        let failed = name.failedLogins + 1
        guard failed >= Self.failedLoginsMax else {
            try note(failedLogins: failed, lockedUntil: 0, of: name)
            return .wrongPassword
        }
        let end = now + Self.lockMilliseconds
        try note(failedLogins: 0, lockedUntil: end, of: name)
        return .tooManyAttempts(until: end)
    }

    /// Begins a session for a player whose password was right, unless it has been changed, or
    /// the name locked, since.
    func finishLogin(of id: Int64, hash: PasswordHash) throws -> BegunSession {
        guard let player = try player(id),
            let row = try row(
                """
                SELECT lockedUntil, password, hasExpiredSession, hasLoggedIn, isUnconfirmed
                FROM player WHERE id = ?
                """, [id])
        else { throw Refusal.wrongPassword }
        try refuse(lockedUntil: row[0])
        guard row[1] == hash.text else { throw Refusal.wrongPassword }
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

    /// Sets a password, and ends what else might set one: open resets, and a password that was
    /// sent. A lock stays as it is.
    func setPassword(of player: Int64, _ hash: String) throws {
        try run("UPDATE player SET password = ?, failedLogins = 0 WHERE id = ?", [hash, player])
        try endPasswordResets(of: player)
        try endMail(.password, of: player)
    }

    private func refuse(lockedUntil end: Int64) throws {
        guard end <= now else { throw Refusal.tooManyAttempts(until: end) }
    }

    /// A name with its lock, by one statement whether somebody has it or not.
    private func loginName(_ username: String) throws -> LoginName {
        let row = try row(
            """
            SELECT player.id, password, IFNULL(player.failedLogins, unknownName.failedLogins),
                IFNULL(player.lockedUntil, unknownName.lockedUntil)
            FROM (SELECT ? AS name) AS asked
                LEFT JOIN player ON player.username = asked.name
                LEFT JOIN unknownName ON unknownName.name = asked.name
            """, [username])
        let player = try (row?[0] as Int64?).map { id in
            guard let hash = PasswordHash(text: row?[1] ?? "") else {
                throw Refusal.damagedState("a password")
            }
            return (id: id, hash: hash)
        }
        return LoginName(
            name: username, player: player, failedLogins: row?[2] ?? 0,
            lockedUntil: row?[3] ?? 0)
    }

    private func note(failedLogins: Int64, lockedUntil: Int64, of name: LoginName) throws {
        if let player = name.player {
            try run(
                "UPDATE player SET failedLogins = ?, lockedUntil = ? WHERE id = ?",
                [failedLogins, lockedUntil, player.id])
        } else {
            try run(
                "REPLACE INTO unknownName (name, failedLogins, lockedUntil) VALUES (?, ?, ?)",
                [name.name, failedLogins, lockedUntil])
            try run(
                "DELETE FROM unknownName WHERE number <= ?", [insertedID - Self.unknownNamesMax])
        }
    }

    /// Forgets a name as one that nobody has.
    func forgetUnknownName(_ username: String) throws {
        try run("DELETE FROM unknownName WHERE name = ?", [username])
    }
}

/// A name that somebody logs in with, and its lock.
private struct LoginName {
    let name: String
    /// `nil` if nobody has the name.
    let player: (id: Int64, hash: PasswordHash)?
    let failedLogins: Int64
    let lockedUntil: Int64
}

/// A login that has begun: what the password is to be compared with.
struct LoginAttempt: Sendable {
    let username: String
    /// `nil` if nobody has the name.
    let player: (id: Int64, hash: PasswordHash)?
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
    static let notConfirmed = Refusal(
        403, "GmErr_USER_NOT_ACTIVATED", "the registration has to be confirmed before")

    static func tooManyAttempts(until end: Int64) -> Refusal {
        Refusal(
            403, "GmErr_USER_AUTH_FAILED_TOO_MANY_ATTEMPTS",
            "too many attempts: try again later", until: end)
    }
}
