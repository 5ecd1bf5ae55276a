
/// How long a player pauses.
enum CoolOffPeriod: String, CaseIterable, Sendable {
    case day = "CoolOffFor24Hours"
    case week = "CoolOffFor7Days"
    case month = "CoolOffFor30Days"

    var milliseconds: Int64 {
        switch self {
        case .day: LimitPeriod.daily.milliseconds
        case .week: LimitPeriod.weekly.milliseconds
        case .month: LimitPeriod.monthly.milliseconds
        }
    }
}

enum ExclusionPeriod: String, CaseIterable, Sendable {
    case untilDate = "SelfExclusionUntilSelectedDate"
}

/// A pause or an exclusion that a player asks for.
package struct Exclusion: Sendable {
    /// Its end, in milliseconds since 1970.
    let end: Int64

    init(end: Int64) { self.end = end }

    /// Reads the body of `limits/session` at a moment.
    init(_ body: JSONReader, now: Int64) throws(Refusal) {
        switch (body.optional("coolOff"), body.optional("selfExclusion")) {
        case (.some, nil):
            let period = try body.object("coolOff").choice("period", of: CoolOffPeriod.self)
            end = now + period.milliseconds
        case (nil, .some):
            let exclusion = try body.object("selfExclusion")
            _ = try exclusion.choice("period", of: ExclusionPeriod.self)
            guard let end = WireDate.milliseconds(try exclusion.text("expiryDate")), end > now
            else { throw .badShape("selfExclusion.expiryDate: expected a time to come") }
            self.end = end
        default: throw .badShape("expected either coolOff or selfExclusion")
        }
    }
}

// Pauses and exclusions.
extension Transaction {
    /// Blocks logging in until the end, unless it is blocked for longer, and ends all
    /// sessions.
    func exclude(_ player: Player, _ exclusion: Exclusion) throws {
        try run(
            "UPDATE player SET blockedUntil = MAX(blockedUntil, ?) WHERE id = ?",
            [exclusion.end, player.id])
        try endSessions(of: player.id, .kicked)
    }

    /// - Throws: 403 during a pause or an exclusion.
    func refuseIfExcluded(_ player: Player) throws {
        guard player.blockedUntil > now else { return }
        throw Refusal(
            403, "GmErr_USER_ACCOUNT_BLOCKED",
            "the account is blocked until \(WireDate.text(player.blockedUntil))",
            until: player.blockedUntil)
    }
}
