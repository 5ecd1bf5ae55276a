import GRDB
import OddsBetting

/// What has become of a bet.
enum BetStatus: String, CaseIterable, Sendable {
    case open = "OPEN"
    case won = "WON"
    case lost = "LOST"
    case void = "VOID"
    case cashedOut = "CASHED_OUT"
}

/// A bet as the state has it.
struct BetRecord: Sendable {
    /// A selection of it.
    struct Selection: Sendable {
        let offer: Int64
        let outcome: Int64
        let event: Int64
        let bettingType: Int64
        /// The odds that the bet holds.
        let odds: Odds
        /// The odds that the ticket named.
        let requested: Odds
        let isBanker: Bool
        let isLive: Bool
        /// Names and times: a JSON object.
        let description: String
        /// What became of its outcome; `nil` while it is open.
        let result: OutcomeResult?
    }

    let id: Int64
    let player: Int64
    let type: BetType
    let typeName: String
    let systemName: String?
    let stake: Money
    /// What of the stake has not been cashed out.
    let remaining: Money
    let isFree: Bool
    /// The price of all selections together that the bet holds, if they are of one event.
    let builderPrice: Odds?
    let status: BetStatus
    /// In milliseconds since 1970; unique among the player's.
    let placed: Int64
    let settled: Int64?
    /// What the results made of it when it was settled; 0 while it is open.
    let returned: Money
    /// What corrections could not take back, and later pay has not made up for.
    let missing: Money
    /// What returns and cashouts have paid, less what corrections have taken back.
    let paid: Money
    /// What of it cashouts have paid.
    let cashedOut: Money
    let selections: [Selection]

    var name: String { Self.name(id) }

    /// The name of the bet of a number.
    static func name(_ id: Int64) -> String { "b-\(id)" }
}

// Bets in the database.
extension Transaction {
    private static let columns = """
        id, player, type, systemType, stake, remaining, isFree, builderPrice, status, placed, \
        settled, returned, missing, paid, cashedOut
        """

    /// A bet by number; `nil` if there is none.
    func bet(_ id: Int64) throws -> BetRecord? {
        try bets("id = ?", [id]).first
    }

    /// Bets that fulfil a condition of SQL, which may have an order and a limit.
    func bets(_ condition: String, _ arguments: StatementArguments) throws -> [BetRecord] {
        try rows("SELECT \(Self.columns) FROM bet WHERE \(condition)", arguments).map(bet)
    }

    private func bet(_ row: Row) throws -> BetRecord {
        guard let type = BetType(wireName: row[2], systemName: row[3]),
            let status = BetStatus(rawValue: row[8])
        else { throw Refusal.damagedState("a bet") }
        return BetRecord(
            id: row[0], player: row[1], type: type, typeName: row[2], systemName: row[3],
            stake: Money(minorUnits: row[4]), remaining: Money(minorUnits: row[5]),
            isFree: row[6], builderPrice: (row[7] as Int64?).map(Odds.init(units:)),
            status: status, placed: row[9], settled: row[10],
            returned: Money(minorUnits: row[11]), missing: Money(minorUnits: row[12]),
            paid: Money(minorUnits: row[13]), cashedOut: Money(minorUnits: row[14]),
            selections: try selections(ofBet: row[0]))
    }

    private func selections(ofBet id: Int64) throws -> [BetRecord.Selection] {
        try rows(
            """
            SELECT offer, selection.outcome, event, bettingType, odds, requested, isBanker,
                isLive, description, result
            FROM selection LEFT JOIN outcomeResult ON outcomeResult.outcome = selection.outcome
            WHERE bet = ? ORDER BY position
            """, [id]
        ).map { row in
            BetRecord.Selection(
                offer: row[0], outcome: row[1], event: row[2], bettingType: row[3],
                odds: Odds(units: row[4]), requested: Odds(units: row[5]), isBanker: row[6],
                isLive: row[7], description: row[8],
                result: (row[9] as String?).flatMap(OutcomeResult.init(rawValue:)))
        }
    }
}
