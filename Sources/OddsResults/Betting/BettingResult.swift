/// Tickets placed against moving odds, at a rate that was fixed before.
package struct BettingResult: ResultContent {
    package static var kind: String { "betting" }

    /// How many players the service had for each run.
    package var players: Int
    /// Which changes of the odds the tickets accept: `none`, `higher` or `any`.
    package var policy: String
    /// The runs, in order of execution.
    package var runs: [BettingRun]

    package init(players: Int, policy: String, runs: [BettingRun]) {
        self.players = players
        self.policy = policy
        self.runs = runs
    }

    /// The strategies, in the order of their first runs.
    package var strategies: [String] { runs.map(\.strategy).uniqued() }

    /// What commits waited for, in the order of the first runs.
    package var syncs: [String] { runs.map(\.sync).uniqued() }

    /// The runs that differ in their repetition alone, in the order of the first of them.
    package var groups: [(name: String, runs: [BettingRun])] { groups(named: groupName) }

    /// The same under names that do not depend on what else the result has, to be compared
    /// with those of other results.
    package var comparableGroups: [(name: String, runs: [BettingRun])] {
        groups { "\($0.strategy), sync \($0.sync)" }
    }

    private func groups(
        named name: (BettingRun) -> String
    ) -> [(name: String, runs: [BettingRun])] {
        runs.map(name).uniqued().map { group in (group, runs.filter { name($0) == group }) }
    }

    /// The strategy of a run, and what its commits waited for where runs differ in that.
    package func groupName(_ run: BettingRun) -> String {
        run.strategy + (syncs.count > 1 ? ", sync \(run.sync)" : "")
    }
}

/// One run of `bench betting`, of one strategy.
package struct BettingRun: Codable, Equatable, Sendable {
    /// That of the feed client whose odds the tickets name.
    package var strategy: String
    /// What a commit of the service waited for: `full` (the disk) or `normal`.
    package var sync: String
    /// The run's number among those of its strategy and `sync`, from 1.
    package var repetition: Int
    /// Whether the figures are valid, and whether the service sustained the rates.
    package var status: RunResult.Status
    /// Why the run is INVALID or SATURATED; `nil` for other runs.
    package var reason: String?
    /// How long tickets were due.
    package var windowNanoseconds: UInt64
    package var tickets: TicketFigures
    /// The client's own delay: from the intended time to the sending.
    package var lateness: LatencySummary
    /// By delay of the client, ascending.
    package var curve: [OddsChangePoint]
    /// The feed while there were no tickets.
    package var feedAlone: FeedFigures
    /// The feed while tickets were placed.
    package var feed: FeedFigures
    /// What both ends counted, from the first login to the end of the checks.
    package var exchanges: [PlatformExchanges]
    /// Exchanges without an answer.
    package var lost: [PlatformLost]
    package var money: BettingMoney
    /// Commits of the service while tickets were due; `nil` if it does not count them.
    package var commits: CommitFigures?
    /// The process of the service; `nil` where the system does not say.
    package var service: PlatformProcess?
    /// This process, with the feed client; `nil` where the system does not say.
    package var client: PlatformProcess?
    /// What was checked after the window.
    package var checks: [PlatformCheck]
    /// How long the window was open, if the run was ended before its schedule; `nil`
    /// for a whole run.
    package var cutShortNanoseconds: UInt64?

    package init(
        strategy: String, sync: String, repetition: Int, tickets: TicketFigures,
        lateness: LatencySummary, feedAlone: FeedFigures, feed: FeedFigures
    ) {
        self.strategy = strategy
        self.sync = sync
        self.repetition = repetition
        status = .ok
        windowNanoseconds = 0
        self.tickets = tickets
        self.lateness = lateness
        curve = []
        self.feedAlone = feedAlone
        self.feed = feed
        exchanges = []
        lost = []
        money = BettingMoney(currency: "EUR", bets: 0, staked: "0.00", returned: "0.00")
        checks = []
    }
}

/// What players staked and what bets have paid, by both ends.
package struct BettingMoney: Codable, Equatable, Sendable {
    package var currency: String
    /// Tickets that clients know to be placed.
    package var bets: Int
    /// The sum of their stakes, such as `12.34`.
    package var staked: String
    /// What those that have settled since have paid.
    package var returned: String
    /// SHA-256 of all balances and bets as the service has them at the end, by player; `nil`
    /// if they were not read.
    package var digest: String?

    package init(
        currency: String, bets: Int, staked: String, returned: String, digest: String? = nil
    ) {
        self.currency = currency
        self.bets = bets
        self.staked = staked
        self.returned = returned
        self.digest = digest
    }
}
