import NIOPosix

/// The simulated platform: accounts, sessions, wallets, payments, limits, documents, consents
/// and bets, on a double-entry ledger. Its answers are those of the wire, without HTTP.
///
/// What a method changes, it changes in one step of the state: whole, or not at all. News of
/// the world are taken in several, and bets are settled in steps of their own once the results
/// are known. Methods may be called from any thread; they take effect one after the other.
package final class Platform: Sendable {
    /// The operator's number.
    package static let domain = 7_001
    /// The number of the first player.
    static let firstPlayer: Int64 = 70_501

    /// The settings that it was made with.
    package let settings: PlatformSettings
    /// What it has done.
    package let metrics = PlatformMetrics()
    let state: PlatformState
    let clock: PlatformClock
    let pushes = PushCenter()
    let held = HeldTickets()
    let cashoutStreams = CashoutStreams()
    let world: any BettingWorld
    private let hashingPool: NIOThreadPool
    /// Compared with the passwords of names that nobody has, so that these take as long.
    private let decoy: PasswordHash

    /// Opens or makes the state.
    ///
    /// - Parameters:
    ///   - settings: Keeps the state in memory or in a file.
    ///   - clock: Its time. A state in a file remembers how far control has moved it.
    ///   - world: The world whose offers bets meet.
    ///   - hashing: Hashes passwords; running, and shut down by the caller.
    /// - Throws: `PlatformStateError` if there is a file that is no such state, belongs to
    ///   another world, or cannot be opened.
    package init(
        _ settings: PlatformSettings, clock: PlatformClock, world: any BettingWorld = EmptyWorld(),
        hashing: NIOThreadPool
    ) async throws {
        self.settings = settings
        self.clock = clock
        self.world = world
        hashingPool = hashing
        decoy = PasswordHash(of: "", cost: settings.passwordCost)
        state = try PlatformState(
            path: settings.path, durability: settings.waitsForDisk ? .powerLoss : .processEnd,
            clock: clock, pushes: pushes, metrics: metrics)
        let offset = try await state.transact {
            try $0.number("SELECT value FROM setting WHERE name = 'clockOffset'")
        }
        clock.advance(milliseconds: offset)
        try await claim(settings.world)
        try await settleBets()
        try await state.transact { [state] in try state.unfinished.begin($0) }
    }

    /// Notes that the process ends without a request in work.
    package func endCleanly() { state.unfinished.end() }

    /// Notes the world in a new state, and refuses one of another world.
    private func claim(_ world: String?) async throws {
        guard let world else { return }
        let known = try await state.transact { transaction -> String? in
            let row = try transaction.row("SELECT value FROM setting WHERE name = 'world'")
            if row == nil {
                try transaction.run(
                    "INSERT INTO setting (name, value) VALUES ('world', ?)", [world])
            }
            return row?[0]
        }
        guard let known, known != world else { return }
        throw PlatformStateError(
            description: "\(settings.path ?? "memory"): belongs to the world of \(known), and "
                + "not to that of \(world)")
    }

    /// Its time as refused cashouts have it: `02-10-2026 16:12:15`.
    package var wallClock: String { WireDate.dayFirst(clock.milliseconds) }

    /// Does what is due: ends sessions that have not been used for their life, approves
    /// documents, removes answers and slips that are not kept any more, and settles bets that a
    /// settlement which failed has left. To be called about once a second.
    package func doWhatIsDue() async throws(Refusal) {
        let settings = settings
        try await state.transact { transaction in
            try transaction.endIdleSessions(lifeMilliseconds: settings.sessionLifeMilliseconds)
            try transaction.removeOldAnswers()
            try transaction.removeOldSlips()
            if let delay = settings.verificationMilliseconds {
                try transaction.approveWaiting(for: delay)
            }
        }
        _ = try await state.transact {
            try $0.settleBets(max: settings.settledBetsPerTransaction)
        }
    }

    /// Hashes a password on a thread of its own. All have one cost: another would tell names
    /// apart.
    func hash(_ password: String) async throws(Refusal) -> PasswordHash {
        let cost = settings.passwordCost
        return try await hashing { PasswordHash(of: password, cost: cost) }
    }

    /// Compares a password with a hash, or with the decoy, on a thread of its own.
    func matches(_ password: String, _ hash: PasswordHash?) async throws(Refusal) -> Bool {
        let hash = hash ?? decoy
        return try await hashing { hash.matches(password) }
    }

    private func hashing<Value: Sendable>(
        _ work: @escaping @Sendable () -> Value
    ) async throws(Refusal) -> Value {
        metrics.addPasswordHash()
        do {
            return try await hashingPool.runIfActive(work)
        } catch { throw .failed(error) }
    }
}

/// What a request proves its right with.
package struct Access: Sendable {
    /// The session's id.
    package let session: String?
    /// The session's launch token, which stands for its id at the second provider's bets.
    let launchToken: String?
    /// The numbers of the player whom the request is about, wherever it names one.
    let players: [String]
    /// The numbers of the operator, wherever it names one.
    let operators: [String]

    /// - Parameters:
    ///   - session: The session's id, as the request carries it.
    ///   - player: The number of the player whom the request is about.
    package init(session: String?, player: some StringProtocol) {
        self.init(session: session, players: [String(player)], operators: [])
    }

    /// - Parameters:
    ///   - session: The session's id, as the request carries it.
    ///   - players: The number of the player, wherever the request has it.
    ///   - operators: The number of the operator, wherever the request has it.
    package init(session: String?, players: [String], operators: [String]) {
        self.session = session
        launchToken = nil
        self.players = players
        self.operators = operators
    }

    private init(session: String?, launchToken: String?) {
        self.session = session
        self.launchToken = launchToken
        players = []
        operators = []
    }

    /// That of a request that names neither player nor operator.
    package init(session: String?) { self.init(session: session, launchToken: nil) }

    /// That of a request which carries a launch token.
    package init(launchToken: String?) { self.init(session: nil, launchToken: launchToken) }

    /// The same, with what the body of a request for a bet names.
    package func adding(_ body: Result<JSONReader, Refusal>) -> Access {
        guard let body = try? body.get() else { return self }
        let text = { (name: String) -> [String] in
            switch body.optional(name) {
            case .string(let text), .number(let text): [text]
            case nil: []
            // Of another type, it is nobody's.
            default: [""]
            }
        }
        return Access(
            session: session, players: players + text("userId"),
            operators: operators + text("ucsOperatorId") + text("operatorId"))
    }
}

extension Platform {
    /// Runs a transaction for the player of a session.
    ///
    /// - Throws: 401 without a session, 403 if it is unknown, expired or another
    ///   player's, 401 for a launch token that is; else the refusal of `body`. The session
    ///   counts as used all the same.
    func asPlayer<Value: Sendable>(
        _ access: Access, _ body: @escaping @Sendable (Transaction, Player) throws -> Value
    ) async throws(Refusal) -> Value {
        try await asPlayerInParts(access) { transaction, player in
            try transaction.attempt { try body(transaction, player) }.get()
        }
    }

    /// The same for a `body` that undoes by itself, with `attempt`, what has no effect.
    func asPlayerInParts<Value: Sendable>(
        _ access: Access, _ body: @escaping @Sendable (Transaction, Player) throws -> Value
    ) async throws(Refusal) -> Value {
        guard access.session != nil || access.launchToken != nil else { throw .noSession }
        let life = settings.sessionLifeMilliseconds
        return try await state.transactInParts { transaction in
            let player =
                if let session = access.session {
                    try transaction.playerOfSession(session, lifeMilliseconds: life)
                } else {
                    try transaction.playerOfLaunchToken(
                        access.launchToken ?? "", lifeMilliseconds: life)
                }
            guard access.players.allSatisfy({ $0 == "\(player.id)" }) else {
                throw Refusal(
                    403, "GmErr_INVALID_USER_ID", "the session is of another player")
            }
            guard access.operators.allSatisfy({ $0 == "\(Platform.domain)" }) else {
                throw Refusal(
                    403, "GmErr_INVALID_OPERATOR_ID", "the operator is \(Platform.domain)")
            }
            return try body(transaction, player)
        }
    }
}
