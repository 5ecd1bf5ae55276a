import OddsJSON

/// What a player enters to register at the second provider.
struct PAMRegistration: Sendable {
    let username: String
    let password: String
    let profile: [ProfileProperty: String]

    /// Reads the arguments, and checks them at a moment.
    ///
    /// - Parameter isWhole: Whether names and country are needed as well.
    /// - Throws: All fields that cannot be taken.
    init(
        _ arguments: RequestArguments, isWhole: Bool, currency: Currency, now: Int64
    ) throws(Refusal) {
        username = arguments.optional("username") ?? ""
        password = arguments.optional("password") ?? ""
        profile = PAMProfile.values(arguments)
        let isPassword = RegistrationFields.passwordLengths.contains(password.unicodeScalars.count)
        let isCurrency = arguments.optional("currency").map { $0 == currency.code } ?? true
        let wrong = [
            ("username", Self.isUsername(username)), ("password", isPassword),
            ("currency", isCurrency),
        ].filter { !$0.1 }.map { (field: $0.0, error: PAMFieldError.wrongValue) }
        let needed: [ProfileProperty] =
            [.email, .birthDate] + (isWhole ? [.firstName, .lastName, .countryCode] : [])
        let missing = needed.filter { profile[$0] == nil }
            .map { ProfileFault(property: $0, reason: .wrongValue) }
        let faults = missing + ProfileFault.faults(of: profile, at: now)
        guard wrong.isEmpty, faults.isEmpty else {
            throw .wrongFields(wrong + PAMProfile.errors(faults))
        }
    }

    /// Whether a text is a name to log in with.
    static func isUsername(_ text: String) -> Bool {
        text.wholeMatch(of: #/[A-Za-z0-9._+-]{3,50}/#) != nil
    }
}

// Registering.
extension PAM {
    /// Makes a player of a few fields, who may log in once the address is confirmed.
    package func quickSignup(_ arguments: RequestArguments) async throws(Refusal) -> JSONValue {
        try await signup(arguments, isWhole: false)
    }

    /// Makes a player of all fields, who may log in at once.
    package func signup(_ arguments: RequestArguments) async throws(Refusal) -> JSONValue {
        try await signup(arguments, isWhole: true)
    }

    private func signup(
        _ arguments: RequestArguments, isWhole: Bool
    ) async throws(Refusal) -> JSONValue {
        let currency = platform.settings.currency
        let fields = try PAMRegistration(
            arguments, isWhole: isWhole, currency: currency, now: platform.clock.milliseconds)
        let hash = try await platform.hash(fields.password).text
        let player = try await platform.state.transact {
            try $0.register(fields, hash: hash, isConfirmed: isWhole, currency: currency)
        }
        return ["partyId": "\(player)"]
    }

    /// Confirms the address of a player.
    package func signupConfirmation(_ arguments: RequestArguments) async throws(Refusal) {
        let email = try arguments.text("email")
        let code = try arguments.text("confirmationCode")
        guard try await platform.state.transact({ try $0.confirm(email, code: code) }) else {
            throw .pam(PAMStatus.wrongCode, "the code is wrong, used or too old")
        }
    }

    /// Sends the code again, where there is an address to be confirmed.
    package func resendVerificationCode(_ arguments: RequestArguments) async throws(Refusal) {
        let email = try arguments.text("email")
        try await platform.state.transact { transaction in
            guard let player = try transaction.player(ofEmail: email),
                try transaction.number(
                    "SELECT isEmailVerified FROM player WHERE id = ?", [player]) == 0
            else { return }
            try transaction.sendConfirmation(to: player)
        }
    }

    /// Whether somebody has registered with an address, or under a name.
    package func checkCredential(_ arguments: RequestArguments) async throws(Refusal) -> JSONValue {
        enum Field: String, CaseIterable { case email, userId, username }
        let field = try arguments.choice("field", of: Field.self)
        let value = try arguments.text("value")
        let isKnown = try await platform.state.transact { transaction in
            switch field {
            case .email: try transaction.isKnown(email: value)
            case .userId, .username: try transaction.isTaken(username: value)
            }
        }
        return Self.information([("exists", "\(isKnown)")])
    }

    /// Whether a name is in use, and free ones that are like it.
    package func userIDSuggestion(
        _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        let name = try arguments.text("userId")
        let (isTaken, free) = try await platform.state.transact { transaction in
            let isTaken = try transaction.isTaken(username: name)
            let free = try (1...9).map { "\(name)\($0)" }.filter(PAMRegistration.isUsername)
                .filter { try !transaction.isTaken(username: $0) }
            return (isTaken, free)
        }
        return Self.information(
            [("exists", "\(isTaken)")]
                + (isTaken ? free.prefix(3).map { ("suggestion", $0) } : []))
    }

    private static func information(_ pairs: [(key: String, value: String)]) -> JSONValue {
        [
            "additionalInfo": .array(
                pairs.map { ["key": .string($0.key), "value": .string($0.value)] })
        ]
    }
}

extension Transaction {
    fileprivate func isTaken(username: String) throws -> Bool {
        try row("SELECT 1 FROM player WHERE username = ?", [username]) != nil
    }

    /// Makes a player, and sends the code that confirms the address.
    ///
    /// - Returns: The player's number.
    fileprivate func register(
        _ fields: PAMRegistration, hash: String, isConfirmed: Bool, currency: Currency
    ) throws -> Int64 {
        var errors = PAMProfile.errors(try valuesInUse(fields.profile, butBy: nil))
        if try isTaken(username: fields.username) {
            // Behind the address, and before what need not be entered: apps show the first.
            let place = errors.first?.field == "email" ? 1 : 0
            errors.insert(("username", PAMFieldError.duplicate), at: place)
        }
        guard errors.isEmpty,
            let player = try makePlayer(
                username: fields.username, password: hash, currency: currency)
        else { throw Refusal.wrongFields(errors) }
        try setProfile(fields.profile, of: player.id)
        try run(
            "UPDATE player SET isUnconfirmed = ? WHERE id = ?", [!isConfirmed, player.id])
        try giveRequiredConsents(of: player.id)
        try sendConfirmation(to: player.id)
        return player.id
    }
}
