import OddsJSON

/// The properties of a player's profile that the player may change.
enum ProfileProperty: String, CaseIterable {
    case email, firstName, lastName, birthDate, countryCode, mobilePhonePrefix, mobilePhone,
        language

    /// The longest value, in code points.
    static let lengthMax = 200
}

// Profiles.
extension Transaction {
    /// A player's profile, as `details` answers.
    func profile(of player: Player) throws -> JSONValue {
        let values = try profileValues(of: player.id)
        var members = [
            JSONMember("id", .number(player.id)), JSONMember("userName", .string(player.username)),
            JSONMember("currency", .string(player.currency.code)),
        ]
        for property in ProfileProperty.allCases {
            members.append(JSONMember(property.rawValue, .string(values[property] ?? "")))
        }
        members.append(JSONMember("isEmailVerified", false))
        members.append(
            JSONMember("activeStatus", .string(player.blockedUntil > now ? "Blocked" : "Active")))
        return .object(members)
    }

    /// The values of all properties of a player.
    func profileValues(of player: Int64) throws -> [ProfileProperty: String] {
        let columns = ProfileProperty.allCases.map(\.rawValue).joined(separator: ", ")
        let row = try row("SELECT \(columns) FROM player WHERE id = ?", [player])
        return Dictionary(
            uniqueKeysWithValues: ProfileProperty.allCases.map { ($0, row?[$0.rawValue] ?? "") })
    }

    /// Changes a profile by an object with any of its properties. Those that the player
    /// may not change must be as they are.
    func changeProfile(of player: Player, _ changes: JSONReader) throws -> JSONValue {
        let known = try profile(of: player)
        var values: [ProfileProperty: String] = [:]
        for member in changes.members {
            guard let old = known[member.name] else {
                throw Refusal.badShape("\(member.name): the profile has no such property")
            }
            if old == member.value { continue }
            guard let property = ProfileProperty(rawValue: member.name) else {
                throw Refusal.badShape("\(member.name): cannot be changed")
            }
            values[property] = try changes.text(member.name, max: ProfileProperty.lengthMax)
        }
        if let fault = try change(values, of: player).first { throw Refusal(fault) }
        return try profile(of: player)
    }
}

extension Refusal {
    /// Why a property of a profile cannot have a value.
    fileprivate init(_ fault: ProfileFault) {
        self =
            switch (fault.reason, fault.property) {
            case (.inUse, .email):
                Refusal(400, "GmErr_USER_4TS_CHECK_EXISTS", "email: another account has it")
            case (.inUse, _): .numberInUse
            case (.tooYoung, _): .tooYoung
            case (.wrongValue, .mobilePhonePrefix), (.wrongValue, .mobilePhone):
                .wrongNumber("mobilePhonePrefix", "mobilePhone")
            case (.wrongValue, .birthDate): .badShape("birthDate: expected YYYY-MM-DD")
            case (.wrongValue, .email): .badShape("email: expected an address such as a@b.example")
            case (.wrongValue, let property):
                .badShape(
                    "\(property.rawValue): expected text of at most "
                        + "\(ProfileProperty.lengthMax) characters")
            }
    }

    static let numberInUse = Refusal(
        400, "GmErr_USER_4TS_CHECK_EXISTS", "the number of the mobile phone is another account's")
    static let tooYoung = Refusal(
        400, "GmErr_REGISTER_UNDERAGE", "players are \(ProfileProperty.ageMin) or older")

    static func wrongNumber(_ prefix: String, _ number: String) -> Refusal {
        Refusal(
            400, "GmErr_INVALID_PHONE_NUMBER",
            "expected \(prefix) + and 1 to 3 digits, \(number) 6 to 12 digits")
    }
}
