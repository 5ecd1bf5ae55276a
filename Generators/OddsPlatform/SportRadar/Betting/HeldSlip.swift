import OddsBetting
import OddsJSON

/// A slip that was placed, or waits for an answer to the house's offer.
struct HeldSlip: Sendable {
    /// Bets, and the odds at which the house takes them.
    struct Offer: Sendable {
        let slip: BetSlip
        /// By bet and selection.
        let odds: [[Odds]]
    }

    /// How long an offer stands.
    private static let offerMilliseconds: Int64 = 30_000

    let id: Int64
    /// The offer that waits for an answer; `nil` once it is over.
    let offer: Offer?
    /// What has become of it; null while it waits.
    let answer: JSONValue
    fileprivate let created: Int64

    /// Whether the time for an answer is over.
    func hasLapsed(at now: Int64) -> Bool { now - created >= Self.offerMilliseconds }
}

// Slips in the database.
extension Transaction {
    private static let slipLifeMilliseconds: Int64 = 24 * 60 * 60_000
    /// How many are removed at once whose time is over.
    private static let oldSlipsMax = 5_000

    /// Keeps a slip that has been placed.
    ///
    /// - Returns: Its number.
    func keepSlip(of player: Player, _ answer: JSONValue) throws -> Int64 {
        try run(
            "INSERT INTO betSlip (player, created, answer) VALUES (?, ?, ?)",
            [player.id, now, answer.sqlText])
        return insertedID
    }

    /// Keeps a slip with the odds that the house offers.
    ///
    /// - Returns: Its number.
    func keepSlip(
        of player: Player, _ request: JSONValue, holding odds: [[Odds]]
    ) throws -> Int64 {
        let prices = JSONValue.array(odds.map { .array($0.map { .number($0.units) }) })
        try run(
            "INSERT INTO betSlip (player, created, request, prices) VALUES (?, ?, ?, ?)",
            [player.id, now, request.sqlText, prices.sqlText])
        return insertedID
    }

    /// Ends a slip's waiting.
    func end(_ slip: HeldSlip, _ answer: JSONValue) throws {
        try run(
            "UPDATE betSlip SET answer = ?, request = NULL, prices = NULL WHERE id = ?",
            [answer.sqlText, slip.id])
    }

    /// A slip of a player.
    ///
    /// - Throws: 404 if it is unknown or another's.
    func slip(_ id: Int64?, of player: Player) throws -> HeldSlip {
        guard let id,
            let row = try row(
                "SELECT created, request, prices, answer FROM betSlip WHERE id = ? AND player = ?",
                [id, player.id])
        else { throw Refusal.notFound }
        return HeldSlip(
            id: id, offer: try (row[1] as String?).map { try offer($0, prices: row[2]) },
            answer: try (row[3] as String?).map(JSONValue.init(sqlText:)) ?? .null,
            created: row[0])
    }

    private func offer(_ request: String, prices: String) throws -> HeldSlip.Offer {
        let slip = try BetSlip(JSONReader(try JSONValue(sqlText: request)))
        guard case .array(let bets) = try JSONValue(sqlText: prices) else {
            throw Refusal.damagedState("prices")
        }
        let odds = bets.map { bet -> [Odds] in
            guard case .array(let list) = bet else { return [] }
            return list.compactMap { price in
                guard case .number(let text) = price else { return nil }
                return Int64(text).map(Odds.init(units:))
            }
        }
        return HeldSlip.Offer(slip: slip, odds: odds)
    }

    /// Removes some of the slips that nobody asks for any more; they were kept in the order of
    /// their ids.
    func removeOldSlips() throws {
        let end = now - Self.slipLifeMilliseconds
        guard let oldest = try row("SELECT created FROM betSlip ORDER BY id LIMIT 1"),
            oldest[0] <= end
        else { return }
        try run(
            """
            DELETE FROM betSlip WHERE created <= ? AND id IN (
                SELECT id FROM betSlip ORDER BY id LIMIT ?)
            """, [end, Self.oldSlipsMax])
    }
}

extension JSONValue {
    fileprivate var sqlText: String { String(decoding: json, as: UTF8.self) }

    fileprivate init(sqlText text: String) throws {
        self = try Array(text.utf8).withUnsafeBytes { try JSONValue(json: $0) }
    }
}
