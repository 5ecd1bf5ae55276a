import OddsBetting
import OddsTraffic

// What becomes of bets once outcomes are settled. Each bet is one posting.
extension Transaction {
    /// Settles the outcomes of markets as the world says, unless they are settled already.
    func settle(_ markets: some Sequence<MarketSettlement>) throws {
        for market in markets {
            let winner = try winner(of: market)
            for (index, outcome) in market.outcomeIDs.enumerated() {
                guard try hasBets(outcome: Int64(outcome)) else {
                    settledOutcomes.withLockedValue { $0.insert(Int64(outcome)) }
                    continue
                }
                let result: OutcomeResult = winner.map { $0 == index ? .won : .lost } ?? .void
                try run(
                    "INSERT OR IGNORE INTO outcomeResult (outcome, result) VALUES (?, ?)",
                    [Int64(outcome), result.rawValue])
                if changedCount > 0 { try settleBets(on: Int64(outcome)) }
            }
        }
    }

    /// The index of the outcome that wins: the one that control has made win; else the one that
    /// was drawn, or the next of which control has not decided otherwise.
    private func winner(of market: MarketSettlement) throws -> Int? {
        guard let drawn = market.winner else { return nil }
        let results = try market.outcomeIDs.map { outcome -> OutcomeResult? in
            try row("SELECT result FROM outcomeResult WHERE outcome = ?", [Int64(outcome)])
                .flatMap { OutcomeResult(rawValue: $0[0]) }
        }
        let others = results.indices.map { (drawn + $0) % results.count }
        return results.firstIndex(of: .won) ?? others.first { results[$0] == nil } ?? drawn
    }

    /// Settles outcomes, or corrects them.
    func settle(_ results: [(outcome: Int64, result: OutcomeResult)]) throws {
        for (outcome, result) in results {
            try run(
                """
                INSERT INTO outcomeResult (outcome, result) VALUES (?, ?)
                ON CONFLICT (outcome) DO UPDATE SET result = excluded.result
                """, [outcome, result.rawValue])
        }
        for (outcome, _) in results { try settleBets(on: outcome) }
    }

    /// Whether an outcome has been settled or bet on.
    func knows(outcome: Int64) throws -> Bool {
        try isSettled(outcome: outcome) || hasBets(outcome: outcome)
    }

    /// Whether an outcome has been settled.
    func isSettled(outcome: Int64) throws -> Bool {
        try settledOutcomes.withLockedValue { $0.contains(outcome) }
            || row("SELECT 1 FROM outcomeResult WHERE outcome = ?", [outcome]) != nil
    }

    private func hasBets(outcome: Int64) throws -> Bool {
        try row("SELECT 1 FROM selection WHERE outcome = ? LIMIT 1", [outcome]) != nil
    }

    private func settleBets(on outcome: Int64) throws {
        let ids = try rows("SELECT bet FROM selection WHERE outcome = ? ORDER BY bet", [outcome])
        for id in ids {
            guard let bet = try bet(id[0]) else { continue }
            try settle(bet)
        }
    }

    /// Brings a bet to what the results make of it.
    private func settle(_ bet: BetRecord) throws {
        guard bet.status != .cashedOut, let player = try player(bet.player) else { return }
        let outcome = bet.outcome ?? BetOutcome(returned: .zero, status: .open)
        guard outcome != BetOutcome(returned: bet.returned, status: bet.status) else { return }
        if bet.status == .open {
            try pay(bet, of: player, outcome)
        } else {
            try correct(bet, of: player, outcome)
        }
    }

    /// Pays what a bet returns out of its stake and the house.
    private func pay(_ bet: BetRecord, of player: Player, _ outcome: BetOutcome) throws {
        let accounts = BetAccounts(of: player)
        let isFreeAgain = bet.isFree && outcome.status == .void
        try post(
            bet.isFree ? .freeReturn : .betReturn, of: player, reference: bet.name,
            source: "Sports", .credit,
            accounts.moves(
                paying: outcome.returned, outOf: bet.remaining,
                isFree: bet.isFree && !isFreeAgain,
                to: isFreeAgain ? accounts.freebet : accounts.real))
        try keep(bet, outcome, paid: bet.paid + outcome.returned, missing: bet.missing)
    }

    /// Books the difference between what the results made of a bet before and what they make
    /// of it now; one that is open again gets its stake back from the house.
    ///
    /// A bet is open again only if it was lost before all of its outcomes had results. So no
    /// open bet has paid anything but cashouts, and nothing is missing of what it has paid.
    private func correct(_ bet: BetRecord, of player: Player, _ outcome: BetOutcome) throws {
        let accounts = BetAccounts(of: player)
        let balances = try balances(of: player.id)
        let before = bet.dues(of: BetOutcome(returned: bet.returned, status: bet.status))
        let after = bet.dues(of: outcome)
        let wallets = [
            (accounts.real, balances.real, before.real, after.real),
            (accounts.freebet, balances.freebet, before.free, after.free),
        ]
        var (paid, missing) = (bet.paid, bet.missing)
        var moves: [Move] = []
        // What is taken back comes first: what is missing of it lessens what is paid.
        for (account, balance, before, after) in wallets where after < before {
            let taken = min(before - after, balance)
            moves.append(Move(source: account, target: accounts.house, amount: taken))
            paid = paid - taken
            missing = missing + (before - after - taken)
        }
        for (account, _, before, after) in wallets where after > before {
            let withheld = min(after - before, missing)
            let due = after - before - withheld
            moves.append(Move(source: accounts.house, target: account, amount: due))
            paid = paid + due
            missing = missing - withheld
        }
        if outcome.status == .open {
            moves.append(
                Move(source: accounts.house, target: accounts.escrow, amount: bet.remaining))
        }
        try post(
            bet.isFree ? .freeCorrection : .correction, of: player, reference: bet.name,
            source: "Sports", paid > bet.paid ? .credit : .debit, moves)
        try keep(bet, outcome, paid: paid, missing: missing)
    }

    private func keep(
        _ bet: BetRecord, _ outcome: BetOutcome, paid: Money, missing: Money
    ) throws {
        if outcome.status != .open { betCounts.settledCount += 1 }
        try run(
            """
            UPDATE bet SET status = ?, settled = ?, returned = ?, paid = ?, missing = ?
            WHERE id = ?
            """,
            [
                outcome.status.rawValue, outcome.status == .open ? nil : now,
                outcome.returned.minorUnits, paid.minorUnits, missing.minorUnits, bet.id,
            ])
    }
}

extension BetRecord {
    /// What an outcome brings of real money, and of free-bet money, which only void free
    /// bets give back.
    fileprivate func dues(of outcome: BetOutcome) -> (real: Money, free: Money) {
        isFree && outcome.status == .void
            ? (.zero, outcome.returned) : (outcome.returned, .zero)
    }
}

/// The accounts between which the money of a player's bets moves.
struct BetAccounts {
    let real: Account
    let freebet: Account
    let escrow: Account
    let house: Account

    init(of player: Player) {
        real = Account(.real, of: player.id)
        freebet = Account(.freebet, of: player.id)
        escrow = Account(.escrow, of: player.id)
        house = Account(.house, in: player.currency)
    }

    /// The moves that pay an amount out of a stake: first the stake itself, unless it is a
    /// free bet's, which goes to the house, then the house.
    func moves(
        paying due: Money, outOf stake: Money, isFree: Bool = false, to target: Account
    ) -> [Move] {
        let fromStake = isFree ? .zero : min(stake, due)
        return [
            Move(source: escrow, target: target, amount: fromStake),
            Move(source: escrow, target: house, amount: stake - fromStake),
            Move(source: house, target: target, amount: due - fromStake),
        ]
    }
}
