/// How often a request to the service was answered with a status, as both ends counted.
package struct PlatformExchanges: Codable, Equatable, Sendable {
    package var method: String
    /// The path, with the names of its parameters in braces.
    package var route: String
    package var status: Int
    /// Answers that the client read.
    package var client: Int
    /// Answers that the service sent.
    package var server: Int

    package init(method: String, route: String, status: Int, client: Int, server: Int) {
        self.method = method
        self.route = route
        self.status = status
        self.client = client
        self.server = server
    }
}

/// Exchanges that the client began and that had no answer.
package struct PlatformLost: Codable, Equatable, Sendable {
    package var method: String
    package var route: String
    /// `notSent`, `broken`, `timedOut`, `cancelled` or `tooLarge`.
    package var reason: String
    package var count: Int

    package init(method: String, route: String, reason: String, count: Int) {
        self.method = method
        self.route = route
        self.reason = reason
        self.count = count
    }
}

/// What became of sessions.
package struct PlatformSessions: Codable, Equatable, Sendable {
    /// Logins that players asked for, those before the window included.
    package var logins = 0
    /// Logins by which the library renewed a session that was refused.
    package var refreshes = 0
    /// The most of those that one player had.
    package var refreshesOfOnePlayer = 0
    /// Exchanges that were refused for their session.
    package var refused = 0
    /// Exchanges that repeated an earlier one, with a new session or after a failure.
    package var repeated = 0
    /// How often all sessions were expired at once.
    package var storms = 0
    /// How many sessions that ended.
    package var expired = 0

    package init() {}
}

/// What players paid, by both ends.
package struct PlatformMoney: Codable, Equatable, Sendable {
    package var currency: String
    /// Deposits that clients know to be completed.
    package var deposits: Int
    /// Their sum, such as `12.34`.
    package var paid: String
    /// What the balances of the players who paid have grown by.
    package var credited: String

    package init(currency: String, deposits: Int, paid: String, credited: String) {
        self.currency = currency
        self.deposits = deposits
        self.paid = paid
        self.credited = credited
    }
}

/// The resources of a process.
package struct PlatformProcess: Codable, Equatable, Sendable {
    /// Resident before there was a player.
    package var residentBytesBefore: Int?
    /// The most that was resident until the end.
    package var residentBytesPeak: Int?
    /// Resident after the window and its checks.
    package var residentBytesAfter: Int?
    /// Processor time by the window: 1 is one core.
    package var processorShare: Double?

    package init() {}
}

/// Something that must be true, or no figure of the run counts.
package struct PlatformCheck: Codable, Equatable, Sendable {
    package var name: String
    package var isOK: Bool
    /// What was compared, or what differs.
    package var detail: String

    package init(_ name: String, isOK: Bool, _ detail: String) {
        self.name = name
        self.isOK = isOK
        self.detail = detail
    }
}
