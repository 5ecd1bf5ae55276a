import OddsJSON

/// Words of the account API about players.
enum PAMProfile {
    static func lockStatus(isLocked: Bool) -> String { isLocked ? "LOCKED" : "NOT_LOCKED" }

    /// Arguments that change properties of the profile.
    static let arguments: [(name: String, property: ProfileProperty)] = [
        ("email", .email), ("firstName", .firstName), ("lastName", .lastName),
        ("birthDate", .birthDate), ("country", .countryCode),
        ("mobilePrefix", .mobilePhonePrefix), ("mobileNumber", .mobilePhone),
        ("language", .language),
    ]

    /// Those that answers have as further information, by the names of the arguments.
    static let extra: [ProfileProperty] = [.mobilePhonePrefix, .mobilePhone, .language]

    /// A date of birth as the state has it, `1990-04-01`, from `01-04-1990`; `nil` for other
    /// texts.
    static func birthDate(_ text: String) -> String? {
        WireDate.dayFirstMilliseconds(text).map { String(WireDate.text($0).prefix(10)) }
    }
}

/// Why a field cannot be taken.
enum PAMFieldError {
    static let wrongValue = "INVALID_VALUE"
    static let duplicate = "DUPLICATE"
    static let tooYoung = "UNDERAGE"
}

// Profiles.
extension PAM {
    /// The profile.
    package func playerInfo(_ access: Access) async throws(Refusal) -> JSONValue {
        try await platform.asPlayer(access) { try $0.pamProfile(of: $1) }
    }

    /// Changes the properties that are among the arguments, and answers the whole.
    package func updatePlayerInfo(
        _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        var errors: [(field: String, error: String)] = []
        var changes: [(property: ProfileProperty, value: String)] = []
        for (name, property) in PAMProfile.arguments {
            guard let text = arguments.optional(name) else { continue }
            let isShort = text.unicodeScalars.count <= ProfileProperty.lengthMax
            switch property {
            case .birthDate:
                guard let date = PAMProfile.birthDate(text) else { break }
                changes.append((property, date))
                continue
            case .email where !PAMRegistration.isAddress(text): break
            default:
                guard isShort else { break }
                changes.append((property, text))
                continue
            }
            errors.append((name, PAMFieldError.wrongValue))
        }
        guard errors.isEmpty else { throw .wrongFields(errors) }
        let known = changes
        return try await platform.asPlayer(access) { transaction, player in
            for (property, value) in known {
                try transaction.change(property, to: value, of: player)
            }
            return try transaction.pamProfile(of: player)
        }
    }
}

extension Transaction {
    fileprivate func change(
        _ property: ProfileProperty, to value: String, of player: Player
    ) throws {
        if property == .email {
            let row = try row("SELECT email FROM player WHERE id = ?", [player.id])
            let old: String = row?[0] ?? ""
            guard old.lowercased() != value.lowercased() else { return }
            guard try !isKnown(email: value) else {
                throw Refusal.wrongFields([("email", PAMFieldError.duplicate)])
            }
            try run("UPDATE player SET isEmailVerified = 0 WHERE id = ?", [player.id])
        }
        try run("UPDATE player SET \(property.rawValue) = ? WHERE id = ?", [value, player.id])
    }

    fileprivate func pamProfile(of player: Player) throws -> JSONValue {
        let names = ProfileProperty.allCases.map(\.rawValue).joined(separator: ", ")
        let row = try row(
            "SELECT isEmailVerified, lockedUntil, \(names) FROM player WHERE id = ?", [player.id])
        let text = { (property: ProfileProperty) -> String in row?[property.rawValue] ?? "" }
        let birth = WireDate.milliseconds(text(.birthDate)).map(WireDate.dayFirst)
        let isLocked = max(player.blockedUntil, row?[1] ?? 0) > now
        let extra = PAMProfile.arguments.filter { PAMProfile.extra.contains($0.property) }
            .map { name, property -> JSONValue in
                ["key": .string(name), "value": .string(text(property))]
            }
        return [
            "partyId": "\(player.id)", "userId": .string(player.username),
            "email": .string(text(.email)), "firstName": .string(text(.firstName)),
            "lastName": .string(text(.lastName)), "birthDateFormatted": .text(birth),
            "currency": .string(player.currency.code), "country": .string(text(.countryCode)),
            "kycStatus": .string(player.verification.rawValue),
            "emailVerificationStatus": row?[0] == true ? "VERIFIED" : "NOT_VERIFIED",
            "lockedStatus": .string(PAMProfile.lockStatus(isLocked: isLocked)),
            "extraInfo": .array(extra),
        ]
    }
}
