import OddsExperiments
import OddsLive
import OddsMeasurement
import OddsResults

/// Compares what the clients know with what the service says, after a run.
struct BettingAudit {
    let plan: BettingPlan
    let service: any PlatformService
    let server: any LiveServer
    let bettors: [Bettor]
    let counts: ExchangeCounts
    /// What the service had counted before the first login.
    let before: ServiceCounts

    /// What came of it.
    struct Findings {
        var checks: [PlatformCheck] = []
        var money: BettingMoney
        var server: ServiceCounts
        var client: ExchangeCounts.Counts
    }

    /// A player by both ends.
    struct Account: Equatable, Sendable {
        let id: String
        /// What the player knows by answers.
        var record: Bettor.Record
        /// The bets that the service has, as name and stake in minor units; `nil` if it did
        /// not say.
        var bets: [String: Int]?
        /// What those have paid.
        var paidCents = 0
        /// What the balance is now; `nil` if it could not be read.
        var balanceCents: Int?

        /// What the balance must be.
        var expectedCents: Int {
            BettingPlan.balanceCents - record.stakedCents + paidCents
        }

        /// Whether both ends agree.
        var isRight: Bool {
            record.repeatedCount == 0 && record.wronglyPricedCount == 0
                && bets == record.stakes && balanceCents == expectedCents
        }
    }

    /// Both ends count an exchange at their own time, and a bet may be settling when the
    /// world stops: so long they may differ.
    private static let agreementLimit = Duration.seconds(5)
    private static let shortWait = Duration.milliseconds(100)

    func run() async throws -> Findings {
        if plan.hasFaults { try await service.endFaults() }
        let unknown = await all(bettors) { await $0.settle() }.reduce(0, +)
        // So that no bet settles between two readings.
        try await server.pause()
        var accounts = await all(bettors, Self.account)
        let deadline = ContinuousClock.now + Self.agreementLimit
        while accounts.contains(where: { !$0.isRight }), ContinuousClock.now < deadline {
            try await Task.sleep(for: Self.shortWait)
            let wrong = accounts.indices.filter { !accounts[$0].isRight }
            let read = await all(wrong.map { bettors[$0] }, Self.account)
            for (index, account) in zip(wrong, read) { accounts[index] = account }
        }
        let ledger = try await service.checkLedger()
        var (served, client) = try await read()
        while PlatformAudit.disagreement(served, client) != nil, ContinuousClock.now < deadline {
            try await Task.sleep(for: Self.shortWait)
            (served, client) = try await read()
        }
        try await server.resume()
        let staked = accounts.reduce(0) { $0 + $1.record.stakedCents }
        let returned = accounts.reduce(0) { $0 + $1.paidCents }
        var findings = Findings(
            money: BettingMoney(
                currency: "EUR", bets: accounts.reduce(0) { $0 + $1.record.stakes.count },
                staked: Cents.text(staked), returned: Cents.text(returned),
                digest: Self.digest(of: accounts)),
            server: served, client: client)
        findings.checks = [
            PlatformCheck(
                "ledger", isOK: ledger.ok,
                "the sum is \(ledger.sum) over \(ledger.postings) postings"),
            Self.balances(accounts),
            Self.bets(accounts, counted: served.bets, unknown: unknown),
            PlatformAudit.requests(served, client), PlatformAudit.logins(served, client),
        ]
        return findings
    }

    private func read() async throws -> (ServiceCounts, ExchangeCounts.Counts) {
        (try await service.counts().since(before), counts.counts)
    }

    private static func account(of bettor: Bettor) async -> Account {
        var account = Account(id: bettor.player.account.userId, record: bettor.record)
        account.balanceCents = await bettor.player.balanceCents()
        if account.balanceCents == nil {
            // Faults may have ended the session.
            try? await bettor.player.login()
            account.balanceCents = await bettor.player.balanceCents()
        }
        guard let bets = try? await bettor.bets() else { return account }
        account.bets = Dictionary(
            bets.map { ($0.id, Cents.of($0.stake) ?? -1) }, uniquingKeysWith: { _, _ in -1 })
        account.paidCents = bets.reduce(0) { $0 + ($1.netReturns.flatMap(Cents.of) ?? 0) }
        return account
    }

    /// Identifies the money and the bets of all accounts: a line for each of them, with the
    /// balance, what bets have paid, and each bet with its stake.
    static func digest(of accounts: [Account]) -> String {
        let lines = accounts.sorted { $0.id < $1.id }.map { account in
            let bets = (account.bets ?? [:]).sorted { $0.key < $1.key }
                .map { "\($0.key):\($0.value)" }
            return "\(account.id) \(account.balanceCents ?? -1) \(account.paidCents) "
                + bets.joined(separator: ",") + "\n"
        }
        return SHA256Digest(of: Array(lines.joined().utf8)).hexadecimal
    }

    /// Calls `body` for all of them, some at a time, and returns the results in order.
    private func all<Value: Sendable>(
        _ bettors: [Bettor], _ body: @escaping @Sendable (Bettor) async -> Value
    ) async -> [Value] {
        await ConcurrentWork.run(bettors.count, atOnce: PlatformPlan.loginsAtOnce) { number in
            await body(bettors[number])
        }
    }
}

// The checks, of what both ends say.
extension BettingAudit {
    /// That each player has what the answers make of the money.
    static func balances(_ accounts: [Account]) -> PlatformCheck {
        let wrong = accounts.filter { $0.balanceCents != $0.expectedCents }
        guard let first = wrong.first else {
            let staked = Cents.text(accounts.reduce(0) { $0 + $1.record.stakedCents })
            return PlatformCheck(
                "balances", isOK: true,
                "\(FigureFormat.counted(accounts.count, "player")) staked \(staked), and have "
                    + "the rest and what bets paid")
        }
        let balance = first.balanceCents.map(Cents.text) ?? "could not be read"
        return PlatformCheck(
            "balances", isOK: false,
            """
            \(FigureFormat.counted(wrong.count, "balance")) differ: that of player \(first.id) \
            should be \(Cents.text(first.expectedCents)): \(balance)
            """)
    }

    /// That the service has the tickets that were placed, each once and at odds that it
    /// accepts.
    ///
    /// - Parameters:
    ///   - counted: How many it has counted.
    ///   - unknown: How many tickets have had no answer.
    static func bets(_ accounts: [Account], counted: Int, unknown: Int) -> PlatformCheck {
        let known = accounts.reduce(0) { $0 + $1.record.stakes.count }
        let listed = accounts.reduce(0) { $0 + ($1.bets?.count ?? 0) }
        let repeated = accounts.reduce(0) { $0 + $1.record.repeatedCount }
        let wronglyPriced = accounts.reduce(0) { $0 + $1.record.wronglyPricedCount }
        let wrong = accounts.first { $0.bets != $0.record.stakes }
        let texts = [
            "clients know \(known) bets; the service lists \(listed), and counted \(counted)",
            wrong.map { "those of player \($0.id) differ" },
            repeated == 0 ? nil : "\(repeated) were the answer of more than one ticket",
            wronglyPriced == 0 ? nil : "\(wronglyPriced) were placed at odds they do not accept",
            unknown == 0 ? nil : "the outcome of \(unknown) tickets is unknown",
        ]
        return PlatformCheck(
            "bets", isOK: wrong == nil && counted == known && repeated == 0 && wronglyPriced == 0
                && unknown == 0,
            texts.compactMap(\.self).joined(separator: "; "))
    }
}
