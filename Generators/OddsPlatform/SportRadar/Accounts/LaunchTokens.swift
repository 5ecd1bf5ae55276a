// Launch tokens: each session has at most one, which bets of the second provider carry in place
// of its id, and which ends with it.
extension Transaction {
    /// The launch token of a session; a new one if it has none.
    func launchToken(ofSession id: String) throws -> String {
        let row = try row("SELECT launchToken FROM session WHERE id = ?", [id])
        if let token = row?[0] as String? { return token }
        let token = Hexadecimal.secret()
        try run("UPDATE session SET launchToken = ? WHERE id = ?", [token, id])
        return token
    }

    /// The player of a launch token, whose session is thereby used.
    ///
    /// - Throws: `Refusal.noSession` if it is unknown, or its session has expired.
    func playerOfLaunchToken(_ token: String, lifeMilliseconds: Int64) throws -> Player {
        guard let row = try row("SELECT id FROM session WHERE launchToken = ?", [token]) else {
            throw Refusal.noSession
        }
        do {
            return try playerOfSession(row[0], lifeMilliseconds: lifeMilliseconds)
        } catch let refusal as Refusal where refusal == .forbidden {
            throw Refusal.noSession
        }
    }
}

extension Platform {
    /// Ends a launch token, if there is one, but not its session.
    package func expire(launchToken: String) async throws(Refusal) {
        try await state.transact {
            try $0.run(
                "UPDATE session SET launchToken = NULL WHERE launchToken = ?", [launchToken])
        }
    }
}
