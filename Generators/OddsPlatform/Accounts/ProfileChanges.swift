import OddsJSON

/// A reason why a property of a profile cannot have a value.
struct ProfileFault {
    enum Reason {
        case wrongValue, tooYoung
        /// It is another account's.
        case inUse
    }

    let property: ProfileProperty
    let reason: Reason

    /// What is wrong with values by themselves at a moment, in the order of the properties.
    ///
    /// - Parameter known: The values that the others have.
    static func faults(
        of values: [ProfileProperty: String], beside known: [ProfileProperty: String] = [:],
        at now: Int64
    ) -> [ProfileFault] {
        let number = MobileNumber.changed(by: values, beside: known)
        return ProfileProperty.allCases.compactMap { property in
            let reason =
                property == number?.wrongPart
                ? .wrongValue : values[property].flatMap { property.fault($0, at: now) }
            return reason.map { ProfileFault(property: property, reason: $0) }
        }
    }
}

// What each property may be, when players register and when they change it.
extension ProfileProperty {
    static let ageMin = 18

    /// The parts of a number are looked at together, by `MobileNumber`.
    fileprivate func fault(_ text: String, at now: Int64) -> ProfileFault.Reason? {
        guard text.unicodeScalars.count <= Self.lengthMax else { return .wrongValue }
        switch self {
        case .birthDate:
            guard let age = WireDate.years(since: text, at: now) else { return .wrongValue }
            return age < Self.ageMin ? .tooYoung : nil
        case .email: return text.isEmpty || Self.isAddress(text) ? nil : .wrongValue
        default: return nil
        }
    }

    /// Whether a text looks like an address of mail.
    private static func isAddress(_ text: String) -> Bool {
        text.wholeMatch(of: #/[^@\s]+@[^@\s]+/#) != nil
    }
}

/// The number of a mobile phone.
struct MobileNumber {
    let prefix: String
    let mobile: String

    /// The whole number. Where its prefix ends makes no other one of it.
    var text: String { prefix + mobile }

    /// The part that is not of the form; `nil` if both are.
    var wrongPart: ProfileProperty? {
        guard prefix.hasPrefix("+"), Self.isNumber(prefix.dropFirst(), 1...3) else {
            return .mobilePhonePrefix
        }
        return Self.isNumber(mobile[...], 6...12) ? nil : .mobilePhone
    }

    private static func isNumber(_ text: Substring, _ lengths: ClosedRange<Int>) -> Bool {
        lengths.contains(text.utf8.count) && text.utf8.allSatisfy(isDigit)
    }

    /// That of a profile after changes; `nil` if it stays, or there is none then.
    fileprivate static func changed(
        by values: [ProfileProperty: String], beside known: [ProfileProperty: String]
    ) -> MobileNumber? {
        guard values[.mobilePhonePrefix] != nil || values[.mobilePhone] != nil else { return nil }
        let all = values.merging(known) { new, _ in new }
        let number = MobileNumber(
            prefix: all[.mobilePhonePrefix] ?? "", mobile: all[.mobilePhone] ?? "")
        return number.text.isEmpty ? nil : number
    }
}

extension Transaction {
    /// Gives properties of a player's profile new values.
    ///
    /// - Returns: What is wrong with them; if anything is, nothing has changed.
    func change(
        _ values: [ProfileProperty: String], of player: Player
    ) throws -> [ProfileFault] {
        let known = try profileValues(of: player.id)
        var faults = ProfileFault.faults(of: values, beside: known, at: now)
        if faults.isEmpty {
            faults = try valuesInUse(values, beside: known, butBy: player.id)
        }
        guard faults.isEmpty else { return faults }
        if let email = values[.email], email.lowercased() != known[.email]?.lowercased() {
            try run("UPDATE player SET isEmailVerified = 0 WHERE id = ?", [player.id])
            // What was sent to another address says nothing of this one.
            for kind in MailKind.allCases { try endMail(kind, of: player.id) }
        }
        try setProfile(values, of: player.id)
        return []
    }

    /// Writes properties that have been looked at.
    func setProfile(_ values: [ProfileProperty: String], of player: Int64) throws {
        for (property, value) in values {
            try run("UPDATE player SET \(property.rawValue) = ? WHERE id = ?", [value, player])
        }
    }

    /// Which of the values are another account's.
    ///
    /// - Parameters:
    ///   - known: The values that the other properties have.
    ///   - player: Whose they are to be; `nil` for one who registers.
    func valuesInUse(
        _ values: [ProfileProperty: String], beside known: [ProfileProperty: String] = [:],
        butBy player: Int64?
    ) throws -> [ProfileFault] {
        var faults: [ProfileFault] = []
        if let email = values[.email], try isKnown(email: email, butBy: player) {
            faults.append(ProfileFault(property: .email, reason: .inUse))
        }
        if let number = MobileNumber.changed(by: values, beside: known),
            try isKnown(number: number.text, butBy: player)
        {
            faults.append(ProfileFault(property: .mobilePhone, reason: .inUse))
        }
        return faults
    }

    /// Whether an account has a number as its own, or to log in with.
    ///
    /// - Parameter player: One that may have it.
    func isKnown(number: String, butBy player: Int64? = nil) throws -> Bool {
        try row(
            """
            SELECT 1 FROM player
            WHERE mobilePhonePrefix || mobilePhone = ? AND mobilePhone <> '' AND id IS NOT ?
            UNION ALL SELECT 1 FROM player WHERE username = ? AND id IS NOT ? LIMIT 1
            """, [number, player, number, player]) != nil
    }
}
