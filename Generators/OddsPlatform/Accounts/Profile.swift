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
        let columns = ProfileProperty.allCases.map(\.rawValue).joined(separator: ", ")
        let row = try row("SELECT \(columns) FROM player WHERE id = ?", [player.id])
        var members = [
            JSONMember("id", .number(player.id)), JSONMember("userName", .string(player.username)),
            JSONMember("currency", .string(player.currency.code)),
        ]
        for property in ProfileProperty.allCases {
            members.append(JSONMember(property.rawValue, .text(row?[property.rawValue])))
        }
        members.append(JSONMember("isEmailVerified", false))
        members.append(
            JSONMember("activeStatus", .string(player.blockedUntil > now ? "Blocked" : "Active")))
        return .object(members)
    }

    /// Changes a profile by an object with any of its properties. Those that the player
    /// may not change must be as they are.
    func changeProfile(of player: Player, _ changes: JSONValue) throws -> JSONValue {
        guard case .object(let members) = changes else {
            throw Refusal.badShape("expected an object with properties of the profile")
        }
        let known = try profile(of: player)
        for member in members {
            guard let old = known[member.name] else {
                throw Refusal.badShape("\(member.name): the profile has no such property")
            }
            if old == member.value { continue }
            guard let property = ProfileProperty(rawValue: member.name) else {
                throw Refusal.badShape("\(member.name): cannot be changed")
            }
            guard case .string(let text) = member.value,
                text.unicodeScalars.count <= ProfileProperty.lengthMax
            else {
                throw Refusal.badShape(
                    "\(member.name): expected text of at most "
                        + "\(ProfileProperty.lengthMax) characters")
            }
            if property == .birthDate, WireDate.years(since: text, at: now) == nil {
                throw Refusal.badShape("birthDate: expected YYYY-MM-DD")
            }
            try run(
                "UPDATE player SET \(property.rawValue) = ? WHERE id = ?", [text, player.id])
        }
        return try profile(of: player)
    }
}
