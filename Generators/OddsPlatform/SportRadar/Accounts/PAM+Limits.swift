import GRDB
import OddsBetting
import OddsJSON

/// What a limit is about, as the account API names it.
enum PAMLimitType: String, CaseIterable, Sendable {
    case deposit = "DEPOSIT_LIMIT"
    case wager = "WAGER_LIMIT"
    case loss = "LOSS_LIMIT"

    fileprivate var type: LimitType {
        switch self {
        case .deposit: .deposit
        case .wager: .wagering
        case .loss: .loss
        }
    }
}

/// The window of a limit, as the account API names it.
enum PAMLimitPeriod: String, CaseIterable, Sendable {
    case daily = "DAILY"
    case weekly = "WEEKLY"
    case monthly = "MONTHLY"

    fileprivate var period: LimitPeriod {
        switch self {
        case .daily: .daily
        case .weekly: .weekly
        case .monthly: .monthly
        }
    }
}

/// In what a lock's length is counted.
private enum LockUnit: String, CaseIterable {
    case day = "DAY"
    case week = "WEEK"
    case month = "MONTH"
    case year = "YEAR"

    var days: Int64 {
        switch self {
        case .day: 1
        case .week: 7
        case .month: 30
        case .year: 365
        }
    }
}

// Limits of the player's own, and locks.
extension PAM {
    /// The longest lock that is no permanent one, in days.
    private static let lockDaysMax: Int64 = 3_650
    /// The end of a permanent lock: the last day of the year 9999.
    private static let lockEndMax: Int64 = 253_402_214_400_000

    /// The limits of deposits.
    package func depositLimits(_ access: Access) async throws(Refusal) -> JSONValue {
        try await platform.asPlayer(access) { try $0.depositLimits(of: $1) }
    }

    /// Sets the limit of a week's deposits.
    package func setDepositLimit(
        _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        let amount = try arguments.amount("weeklyLimit")
        return try await platform.asPlayer(access) { transaction, player in
            try transaction.putLimit(of: player, .deposit, .weekly, amount)
            return try transaction.depositLimits(of: player)
        }
    }

    /// The limits of a week's stakes and losses.
    package func limits(_ access: Access) async throws(Refusal) -> JSONValue {
        try await platform.asPlayer(access) { try $0.wagerLimits(of: $1) }
    }

    /// Sets the limit of a week's stakes.
    package func updateWagerLimit(
        _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        let amount = try arguments.amount("limit")
        return try await platform.asPlayer(access) { transaction, player in
            try transaction.putLimit(of: player, .wagering, .weekly, amount)
            return try transaction.wagerLimits(of: player)
        }
    }

    /// The limit of a type and a period.
    package func responsibleGamingLimit(
        _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        let (type, period) = try arguments.limit()
        return try await platform.asPlayer(access) {
            try $0.responsibleGamingLimit(of: $1, type, period)
        }
    }

    /// Sets the limit of a type and a period.
    package func updateResponsibleGamingLimit(
        _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        let (type, period) = try arguments.limit()
        let amount = try arguments.amount("limit")
        return try await platform.asPlayer(access) { transaction, player in
            try transaction.putLimit(of: player, type.type, period.period, amount)
            return try transaction.responsibleGamingLimit(of: player, type, period)
        }
    }

    /// Locks the account for a time, or for good, and ends all sessions.
    package func lockPlayer(_ access: Access, _ arguments: RequestArguments) async throws(Refusal) {
        guard try arguments.text("lockType") == "TIMEOUT" else {
            throw .badShape("lockType: expected TIMEOUT")
        }
        let end: Int64
        if try arguments.flag("isPermanent") {
            end = Self.lockEndMax
        } else {
            let unit = try arguments.choice("lockPeriodUnit", of: LockUnit.self)
            let count = try arguments.integer(
                "lockPeriod", in: 1...Self.lockDaysMax / unit.days)
            end = platform.clock.milliseconds + count * unit.days * 24 * 60 * 60_000
        }
        try await platform.asPlayer(access) { try $0.exclude($1, Exclusion(end: end)) }
    }
}

extension RequestArguments {
    fileprivate func limit() throws(Refusal) -> (PAMLimitType, PAMLimitPeriod) {
        (
            try choice("limitType", of: PAMLimitType.self),
            try choice("periodType", of: PAMLimitPeriod.self)
        )
    }
}

/// A limit as it stands.
private struct LimitState {
    let id: Int64
    let amount: Money
    /// What it becomes, and when; `amount` is absent for its end.
    let pending: (amount: Money?, milliseconds: Int64)?
}

extension Transaction {
    private func limit(
        of player: Player, _ type: LimitType, _ period: LimitPeriod
    ) throws -> LimitState? {
        try applyScheduledLimits(of: player.id)
        return try row(
            """
            SELECT id, amount, nextAmount, changes FROM playerLimit
            WHERE player = ? AND type = ? AND period = ?
            """, [player.id, type.rawValue, period.rawValue]
        ).map { row in
            LimitState(
                id: row[0], amount: Money(minorUnits: row[1]),
                pending: (row[3] as Int64?).map {
                    ((row[2] as Int64?).map(Money.init(minorUnits:)), $0)
                })
        }
    }

    /// Sets a limit, or changes the one that there is.
    fileprivate func putLimit(
        of player: Player, _ type: LimitType, _ period: LimitPeriod, _ amount: Money
    ) throws {
        if let known = try limit(of: player, type, period) {
            _ = try changeLimit(known.id, of: player, to: amount, skipsCoolOff: false)
        } else {
            _ = try setLimit(of: player, type, period, amount)
        }
    }

    fileprivate func depositLimits(of player: Player) throws -> JSONValue {
        let text = { (period: LimitPeriod) -> JSONValue in
            .text(try self.limit(of: player, .deposit, period)?.amount.text)
        }
        let pending = try limit(of: player, .deposit, .weekly)?.pending
        return [
            "dailyLimit": try text(.daily), "weeklyLimit": try text(.weekly),
            "monthlyLimit": try text(.monthly), "currency": .string(player.currency.code),
            "hasPendingWeeklyLimit": .string("\(pending != nil)"),
            "pendingWeeklyLimit": .text(pending?.amount?.text),
            "pendingWeeklyLimitEffectiveDate": .text(
                (pending?.milliseconds).map(WireDate.dayFirst)),
        ]
    }

    fileprivate func wagerLimits(of player: Player) throws -> JSONValue {
        let wager = try limit(of: player, .wagering, .weekly)
        let loss = try limit(of: player, .loss, .weekly)
        return [
            "wagerLimit": .text(wager?.amount.text), "lossLimit": .text(loss?.amount.text),
            "currency": .string(player.currency.code), "pendingWagerLimit": Self.pending(wager),
        ]
    }

    fileprivate func responsibleGamingLimit(
        of player: Player, _ type: PAMLimitType, _ period: PAMLimitPeriod
    ) throws -> JSONValue {
        let limit = try limit(of: player, type.type, period.period)
        return [
            "limitType": .string(type.rawValue), "periodType": .string(period.rawValue),
            "limit": .text(limit?.amount.text), "limitNumber": limit?.amount.json ?? .null,
            "currency": .string(player.currency.code), "pendingLimit": Self.pending(limit),
        ]
    }

    private static func pending(_ limit: LimitState?) -> JSONValue {
        guard let pending = limit?.pending else { return .null }
        return [
            "effectiveDate": .string(WireDate.dayFirst(pending.milliseconds)),
            "limit": .text(pending.amount?.text), "limitNumber": pending.amount?.json ?? .null,
        ]
    }
}
