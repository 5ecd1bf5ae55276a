import GRDB
import OddsBetting

// What becomes of bets once outcomes have results. Each bet is one posting.
extension Transaction {
    /// Brings bets to what the results make of them.
    ///
    /// - Parameter countMax: The most bets that are looked at.
    /// - Returns: Whether there may be more of them.
    func settleBets(max countMax: Int) throws -> Bool {
        var count = 0
        while count < countMax,
            let next = try row(
                """
                SELECT outcome, settledUpTo FROM outcomeResult WHERE settledUpTo IS NOT NULL
                ORDER BY outcome LIMIT 1
                """)
        {
            let outcome: Int64 = next[0]
            let ids: [Int64] = try rows(
                "SELECT bet FROM selection WHERE outcome = ? AND bet > ? ORDER BY bet LIMIT ?",
                [outcome, next[1] as Int64, countMax - count]
            ).map { $0[0] }
            for id in ids {
                if let bet = try bet(id) { try settle(bet) }
            }
            try run(
                "UPDATE outcomeResult SET settledUpTo = ? WHERE outcome = ?", [ids.last, outcome])
            count += ids.count
        }
        return count == countMax
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
