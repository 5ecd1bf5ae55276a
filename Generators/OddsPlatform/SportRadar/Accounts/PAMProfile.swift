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

    /// What is wrong with properties, as errors of the fields that they are entered in.
    static func errors(_ faults: [ProfileFault]) -> [(field: String, error: String)] {
        faults.map { fault in
            let name = arguments.first { $0.property == fault.property }?.name
            let error =
                switch fault.reason {
                case .wrongValue: PAMFieldError.wrongValue
                case .tooYoung: PAMFieldError.tooYoung
                case .inUse: PAMFieldError.duplicate
                }
            return (name ?? fault.property.rawValue, error)
        }
    }

    /// The properties that are among the arguments.
    static func values(_ arguments: RequestArguments) -> [ProfileProperty: String] {
        var values: [ProfileProperty: String] = [:]
        for (name, property) in Self.arguments {
            guard let text = arguments.optional(name) else { continue }
            // What is no date becomes one that none is.
            values[property] = property == .birthDate ? birthDate(text) ?? "" : text
        }
        return values
    }

    /// Those that answers have as further information, by the names of the arguments.
    static let extra: [ProfileProperty] = [.mobilePhonePrefix, .mobilePhone, .language]

    /// A date of birth as the state has it, `1990-04-01`, from `01-04-1990`; `nil` for other
    /// texts.
    private static func birthDate(_ text: String) -> String? {
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
        let values = PAMProfile.values(arguments)
        return try await platform.asPlayer(access) { transaction, player in
            let faults = try transaction.change(values, of: player)
            guard faults.isEmpty else { throw Refusal.wrongFields(PAMProfile.errors(faults)) }
            return try transaction.pamProfile(of: player)
        }
    }
}

extension Transaction {
    fileprivate func pamProfile(of player: Player) throws -> JSONValue {
        let row = try row(
            "SELECT isEmailVerified, lockedUntil FROM player WHERE id = ?", [player.id])
        let values = try profileValues(of: player.id)
        let text = { (property: ProfileProperty) -> String in values[property] ?? "" }
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
