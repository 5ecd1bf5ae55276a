import OddsJSON

// Sessions, profiles and consents.
extension Platform {
    /// Logs in, and answers with a session.
    package func login(username: String, password: String) async throws(Refusal) -> JSONValue {
        let begun = try await beginSession(username: username, password: password)
        return [
            "sessionId": .string(begun.id), "id": .string(Hexadecimal.secret()),
            "userId": .number(begun.player.id),
            "sessionBlockers": .array(begun.blockers.map { .string($0) }),
            "hasToAcceptTC": false, "hasToSetPass": false,
        ]
    }

    /// Begins a session for the player of that name and password. A name that nobody has takes
    /// the same steps.
    ///
    /// - Parameter takesSent: Whether a password that was sent to the player is right as well; it
    ///   is the player's from then on.
    func beginSession(
        username: String, password: String, takesSent: Bool = false
    ) async throws(Refusal) -> BegunSession {
        guard username.unicodeScalars.count <= ProfileProperty.lengthMax else {
            throw .badShape(
                "username: expected text of at most \(ProfileProperty.lengthMax) characters")
        }
        let attempt = try await state.transact { try $0.beginLogin(username) }
        let isRight = try await matches(password, attempt.player?.hash)
        let session: BegunSession
        if isRight, let (player, hash) = attempt.player {
            session = try await state.transact { try $0.finishLogin(of: player, hash: hash) }
        } else {
            let refusal = try await state.transact { transaction -> Refusal? in
                let isSent =
                    try takesSent
                    && transaction.playerOfSentPassword(password, username: username) != nil
                return isSent ? nil : try transaction.failLogin(username)
            }
            if let refusal { throw refusal }
            session = try await adoptSentPassword(password, of: username)
        }
        metrics.addLogin(isRefresh: session.isRefresh)
        return session
    }

    /// Makes a password that was sent to the player the player's password, and begins a session.
    private func adoptSentPassword(
        _ password: String, of username: String
    ) async throws(Refusal) -> BegunSession {
        let hash = try await hash(password)
        return try await state.transact { transaction in
            guard
                let player = try transaction.playerOfSentPassword(password, username: username)
            else { throw Refusal.wrongPassword }
            try transaction.setPassword(of: player, hash.text)
            try transaction.endSessions(of: player, .kicked)
            return try transaction.finishLogin(of: player, hash: hash)
        }
    }

    /// Ends the session.
    package func logout(_ access: Access) async throws(Refusal) {
        try await asPlayer(access) { transaction, player in
            try transaction.endSession(access.session ?? "", of: player.id, .loggedOut)
        }
    }

    /// The profile.
    package func details(_ access: Access) async throws(Refusal) -> JSONValue {
        try await asPlayer(access) { try $0.profile(of: $1) }
    }

    /// Changes properties of the profile, and answers the whole.
    package func changeDetails(
        _ access: Access, _ changes: JSONValue
    ) async throws(Refusal) -> JSONValue {
        let changes = try JSONReader(changes)
        return try await asPlayer(access) { try $0.changeProfile(of: $1, changes) }
    }

    /// The texts to consent to.
    package var consentTexts: JSONValue { Transaction.consentTexts }

    /// What the player has said about them.
    package func consents(_ access: Access) async throws(Refusal) -> JSONValue {
        try await asPlayer(access) { try $0.consents(of: $1.id) }
    }

    /// Notes what the player says about them.
    package func setConsents(
        _ access: Access, _ body: JSONReader
    ) async throws(Refusal) -> JSONValue {
        let given = try body.integers("consentedVersions")
        let withdrawn = try body.integers("unConsentedVersions")
        return try await asPlayer(access) { transaction, player in
            try transaction.setConsents(of: player.id, given: given, withdrawn: withdrawn)
            return try transaction.consents(of: player.id)
        }
    }

    // MARK: Registration

    /// The form of a new registration.
    package func registrationForm() -> JSONValue {
        RegistrationFields.form(registration: "r-\(Hexadecimal.secret())")
    }

    /// Keeps what was entered in the first step.
    package func register(_ body: JSONReader) async throws(Refusal) -> JSONValue {
        guard try body.text("Step") == "Step1" else { throw .badShape("Step: expected Step1") }
        let id = try body.text("RegistrationId")
        guard id.hasPrefix("r-"), id.utf8.count <= 64, Hexadecimal.isText(id.dropFirst(2)) else {
            throw .badShape("RegistrationId: expected that of the configuration")
        }
        let fields = try RegistrationFields(
            body.object("RegisterUserDto"), now: clock.milliseconds)
        let hash = try await hash(fields.password).text
        try await state.transact { try $0.keepRegistration(id, fields, hash: hash) }
        return ["registrationId": .string(id)]
    }

    /// Makes the player.
    package func finishRegistration(_ body: JSONReader) async throws(Refusal) -> JSONValue {
        let id = try body.text("registrationId")
        let currency = settings.currency
        let player = try await state.transact {
            try $0.finishRegistration(id, currency: currency)
        }
        return ["userId": .number(player)]
    }

    // MARK: Forgotten passwords

    /// Begins a reset.
    package func resetPassword(
        mobilePrefix: String, mobile: String
    ) async throws(Refusal) -> JSONValue {
        let number = mobilePrefix + mobile
        guard number.unicodeScalars.count <= ProfileProperty.lengthMax else {
            throw .badShape(
                "mobilePrefix, mobileNumber: expected at most \(ProfileProperty.lengthMax) "
                    + "characters")
        }
        let token = try await state.transact { try $0.beginPasswordReset(number: number) }
        return ["tokenId": .string(token)]
    }

    /// Takes the code that was sent.
    package func validate(token: String, code: String) async throws(Refusal) -> JSONValue {
        let result = try await state.transact { try $0.validate(token: token, code: code) }
        return ["hashKey": .string(try result.get())]
    }

    /// Sets the new password.
    package func setPassword(_ body: JSONReader) async throws(Refusal) -> JSONValue {
        let key = try body.text("hashKey")
        let password = try body.text("plainTextPassword")
        let lengths = RegistrationFields.passwordLengths
        guard lengths.contains(password.unicodeScalars.count) else {
            throw .badShape(
                "plainTextPassword: expected \(lengths.lowerBound) to \(lengths.upperBound) "
                    + "characters")
        }
        let hash = try await hash(password).text
        try await state.transact { try $0.resetPassword(hash: key, newPassword: hash) }
        return ["timestamp": .string(WireDate.text(clock.milliseconds)), "success": 1]
    }
}
