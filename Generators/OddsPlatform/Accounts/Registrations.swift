import OddsJSON

/// What a player enters to register.
struct RegistrationFields: Sendable {
    let number: MobileNumber
    let password: String
    let firstName: String
    let lastName: String
    let birthDate: String

    /// The name to log in with.
    var username: String { number.text }

    static let passwordLengths = 8...64

    /// Reads `RegisterUserDto`, and checks it at a moment.
    init(_ fields: JSONReader, now: Int64) throws(Refusal) {
        number = MobileNumber(
            prefix: try fields.text("MobilePrefix"), mobile: try fields.text("Mobile"))
        password = try fields.text("Password")
        let lengthMax = ProfileProperty.lengthMax
        firstName = try fields.text("FirstnameOnDocument", default: "", max: lengthMax)
        lastName = try fields.text("LastNameOnDocument", default: "", max: lengthMax)
        birthDate = try fields.text("BirthDate")
        guard number.wrongPart == nil else { throw .wrongNumber("MobilePrefix", "Mobile") }
        guard Self.passwordLengths.contains(password.unicodeScalars.count) else {
            throw .badShape(
                "Password: expected \(Self.passwordLengths.lowerBound) to "
                    + "\(Self.passwordLengths.upperBound) characters")
        }
        guard try fields.bool("TermsAndConditions") else {
            throw .badShape("TermsAndConditions: must be accepted")
        }
        switch ProfileFault.faults(of: [.birthDate: birthDate], at: now).first?.reason {
        case nil: break
        case .tooYoung: throw .tooYoung
        case .wrongValue, .inUse: throw .badShape("BirthDate: expected YYYY-MM-DD")
        }
    }

    /// The fields of the form, as `config` answers.
    static func form(registration: String) -> JSONValue {
        let field = { (name: String, pattern: String) -> JSONValue in
            [
                "name": .string(name), "mandatory": true,
                "validate": ["type": "regex", "custom": .string(pattern)],
            ]
        }
        return [
            "type": "STANDARD",
            "content": [
                "step": "Step1", "registrationID": .string(registration),
                "fields": [
                    field("MobilePrefix", #"^\+[0-9]{1,3}$"#), field("Mobile", "^[0-9]{6,12}$"),
                    field("Password", "^.{8,64}$"), field("TermsAndConditions", "^true$"),
                    field("FirstnameOnDocument", "^.{0,200}$"),
                    field("LastNameOnDocument", "^.{0,200}$"),
                    field("BirthDate", "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
                ],
            ],
        ]
    }
}

// Registering.
extension Transaction {
    /// How long a registration may be finished after its first step.
    private static let lifeMilliseconds: Int64 = 60 * 60_000

    /// Keeps what was entered, under the password's hash. Where the registration has been
    /// finished with it already, nothing happens: the answer may have been lost.
    func keepRegistration(_ id: String, _ fields: RegistrationFields, hash: String) throws {
        try run("DELETE FROM registration WHERE created < ?", [now - Self.lifeMilliseconds])
        let json: JSONValue = [
            "mobilePrefix": .string(fields.number.prefix),
            "mobile": .string(fields.number.mobile),
            "firstName": .string(fields.firstName), "lastName": .string(fields.lastName),
            "birthDate": .string(fields.birthDate),
        ]
        let kept = String(decoding: json.json, as: UTF8.self)
        if let known = try row("SELECT fields FROM registration WHERE id = ? AND player > 0", [id])
        {
            guard known[0] == kept else { throw Refusal(409, nil, "\(id) has been registered") }
            return
        }
        try refuseIfTaken(fields.username)
        try run(
            """
            INSERT INTO registration (id, fields, password, created) VALUES (?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                fields = excluded.fields, password = excluded.password, created = excluded.created
            """, [id, kept, hash, now])
    }

    /// Makes the player of a registration; a second time, answers the same player.
    func finishRegistration(_ id: String, currency: Currency) throws -> Int64 {
        guard
            let row = try row(
                "SELECT fields, password, player FROM registration WHERE id = ?", [id])
        else { throw Refusal(404, nil, "there is no registration \(id)") }
        if let player = row[2] as Int64? { return player }
        var text: String = row[0]
        guard let kept = try? text.withUTF8({ try JSONValue(json: UnsafeRawBufferPointer($0)) })
        else { throw Refusal.damagedState("a registration") }
        let field = { (name: String) -> String in
            if case .string(let text) = kept[name] { text } else { "" }
        }
        let username = field("mobilePrefix") + field("mobile")
        try refuseIfTaken(username)
        guard
            let player = try makePlayer(username: username, password: row[1], currency: currency)
        else { throw Self.usernameIsTaken }
        try setProfile(
            [
                .firstName: field("firstName"), .lastName: field("lastName"),
                .birthDate: field("birthDate"), .mobilePhonePrefix: field("mobilePrefix"),
                .mobilePhone: field("mobile"),
            ], of: player.id)
        try giveRequiredConsents(of: player.id)
        try run("UPDATE registration SET player = ?, password = '' WHERE id = ?", [player.id, id])
        return player.id
    }

    /// - Throws: A refusal if an account has a number to log in with, or as its own.
    private func refuseIfTaken(_ number: String) throws {
        guard try row("SELECT 1 FROM player WHERE username = ?", [number]) == nil else {
            throw Self.usernameIsTaken
        }
        guard try !isKnown(number: number) else { throw Refusal.numberInUse }
    }

    private static let usernameIsTaken = Refusal(
        400, "GmErr_USERNAME_ALREADY_EXISTS", "the name is in use")
}
