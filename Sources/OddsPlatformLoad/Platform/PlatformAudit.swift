import OddsExperiments
import OddsResults

/// Compares what the clients know with what the service says, after a run.
struct PlatformAudit {
    let plan: PlatformPlan
    let service: any PlatformService
    let players: [SimulatedPlayer]
    let counts: ExchangeCounts
    /// What the service had counted before the first login.
    let before: ServiceCounts

    /// What came of it.
    struct Findings {
        var checks: [PlatformCheck] = []
        var money: PlatformMoney
        var server: ServiceCounts
        var client: ExchangeCounts.Counts
    }

    /// Both ends count an exchange at their own time: so long they may differ.
    private static let agreementLimit = Duration.seconds(5)
    private static let shortWait = Duration.milliseconds(100)

    func run() async throws -> Findings {
        if plan.hasFaults { try await service.endFaults() }
        let unknown = await all(players) { await $0.settle() }.reduce(0, +)
        let payers = players.filter { $0.paid.deposits > 0 }
        let balances = await all(payers, balance)
        let ledger = try await service.checkLedger()
        let deadline = ContinuousClock.now + Self.agreementLimit
        var (server, client) = try await read()
        while Self.disagreement(server, client) != nil, ContinuousClock.now < deadline {
            try await Task.sleep(for: Self.shortWait)
            (server, client) = try await read()
        }
        let deposits = payers.reduce(0) { $0 + $1.paid.deposits }
        let paid = payers.reduce(0) { $0 + $1.paid.cents }
        let grown = balances.map { $0.map { $0 - PlatformPlan.balanceCents } }
        var findings = Findings(
            money: PlatformMoney(
                currency: "EUR", deposits: deposits, paid: Cents.text(paid),
                credited: Cents.text(grown.compactMap(\.self).reduce(0, +))),
            server: server, client: client)
        findings.checks = [
            PlatformCheck(
                "ledger", isOK: ledger.ok,
                "the sum is \(ledger.sum) over \(ledger.postings) postings"),
            Self.balances(zip(payers, grown).map { ($0.account.userId, $0.paid.cents, $1) }),
            Self.deposits(known: deposits, unknown: unknown, posted: server.postings),
            Self.requests(server, client), Self.logins(server, client),
        ]
        if let check = sessions(client) { findings.checks.append(check) }
        return findings
    }

    private func read() async throws -> (ServiceCounts, ExchangeCounts.Counts) {
        (try await service.counts().since(before), counts.counts)
    }

    /// The balance of now, of a player who may have been logged out by faults.
    private func balance(of player: SimulatedPlayer) async -> Int? {
        if let cents = await player.balanceCents() { return cents }
        try? await player.login()
        return await player.balanceCents()
    }

    /// Calls `body` for all players, some at a time, and returns the results in order.
    private func all<Value: Sendable>(
        _ players: [SimulatedPlayer], _ body: @escaping @Sendable (SimulatedPlayer) async -> Value
    ) async -> [Value] {
        await ConcurrentWork.run(players.count, atOnce: PlatformPlan.loginsAtOnce) { number in
            await body(players[number])
        }
    }
}

// The checks, of what both ends say.
extension PlatformAudit {
    /// - Parameter players: The player, what they paid, and what their balance has grown
    ///   by; `nil` if it could not be read.
    static func balances(_ players: [(id: String, paid: Int, grown: Int?)]) -> PlatformCheck {
        let wrong = players.filter { $0.paid != $0.grown }
        guard let first = wrong.first else {
            let paid = Cents.text(players.reduce(0) { $0 + $1.paid })
            return PlatformCheck(
                "balances", isOK: true,
                "\(FigureFormat.counted(players.count, "player")) paid \(paid), and have it")
        }
        let grown = first.grown.map { "has grown by \(Cents.text($0))" } ?? "could not be read"
        return PlatformCheck(
            "balances", isOK: false,
            """
            \(FigureFormat.counted(wrong.count, "balance")) differ: player \(first.id) paid \
            \(Cents.text(first.paid)), and the balance \(grown)
            """)
    }

    static func deposits(known: Int, unknown: Int, posted: Int) -> PlatformCheck {
        PlatformCheck(
            "deposits", isOK: unknown == 0 && known == posted,
            "\(known) are known to clients, and \(posted) are posted"
                + (unknown == 0 ? "" : "; of \(unknown) more nobody knows what became"))
    }

    static func requests(
        _ server: ServiceCounts, _ client: ExchangeCounts.Counts
    ) -> PlatformCheck {
        if let difference = disagreement(server, client) {
            return PlatformCheck("requests", isOK: false, difference)
        }
        let answers = client.answers.values.reduce(0, +)
        let lost = client.lost.values.reduce(0, +)
        return PlatformCheck(
            "requests", isOK: true,
            "\(FigureFormat.counted(answers, "answer")), the same by route and status"
                + (lost == 0 ? "" : "; \(FigureFormat.count(Double(lost))) were lost"))
    }

    /// Where the service counted less than the client read, or more than what was lost
    /// explains; `nil` if nowhere.
    static func disagreement(
        _ server: ServiceCounts, _ client: ExchangeCounts.Counts
    ) -> String? {
        let answers = Set(server.answers.keys).union(client.answers.keys)
        for route in Set(answers.map(\.route)).sorted() {
            let lost = client.lost.filter { $0.key.route == route }.values.reduce(0, +)
            var missing = 0
            for answer in answers.filter({ $0.route == route }).sorted(by: {
                $0.status < $1.status
            }) {
                let (sent, read) = (server.answers[answer] ?? 0, client.answers[answer] ?? 0)
                missing += sent - read
                guard sent < read || missing > lost else { continue }
                return """
                    \(route.method) \(route.path) was answered with \(answer.status) \(sent) times \
                    by the service's count and \(read) times by the clients', and \(lost) were lost
                    """
            }
        }
        return nil
    }

    static func logins(
        _ server: ServiceCounts, _ client: ExchangeCounts.Counts
    ) -> PlatformCheck {
        let read = client.loginCount + client.refreshCount
        let lost = client.lost.filter { $0.key.route == .login }.values.reduce(0, +)
        return PlatformCheck(
            "logins", isOK: (read...(read + lost)).contains(server.logins),
            """
            \(server.logins) by the service; \(client.loginCount) that players asked for and \
            \(client.refreshCount) that renewed a session\(lost == 0 ? "" : "; \(lost) were lost")
            """)
    }

    /// That no player's session was renewed more often than it was ended, however many
    /// requests were refused. A session that a player's own login begins may end before
    /// the client has it. `nil` where faults or time end sessions, too.
    private func sessions(_ client: ExchangeCounts.Counts) -> PlatformCheck? {
        guard !plan.hasFaults, plan.warmup + plan.duration < .seconds(1_200) else { return nil }
        // The login before the warm-up is no reason.
        let worst = client.refreshes.first { player, count in
            count > plan.storms + max((client.logins[player] ?? 0) - 1, 0)
        }
        let most = client.refreshes.values.max() ?? 0
        let storms = FigureFormat.counted(plan.storms, "storm")
        return PlatformCheck(
            "sessions", isOK: worst == nil,
            worst.map { "one player's session was renewed \($0.value) times in \(storms)" }
                ?? "no player's session was renewed more than \(most) times in \(storms)")
    }
}
