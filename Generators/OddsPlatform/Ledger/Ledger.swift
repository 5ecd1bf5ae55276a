import OddsBetting

/// A move of money from one account to another.
struct Move: Sendable {
    let source: Account
    let target: Account
    let amount: Money
}

/// The balances of a player.
package struct Balances: Equatable, Sendable {
    /// Money that can be withdrawn.
    package var real = Money.zero
    /// Money of bonuses.
    package var bonus = Money.zero
    /// Money for free bets.
    package var freebet = Money.zero
    /// Stakes of open bets.
    package var escrow = Money.zero

    subscript(kind: AccountKind) -> Money {
        switch kind {
        case .real: real
        case .bonus: bonus
        case .freebet: freebet
        case .escrow: escrow
        case .house, .outside: preconditionFailure("no player has such an account")
        }
    }
}

// The double-entry ledger.
extension Transaction {
    /// Opens the accounts of a new player.
    func openAccounts(of player: Int64, in currency: Currency) throws {
        try run("INSERT OR IGNORE INTO ledgerSum (currency) VALUES (?)", [currency.code])
        for kind in [AccountKind.house, .outside] {
            try run(
                "INSERT OR IGNORE INTO account (id, currency, isPlayers) VALUES (?, ?, 0)",
                [Account(kind, in: currency).id, currency.code])
        }
        for kind in AccountKind.ofPlayers {
            try run(
                "INSERT INTO account (id, currency, isPlayers) VALUES (?, ?, 1)",
                [Account(kind, of: player).id, currency.code])
        }
    }

    /// The balances of a player.
    func balances(of player: Int64) throws -> Balances {
        let first = Account(.real, of: player).id
        var balances = Balances()
        for row in try rows(
            "SELECT id, balance FROM account WHERE id BETWEEN ? AND ?", [first, first + 3])
        {
            let id: Int64 = row[0]
            let amount = Money(minorUnits: row[1])
            switch AccountKind(rawValue: id - first) {
            case .real: balances.real = amount
            case .bonus: balances.bonus = amount
            case .freebet: balances.freebet = amount
            default: balances.escrow = amount
            }
        }
        return balances
    }

    /// Books a posting of a player. Moves of nothing are left out, and so is a posting
    /// without moves.
    ///
    /// A move beyond a player's balance is a programmer's error: callers check before.
    /// The database refuses it as well, and with it the whole transaction.
    ///
    /// - Parameter balances: The player's balances, if they have been read.
    func post(
        _ kind: PostingKind, of player: Player, reference: String, source: String,
        _ operation: BalanceChange.Operation, _ moves: [Move], balances: Balances? = nil
    ) throws {
        let moves = moves.filter { $0.amount > .zero }
        guard !moves.isEmpty else { return }
        let before = try balances ?? self.balances(of: player.id)
        let wallets = [AccountKind.real, .bonus].compactMap { kind in
            let difference = moves.difference(of: Account(kind, of: player.id))
            return difference == .zero
                ? nil
                : (account: kind, difference: difference, after: before[kind] + difference)
        }
        let real = before.real + moves.difference(of: Account(.real, of: player.id))
        let sequence = try number(
            """
            INSERT INTO posting (player, kind, reference, time, realAfter, sequence)
            VALUES (:player, :kind, :reference, :now, :real, CASE WHEN :real NOT NULL THEN
                (SELECT walletSequence + 1 FROM player WHERE id = :player) END)
            RETURNING sequence
            """,
            [
                "player": player.id, "kind": kind.rawValue, "reference": reference, "now": now,
                "real": wallets.isEmpty ? nil : real.minorUnits,
            ])
        let posting = insertedID
        for move in moves {
            // Moves the balances as well, and fails if the ledger's sum is then not 0.
            try AccountBound.refusing {
                try run(
                    "INSERT INTO move (posting, source, target, amount) VALUES (?, ?, ?, ?)",
                    [posting, move.source.id, move.target.id, move.amount.minorUnits])
            }
        }
        guard !wallets.isEmpty else { return }
        push(
            Push(
                player: player.id,
                event: .balance(
                    BalanceChange(
                        posting: posting, sequence: sequence, currency: player.currency.code,
                        source: source, operation: operation, wallets: wallets)),
                milliseconds: now))
    }
}

extension [Move] {
    /// What they do to an account.
    fileprivate func difference(of account: Account) -> Money {
        reduce(.zero) { sum, move in
            if move.target == account { return sum + move.amount }
            return move.source == account ? sum - move.amount : sum
        }
    }
}

/// What a check of the whole ledger found.
package struct LedgerCheck: Equatable, Sendable {
    /// Whether all sums are 0, no balance of a player is negative, each balance is the sum
    /// of its account's moves, and what a player has in escrow are the stakes of open bets.
    package let isOK: Bool
    /// The number of postings.
    package let postings: Int64
    /// The sum of all accounts, of all currencies.
    package let sum: Money
    /// The number of players.
    package let players: Int64
}

extension Transaction {
    /// Adds up the ledger from its first move.
    ///
    /// - Complexity: O(moves + accounts + open bets).
    func checkLedger() throws -> LedgerCheck {
        let wrong = try number(
            """
            SELECT COUNT(*) FROM account LEFT JOIN (
                SELECT account, SUM(amount) AS booked FROM (
                    SELECT target AS account, amount FROM move
                    UNION ALL SELECT source, -amount FROM move)
                GROUP BY account) ON account = id
            WHERE balance <> IFNULL(booked, 0) OR (isPlayers AND balance < 0)
            """)
        let wrongEscrows = try number(
            """
            SELECT COUNT(*) FROM player JOIN account ON account.id = player.id << 3 | ?
            WHERE balance <> (
                SELECT IFNULL(SUM(remaining), 0) FROM bet
                WHERE bet.player = player.id AND status = 'OPEN')
            """, [AccountKind.escrow.rawValue])
        let sums = try rows(
            "SELECT currency, SUM(balance) FROM account GROUP BY currency")
        let unbalanced = sums.filter { $0[1] != Int64(0) }.count
        let sum: Int64 = sums.reduce(0) { $0 + ($1[1] as Int64) }
        return LedgerCheck(
            isOK: wrong == 0 && wrongEscrows == 0 && unbalanced == 0,
            postings: try number("SELECT COUNT(*) FROM posting"),
            sum: Money(minorUnits: sum),
            players: try number("SELECT COUNT(*) FROM player"))
    }
}
