import GRDB
import OddsBetting
import OddsJSON

/// What a limit of a player's own is about.
enum LimitType: String, CaseIterable, Sendable {
    case deposit = "Deposit"
    case wagering = "Wagering"
    case loss = "Loss"
}

/// The rolling window of a limit.
enum LimitPeriod: String, CaseIterable, Sendable {
    case daily = "Daily"
    case weekly = "Weekly"
    case monthly = "Monthly"

    var milliseconds: Int64 {
        let day: Int64 = 24 * 60 * 60_000
        return switch self {
        case .daily: day
        case .weekly: 7 * day
        case .monthly: 30 * day
        }
    }
}

// The limits that players set themselves.
extension Transaction {
    /// Until a higher limit, or the end of one, holds.
    private static let coolOffMilliseconds: Int64 = 24 * 60 * 60_000

    /// Brings changes into force whose time has come.
    func applyScheduledLimits(of player: Int64) throws {
        try run(
            "DELETE FROM playerLimit WHERE player = ? AND changes <= ? AND nextAmount IS NULL",
            [player, now])
        try run(
            """
            UPDATE playerLimit SET amount = nextAmount, nextAmount = NULL, changes = NULL
            WHERE player = ? AND changes <= ?
            """, [player, now])
    }

    /// A player's limits.
    func limits(of player: Player) throws -> JSONValue {
        try applyScheduledLimits(of: player.id)
        let rows = try rows(
            """
            SELECT id, type, period, amount, nextAmount, changes FROM playerLimit
            WHERE player = ? ORDER BY id
            """, [player.id])
        return ["limits": .array(rows.map { limit($0, of: player) })]
    }

    private func limit(_ row: Row, of player: Player) -> JSONValue {
        let schedules: JSONValue =
            if let changes = row[5] as Int64? {
                [
                    [
                        "type": row[4] == nil ? "Delete" : "Update",
                        "amount": (row[4] as Int64?).map { Money(minorUnits: $0).json } ?? .null,
                        "effectiveDate": .string(WireDate.text(changes)),
                    ]
                ]
            } else {
                []
            }
        return [
            "id": "l-\(row[0] as Int64)", "playerId": "\(player.id)",
            "domainId": "\(Platform.domain)", "amount": Money(minorUnits: row[3]).json,
            "currency": .string(player.currency.code), "period": .string(row[2]),
            "type": .string(row[1]), "products": ["Sports"], "walletTypes": ["Real"],
            "schedules": schedules,
        ]
    }

    private func limit(_ id: Int64, of player: Player) throws -> Row {
        try applyScheduledLimits(of: player.id)
        guard
            let row = try row(
                """
                SELECT id, type, period, amount, nextAmount, changes FROM playerLimit
                WHERE id = ? AND player = ?
                """, [id, player.id])
        else { throw Refusal.notFound }
        return row
    }

    /// Sets a limit where there is none of that type and period.
    func setLimit(
        of player: Player, _ type: LimitType, _ period: LimitPeriod, _ amount: Money
    ) throws -> JSONValue {
        try applyScheduledLimits(of: player.id)
        let known = try row(
            "SELECT id FROM playerLimit WHERE player = ? AND type = ? AND period = ?",
            [player.id, type.rawValue, period.rawValue])
        if let known {
            throw Refusal(
                409, nil,
                "there is a limit \(type.rawValue), \(period.rawValue): "
                    + "change l-\(known[0] as Int64)")
        }
        try run(
            "INSERT INTO playerLimit (player, type, period, amount) VALUES (?, ?, ?, ?)",
            [player.id, type.rawValue, period.rawValue, amount.minorUnits])
        return ["limit": limit(try limit(insertedID, of: player), of: player)]
    }

    /// Changes a limit: at once to a lower one, else later.
    func changeLimit(
        _ id: Int64, of player: Player, to amount: Money, skipsCoolOff: Bool
    ) throws -> JSONValue {
        let old: Int64 = try limit(id, of: player)[3]
        if amount.minorUnits <= old || skipsCoolOff {
            try run(
                """
                UPDATE playerLimit SET amount = ?, nextAmount = NULL, changes = NULL WHERE id = ?
                """, [amount.minorUnits, id])
        } else {
            try run(
                "UPDATE playerLimit SET nextAmount = ?, changes = ? WHERE id = ?",
                [amount.minorUnits, now + Self.coolOffMilliseconds, id])
        }
        return ["limit": limit(try limit(id, of: player), of: player)]
    }

    /// Ends a limit, later unless the pause is skipped.
    func deleteLimit(_ id: Int64, of player: Player, skipsCoolOff: Bool) throws -> JSONValue {
        let old = limit(try limit(id, of: player), of: player)
        if skipsCoolOff {
            try run("DELETE FROM playerLimit WHERE id = ?", [id])
            return ["limit": old]
        }
        try run(
            "UPDATE playerLimit SET nextAmount = NULL, changes = ? WHERE id = ?",
            [now + Self.coolOffMilliseconds, id])
        return ["limit": limit(try limit(id, of: player), of: player)]
    }

    /// - Throws: 409 `121` if a deposit would go beyond one of the player's limits.
    func refuseBeyondDepositLimits(of player: Int64, _ amount: Money) throws {
        try refuse(amount, beyond: [.deposit], of: player)
    }

    /// - Throws: 409 `121` if a stake would go beyond one of the player's limits.
    func refuseBeyondBettingLimits(of player: Player, _ stake: Money) throws {
        try refuse(stake, beyond: [.wagering, .loss], of: player.id)
    }

    private func refuse(_ amount: Money, beyond types: [LimitType], of player: Int64) throws {
        guard try row("SELECT 1 FROM playerLimit WHERE player = ?", [player]) != nil else {
            return
        }
        try applyScheduledLimits(of: player)
        for row in try rows(
            "SELECT type, period, amount FROM playerLimit WHERE player = ? ORDER BY id", [player])
        {
            guard let type = LimitType(rawValue: row[0]), types.contains(type),
                let period = LimitPeriod(rawValue: row[1])
            else { continue }
            let before = try counted(type, of: player, since: now - period.milliseconds)
            guard before + amount <= Money(minorUnits: row[2]) else {
                throw Refusal(
                    409, "121", "beyond the player's limit",
                    members: [
                        JSONMember(
                            "limit",
                            [
                                "type": .string(type.rawValue),
                                "period": .string(period.rawValue),
                            ])
                    ])
            }
        }
    }

    /// What counts for a limit from a moment on.
    private func counted(_ type: LimitType, of player: Int64, since start: Int64) throws -> Money {
        switch type {
        case .deposit: try deposits(of: player, since: start)
        case .wagering: try staked(of: player, since: start, lessReturns: false)
        case .loss: try staked(of: player, since: start, lessReturns: true)
        }
    }

    /// What bets have taken out of a player's real money.
    ///
    /// - Parameter lessReturns: Whether what they have put into it counts as well.
    private func staked(
        of player: Int64, since start: Int64, lessReturns: Bool
    ) throws -> Money {
        let real = Account(.real, of: player).id
        let units = try number(
            """
            SELECT IFNULL(SUM(CASE WHEN source = ? THEN amount ELSE -amount END), 0)
            FROM posting JOIN move ON move.posting = posting.id
            WHERE player = ? AND time > ? AND (source = ? OR target = ?)
                AND (kind = 'bet' OR (? AND kind IN ('return', 'cashout', 'correction')))
            """, [real, player, start, real, real, lessReturns])
        return Money(minorUnits: units)
    }
}
