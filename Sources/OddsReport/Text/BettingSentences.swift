import OddsResults

/// What is said of a run of `bench betting` below its tables.
enum BettingSentences {
    static func all(_ run: BettingRun) -> [String] {
        [
            run.reason.map { "\(run.status.rawValue): \($0)." }, unsent(run.tickets),
            tickets(run.tickets), lost(run), money(run.money), run.commits.flatMap(commits),
            PlatformSentences.checks(run.checks),
            PlatformSentences.memory(run.service, run.client),
            PlatformSentences.lateness(run.lateness),
        ].compactMap(\.self)
    }

    private static func count(_ value: Int) -> String { FigureFormat.count(Double(value)) }

    /// What the client could not send.
    private static func unsent(_ tickets: TicketFigures) -> String? {
        guard tickets.unsent > 0 else { return nil }
        return """
            Not sent, as the client was saturated: \(count(tickets.unsent)) of \
            \(count(tickets.due)).
            """
    }

    /// `Tickets: 20,000 answered: 18,000 placed, 2,000 refused (906 odds changed 2,000).`
    static func tickets(_ tickets: TicketFigures) -> String {
        let refusals = tickets.refusals.map { refusal in
            let text = TicketRefusal(rawValue: refusal.code).map { " \($0.text)" } ?? ""
            return "\(refusal.code)\(text) \(count(refusal.count))"
        }
        let failures = tickets.failures.map { "\($0.error) \(count($0.count))" }
        return "Tickets: \(count(tickets.answered)) answered: \(count(tickets.placed)) placed, "
            + "\(count(tickets.refused)) refused"
            + (refusals.isEmpty ? "" : " (\(refusals.joined(separator: ", ")))")
            + (failures.isEmpty ? "." : "; failed: \(failures.joined(separator: ", ")).")
    }

    private static func lost(_ run: BettingRun) -> String? {
        let lost = run.lost.reduce(0) { $0 + $1.count }
        return lost == 0 ? nil : "Exchanges without an answer: \(count(lost))."
    }

    /// `Commits: 312 a second, of 8.2 transactions each; 311 a second waited for the disk.`
    static func commits(_ commits: CommitFigures) -> String? {
        guard commits.commits > 0, let syncedRate = commits.syncedRate else { return nil }
        let seconds = Double(commits.nanoseconds) / 1e9
        let share = Double(commits.transactions) / Double(commits.commits)
        return """
            Commits: \(FigureFormat.count(Double(commits.commits) / seconds)) a second, of \
            \(FigureFormat.number(share)) transactions each; \(FigureFormat.count(syncedRate)) a \
            second waited for the disk.
            """
    }

    static func money(_ money: BettingMoney) -> String {
        let digest = money.digest.map { "; digest of balances and bets \($0.prefix(16))…" } ?? ""
        return """
            Money: \(FigureFormat.counted(money.bets, "bet")), warm-up included, of \
            \(money.staked) \(money.currency), of which those that have settled paid \
            \(money.returned)\(digest).
            """
    }
}
