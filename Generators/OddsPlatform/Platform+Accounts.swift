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

    /// Begins a session for the player of that name and password.
    func beginSession(
        username: String, password: String
    ) async throws(Refusal) -> BegunSession {
        let begun = try await state.transact { try $0.beginLogin(username) }
        let isRight = try await matches(password, begun?.hash)
        guard let begun else { throw .wrongPassword }
        guard isRight else {
            throw try await state.transact { try $0.failLogin(of: begun.player) }
        }
        let session = try await state.transact {
            try $0.finishLogin(of: begun.player, hash: begun.hash)
        }
        metrics.addLogin(isRefresh: session.isRefresh)
        return session
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
        try await asPlayer(access) { try $0.changeProfile(of: $1, changes) }
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
        let hash = try await hash(fields.password, cost: .standard).text
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
        let token = try await state.transact {
            try $0.beginPasswordReset(mobilePrefix: mobilePrefix, mobile: mobile)
        }
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
        guard (8...64).contains(password.unicodeScalars.count) else {
            throw .badShape("plainTextPassword: expected 8 to 64 characters")
        }
        let hash = try await hash(password, cost: .standard).text
        try await state.transact { try $0.resetPassword(hash: key, newPassword: hash) }
        return ["timestamp": .string(WireDate.text(clock.milliseconds)), "success": 1]
    }
}
