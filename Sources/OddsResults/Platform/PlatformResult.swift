/// Requests to a platform: logins, balances, payments, at a rate that was fixed before.
package struct PlatformResult: ResultContent {
    package static var kind: String { "platform" }

    /// How many players the service had for each run.
    package var players: Int
    /// The cost of their password hashes, as the logarithm of scrypt's N; `nil` for a
    /// server that the command did not start.
    package var passwordCost: Int?
    /// How fast one core hashes passwords of real players; `nil` if nobody measured it.
    package var hashing: PasswordHashing?
    /// The runs, in order of execution.
    package var runs: [PlatformRun]

    package init(
        players: Int, passwordCost: Int?, hashing: PasswordHashing?, runs: [PlatformRun]
    ) {
        self.players = players
        self.passwordCost = passwordCost
        self.hashing = hashing
        self.runs = runs
    }

    /// How many password hashes a core does, measured beside the runs.
    package struct PasswordHashing: Codable, Equatable, Sendable {
        /// The logarithm of scrypt's N.
        package var cost: Int
        /// On one core.
        package var perSecond: Double

        package init(cost: Int, perSecond: Double) {
            self.cost = cost
            self.perSecond = perSecond
        }
    }
}

/// One run of `bench platform`.
package struct PlatformRun: Codable, Equatable, Sendable {
    /// The run's number, from 1.
    package var repetition: Int
    /// Whether the figures are valid, and whether the service sustained the rate.
    package var status: RunResult.Status
    /// Why the run is INVALID or SATURATED; `nil` for other runs.
    package var reason: String?
    /// How long requests were due.
    package var windowNanoseconds: UInt64
    /// Requests due per second of the window.
    package var offeredRate: Double
    /// Requests answered per second while the window was open.
    package var achievedRate: Double
    /// The client's own delay: from the intended time to the sending.
    package var lateness: LatencySummary
    /// By route, those with a share.
    package var routes: [PlatformRouteFigures]
    /// What both ends counted, from the first login to the end of the checks.
    package var exchanges: [PlatformExchanges]
    /// Exchanges without an answer.
    package var lost: [PlatformLost]
    package var sessions: PlatformSessions
    package var money: PlatformMoney
    /// The process of the service; `nil` for a server that the command did not start.
    package var service: PlatformProcess?
    /// This process; `nil` where the system does not say.
    package var client: PlatformProcess?
    /// What was checked after the window.
    package var checks: [PlatformCheck]
    /// How long the window was open, if the run was ended before its schedule; `nil`
    /// for a whole run.
    package var cutShortNanoseconds: UInt64?

    package init(repetition: Int, lateness: LatencySummary) {
        self.repetition = repetition
        status = .ok
        windowNanoseconds = 0
        offeredRate = 0
        achievedRate = 0
        self.lateness = lateness
        routes = []
        exchanges = []
        lost = []
        sessions = PlatformSessions()
        money = PlatformMoney(currency: "EUR", deposits: 0, paid: "0.00", credited: "0.00")
        checks = []
    }

    /// The figures of a route; `nil` if it has no share.
    package subscript(route: PlatformRoute) -> PlatformRouteFigures? {
        routes.first { $0.route == route }
    }

    /// Requests that were due and not sent, as the client had too many under way.
    package var unsent: Int { routes.reduce(0) { $0 + $1.unsent } }

    /// Requests of all routes that were due.
    package var due: Int { routes.reduce(0) { $0 + $1.due } }
}
