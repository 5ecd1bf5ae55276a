/// The service of a run, beside what players may do.
package protocol PlatformService: Sendable {
    /// The base URL of accounts.
    var playerURL: String { get }
    /// The base URL of bets; `nil` if none are placed.
    var oddsURL: String? { get }
    /// Its process, if it is one of this machine that the run may look at.
    var process: Int32? { get }
    /// Makes players with money.
    ///
    /// - Parameter balance: The money of each, such as `10.00`.
    func makePlayers(_ count: Int, balance: String) async throws -> [PlayerAccount]
    /// Ends all sessions, as expired, and returns how many there were.
    func expireSessions() async throws -> Int
    /// Stops injecting faults.
    func endFaults() async throws
    func checkLedger() async throws -> LedgerAnswer
    func counts() async throws -> ServiceCounts
}

/// A player of the service.
package struct PlayerAccount: Codable, Sendable {
    package var userId: String
    package var username: String
    package var password: String

    package init(userId: String, username: String, password: String) {
        self.userId = userId
        self.username = username
        self.password = password
    }
}

/// What the service says about its whole ledger.
package struct LedgerAnswer: Codable, Equatable, Sendable {
    package var ok: Bool
    package var postings: Int
    package var sum: String
    package var players: Int

    package init(ok: Bool, postings: Int, sum: String, players: Int) {
        self.ok = ok
        self.postings = postings
        self.sum = sum
        self.players = players
    }
}
