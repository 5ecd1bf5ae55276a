import OddsBetting
import OddsJSON

// What control may do.
extension Platform {
    /// The most players that one request makes.
    private static let playersMax: Int64 = 100_000

    /// The last moment of the year 9999.
    private static let clockEnd: Int64 = 253_402_300_799_999

    /// Makes players with money, who have given the required consents.
    ///
    /// - Returns: Their ids, names and passwords.
    package func makePlayers(_ body: JSONReader) async throws(Refusal) -> JSONValue {
        let count = try body.integer("count", in: 1...Self.playersMax)
        var amounts: [AccountKind: Money] = [:]
        for kind in [(AccountKind.real, "balance"), (.bonus, "bonus"), (.freebet, "freebet")] {
            let text = try body.text(kind.1, default: "0.00")
            guard let amount = Money(text) else {
                throw Refusal(400, "901", "\(kind.1): expected an amount such as 50.00")
            }
            amounts[kind.0] = amount
        }
        var passwords: [(text: String, hash: String)] = []
        do {
            passwords = try await withThrowingTaskGroup { group in
                for _ in 0..<count {
                    group.addTask { [self] in
                        let password = Hexadecimal.secret()
                        return (password, try await hash(password).text)
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
        } catch { throw .failed(error) }
        let (currency, made) = (settings.currency, passwords)
        let wallet = amounts
        let players = try await state.transact { transaction in
            try made.map { password in
                let player = try transaction.makeNumberedPlayer(
                    password: password.hash, currency: currency)
                try transaction.fillWallet(of: player, wallet)
                return [
                    "userId": "\(player.id)", "username": .string(player.username),
                    "password": .string(password.text),
                ] as JSONValue
            }
        }
        return ["players": .array(players)]
    }

    /// Ends the sessions of a player, or of all players, as expired.
    package func expireSessions(_ body: JSONReader) async throws(Refusal) -> JSONValue {
        var player: Int64?
        if body.optional("userId") != nil {
            let text = try body.text("userId")
            guard let id = Int64(text) else { throw .badShape("userId: expected a number") }
            player = id
        }
        let id = player
        let count = try await state.transact { try $0.endSessions(of: id, .expired) }
        return ["expired": .number(count)]
    }

    /// Ends one session, if there is one of that id, as expired.
    package func expire(session id: String) async throws(Refusal) {
        try await state.transact { transaction in
            guard let row = try transaction.row("SELECT player FROM session WHERE id = ?", [id])
            else { return }
            try transaction.endSession(id, of: row[0], .expired)
        }
    }

    /// Ends a payment that is pending.
    package func endPayment(
        _ id: some StringProtocol, _ body: JSONReader
    ) async throws(Refusal) -> JSONValue {
        let status = try body.choice("status", of: PaymentStatus.self)
        guard let payment = Self.number(id, prefix: "tx-") else { throw .notFound }
        try await state.transact { try $0.settle(payment: payment, status) }
        return ["changed": true]
    }

    /// Approves or rejects a player's documents.
    package func verify(
        _ id: some StringProtocol, _ body: JSONReader
    ) async throws(Refusal) -> JSONValue {
        let text = try body.text("status").uppercased()
        guard let status = Player.Verification(rawValue: text), status != .none else {
            throw .badShape("status: expected APPROVED, REJECTED or PENDING")
        }
        let reason = status == .rejected ? try body.text("reason", default: "unreadable") : nil
        guard let id = Int64(id) else { throw .notFound }
        try await state.transact { transaction in
            guard let player = try transaction.player(id) else { throw Refusal.notFound }
            try transaction.verify(player, status, reason: reason)
        }
        return ["changed": true]
    }

    /// The validation code that a player would have got by message, or the code or password by
    /// mail.
    ///
    /// - Parameter token: That of the reset, or the address of the mail.
    package func validationCode(of token: some StringProtocol) async throws(Refusal) -> JSONValue {
        let token = String(token)
        let code = try await state.transact {
            try token.contains("@") ? $0.code(sentTo: token) : $0.validationCode(of: token)
        }
        guard let code else { throw .notFound }
        return ["code": .string(code)]
    }

    /// Moves the clock forward, and does what is due then.
    package func advanceClock(_ body: JSONReader) async throws(Refusal) -> JSONValue {
        let seconds = try body.integer("advanceSeconds", in: 1...315_360_000)
        guard clock.milliseconds + seconds * 1_000 <= Self.clockEnd else {
            throw .badShape("advanceSeconds: expected a time before the year 10000")
        }
        clock.advance(milliseconds: seconds * 1_000)
        let offset = clock.offsetMilliseconds
        try await state.transact {
            try $0.run(
                """
                INSERT INTO setting (name, value) VALUES ('clockOffset', ?)
                ON CONFLICT (name) DO UPDATE SET value = excluded.value
                """, [offset])
        }
        try await doWhatIsDue()
        return ["now": .string(WireDate.text(clock.milliseconds))]
    }

    /// Adds up the ledger.
    package func checkLedger() async throws(Refusal) -> LedgerCheck {
        try await state.transact { try $0.checkLedger() }
    }

    /// The number of postings so far.
    package func postingCount() async throws(Refusal) -> Int64 {
        try await state.transact { try $0.number("SELECT IFNULL(MAX(id), 0) FROM posting") }
    }

    /// The number of streams of events that are open.
    package var streamCount: Int { pushes.streamCount }

    /// The number of streams of cashout values that are open.
    package var cashoutStreamCount: Int { cashoutStreams.count }

    /// The number of tickets that are held before they are placed.
    package var heldTicketCount: Int { held.count }
}

extension Transaction {
    /// Makes a player named by number, who has given the required consents.
    fileprivate func makeNumberedPlayer(password: String, currency: Currency) throws -> Player {
        var mobile = 900_000_001 + (try number("SELECT COUNT(*) FROM player"))
        while true {
            let number = MobileNumber(prefix: "+351", mobile: "\(mobile)")
            if try !isKnown(number: number.text),
                let player = try makePlayer(
                    username: number.text, password: password, currency: currency)
            {
                try setProfile(
                    [
                        .mobilePhonePrefix: number.prefix, .mobilePhone: number.mobile,
                        .countryCode: "PT",
                    ], of: player.id)
                try giveRequiredConsents(of: player.id)
                return player
            }
            mobile += 1
        }
    }

    /// Puts money into a new player's wallet.
    fileprivate func fillWallet(of player: Player, _ amounts: [AccountKind: Money]) throws {
        for (kind, origin) in [
            (AccountKind.real, AccountKind.outside), (.bonus, .outside), (.freebet, .house),
        ] {
            try post(
                .control, of: player, reference: "players", source: "Control", .credit,
                [
                    Move(
                        source: Account(origin, in: player.currency),
                        target: Account(kind, of: player.id), amount: amounts[kind] ?? .zero)
                ])
        }
    }
}
