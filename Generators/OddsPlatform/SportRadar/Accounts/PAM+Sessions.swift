import OddsJSON

// Sessions.
extension PAM {
    /// Logs in, and answers with a session and what of the profile apps need first.
    ///
    /// A password that was sent to a player who had forgotten the old one is taken in its place.
    package func login(username: String, password: String) async throws(Refusal) -> JSONValue {
        do throws(Refusal) {
            let begun = try await platform.beginSession(
                username: username, password: password, takesSent: true)
            return try await platform.state.transact { try $0.pamLogin(begun) }
        } catch { throw error.withLockDate }
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
        do throws(Refusal) {
            try await changePassword(access, old: old, new: new)
        } catch { throw error.withLockDate }
    }

    private func changePassword(
        _ access: Access, old: String, new: String
    ) async throws(Refusal) {
        // In the steps of a login, which lock after too many wrong passwords.
        let begun = try await platform.asPlayer(access) { try $0.beginLogin($1.username) }
        guard RegistrationFields.passwordLengths.contains(new.unicodeScalars.count) else {
            throw .wrongFields([("newPassword", PAMFieldError.wrongValue)])
        }
        guard try await platform.matches(old, begun.player?.hash) else {
            throw try await platform.state.transact { try $0.failLogin(begun.username) }
        }
        let newHash = try await platform.hash(new).text
        try await platform.asPlayer(access) { transaction, player in
            let known = try transaction.beginLogin(player.username)
            guard known.player?.hash == begun.player?.hash else { throw Refusal.wrongPassword }
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
}

extension Refusal {
    /// The same in the account API's words, with the date, if it is of an account that is locked.
    fileprivate var withLockDate: Refusal {
        guard let until else { return self }
        return .pam(
            PAMStatus.locked, message,
            members: [JSONMember("lockUntilDateFormatted", .string(WireDate.dayFirst(until)))])
    }
}
