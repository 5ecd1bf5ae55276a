import OddsJSON

// Sessions.
extension PAM {
    /// Logs in, and answers with a session and what of the profile apps need first.
    ///
    /// A password that was sent to a player who had forgotten the old one is taken in its place.
    package func login(username: String, password: String) async throws(Refusal) -> JSONValue {
        let begun: BegunSession
        do throws(Refusal) {
            begun = try await platform.beginSession(username: username, password: password)
        } catch {
            guard error == .wrongPassword || error == .tooManyAttempts,
                try await takeSentPassword(password, of: username)
            else { throw try await withLockDate(error, of: username) }
            begun = try await platform.beginSession(username: username, password: password)
        }
        return try await platform.state.transact { try $0.pamLogin(begun) }
    }

    /// Makes a password that was sent to the player the player's password.
    ///
    /// - Returns: Whether it was one that was sent.
    private func takeSentPassword(
        _ password: String, of username: String
    ) async throws(Refusal) -> Bool {
        let isSent = try await platform.state.transact {
            try $0.playerOfSentPassword(password, username: username) != nil
        }
        guard isSent else { return false }
        let hash = try await platform.hash(password, cost: .standard).text
        return try await platform.state.transact { transaction in
            guard
                let player = try transaction.playerOfSentPassword(password, username: username)
            else { return false }
            try transaction.endMail(.password, of: player)
            try transaction.setPassword(of: player, hash)
            try transaction.endSessions(of: player, .kicked)
            return true
        }
    }

    /// Adds to the refusal of a locked account until when it is locked.
    private func withLockDate(
        _ refusal: Refusal, of username: String
    ) async throws(Refusal) -> Refusal {
        guard refusal.code.map(PAMStatus.status) == PAMStatus.locked else { return refusal }
        let end = try await platform.state.transact {
            try $0.number(
                "SELECT MAX(lockedUntil, blockedUntil) FROM player WHERE username = ?", [username])
        }
        return .pam(
            PAMStatus.locked, refusal.message,
            members: [JSONMember("lockUntilDateFormatted", .string(WireDate.dayFirst(end)))])
    }

    /// The token that bets are placed with.
    package func openGameSession(
        _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        for (name, value) in [("productCode", "SPORT_RADAR"), ("gameId", "SPORTSBOOK")] {
            guard try arguments.text(name) == value else {
                throw .badShape("\(name): expected \(value)")
            }
        }
        return try await platform.asPlayer(access) { transaction, _ in
            ["launchToken": .string(try transaction.launchToken(ofSession: access.session ?? ""))]
        }
    }

    /// Ends the session.
    package func logout(_ access: Access) async throws(Refusal) {
        try await platform.logout(access)
    }

    /// Sets a new password, and ends the player's other sessions.
    package func updatePassword(
        _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) {
        let old = try arguments.text("oldPassword")
        let new = try arguments.text("newPassword")
        let username = try await platform.asPlayer(access) { $1.username }
        do throws(Refusal) {
            try await changePassword(access, old: old, new: new)
        } catch {
            throw try await withLockDate(error, of: username)
        }
    }

    private func changePassword(
        _ access: Access, old: String, new: String
    ) async throws(Refusal) {
        let (player, hash) = try await platform.asPlayer(access) { transaction, player in
            // In the steps of a login, which lock after too many wrong passwords.
            guard let begun = try transaction.beginLogin(player.username) else {
                throw Refusal.forbidden
            }
            return begun
        }
        guard RegistrationFields.passwordLengths.contains(new.unicodeScalars.count) else {
            throw .wrongFields([("newPassword", PAMFieldError.wrongValue)])
        }
        guard try await platform.matches(old, hash) else {
            throw try await platform.state.transact { try $0.failLogin(of: player) }
        }
        let newHash = try await platform.hash(new, cost: .standard).text
        try await platform.asPlayer(access) { transaction, player in
            guard try transaction.beginLogin(player.username)?.hash == hash else {
                throw Refusal.wrongPassword
            }
            try transaction.setPassword(of: player.id, newHash)
            try transaction.endSessions(of: player.id, .kicked, but: access.session)
        }
    }

    /// Sends a new password to a player who has forgotten the old one. An address that nobody
    /// has is answered alike: whether it is known is nobody's business.
    package func forgotPassword(_ arguments: RequestArguments) async throws(Refusal) {
        let email = try arguments.text("email")
        try await platform.state.transact { transaction in
            guard let player = try transaction.player(ofEmail: email) else { return }
            try transaction.send(.password, to: player, code: Hexadecimal.secret())
        }
    }
}

extension Transaction {
    /// What a login answers with.
    fileprivate func pamLogin(_ begun: BegunSession) throws -> JSONValue {
        let player = begun.player
        let email = try row("SELECT email FROM player WHERE id = ?", [player.id])?[0] as String?
        return [
            "partyId": "\(player.id)", "username": .string(player.username),
            "currency": .string(player.currency.code), "email": .text(email),
            "sessionKey": .string(begun.id), "kycStatus": .string(player.verification.rawValue),
            "lockStatus": .string(PAMProfile.lockStatus(isLocked: false)),
            "lockUntilDateFormatted": .null, "isFirstLogin": .bool(begun.isFirst),
            "securityVerificationRequiredFields": .array(begun.blockers.map { .string($0) }),
        ]
    }

    /// Sets a password, and lifts the lock that wrong ones have put on.
    fileprivate func setPassword(of player: Int64, _ hash: String) throws {
        try run(
            "UPDATE player SET password = ?, failedLogins = 0, lockedUntil = 0 WHERE id = ?",
            [hash, player])
    }
}
