// Sessions.
extension Transaction {
    /// How exactly the last use of a session is noted: a session that is used often
    /// would be written often. It may end earlier by as much as this.
    static let sessionUseMilliseconds: Int64 = 10_000

    /// Begins a session.
    ///
    /// - Returns: Its id, which cannot be guessed.
    func beginSession(of player: Int64) throws -> String {
        let id = Hexadecimal.secret()
        try run("INSERT INTO session (id, player, used) VALUES (?, ?, ?)", [id, player, now])
        return id
    }

    /// The player of a session, which is thereby used.
    ///
    /// - Throws: `Refusal.forbidden` if it is unknown or has expired.
    func playerOfSession(_ id: String, lifeMilliseconds: Int64) throws -> Player {
        guard let (player, used) = try player(ofSession: id), now - used < lifeMilliseconds else {
            throw Refusal.forbidden
        }
        if now - used >= min(Self.sessionUseMilliseconds, lifeMilliseconds / 100) {
            try run("UPDATE session SET used = ? WHERE id = ?", [now, id])
        }
        return player
    }

    /// Whether a session exists. Does not count as a use.
    func isSession(_ id: String) throws -> Bool {
        try row("SELECT 1 FROM session WHERE id = ?", [id]) != nil
    }

    /// Ends a session, and tells its player's streams.
    func endSession(_ id: String, of player: Int64, _ end: SessionEnd) throws {
        try run("DELETE FROM session WHERE id = ? AND player = ?", [id, player])
        guard changedCount > 0 else { return }
        if end == .expired {
            try run("UPDATE player SET hasExpiredSession = 1 WHERE id = ?", [player])
        }
        push(Push(player: player, event: .sessionEnd(id: id, end), milliseconds: now))
    }

    /// Ends all sessions of a player, or of all players; but one, if there is that one.
    ///
    /// - Returns: How many there were.
    @discardableResult
    func endSessions(of player: Int64?, _ end: SessionEnd, but kept: String? = nil) throws -> Int {
        var sessions =
            try player.map { try rows("SELECT id, player FROM session WHERE player = ?", [$0]) }
            ?? rows("SELECT id, player FROM session")
        sessions.removeAll { $0[0] == kept }
        for session in sessions { try endSession(session[0], of: session[1], end) }
        return sessions.count
    }

    /// Ends the sessions that have not been used for their life.
    func endIdleSessions(lifeMilliseconds: Int64) throws {
        for session in try rows(
            "SELECT id, player FROM session WHERE used <= ?", [now - lifeMilliseconds])
        {
            try endSession(session[0], of: session[1], .expired)
        }
    }
}
