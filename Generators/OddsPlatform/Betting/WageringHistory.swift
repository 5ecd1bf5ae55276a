import GRDB
import OddsBetting
import OddsJSON

// The history of what bets have moved.
extension Transaction {
    private static let pageCount: Int64 = 20

    /// A page of what bets have taken out of a player's real money and put into it, the
    /// newest first.
    func wagers(of player: Player, _ query: HistoryQuery) throws -> JSONValue {
        let end = query.end ?? now + 1
        let newest =
            try query.newest
            ?? number("SELECT IFNULL(MAX(id), 0) FROM posting")
        let real = Account(.real, of: player.id).id
        let rows = try rows(
            """
            SELECT posting.id, time, realAfter,
                SUM(CASE :real WHEN target THEN amount WHEN source THEN -amount ELSE 0 END)
            FROM posting JOIN move ON move.posting = posting.id
            WHERE player = :player AND time >= :start AND time < :end AND posting.id <= :newest
                AND kind IN ('bet', 'return', 'cashout', 'correction', 'freeReturn',
                    'freeCorrection') AND sequence NOT NULL
            GROUP BY posting.id ORDER BY time DESC, posting.id DESC LIMIT :count OFFSET :offset
            """,
            [
                "real": real, "player": player.id, "start": query.start ?? 0, "end": end,
                "newest": newest, "count": Self.pageCount + 1,
                "offset": (query.page - 1) * Self.pageCount,
            ])
        let entries = rows.prefix(Int(Self.pageCount)).map { row in
            let amount: Int64 = row[3]
            return [
                "transId": "p-\(row[0] as Int64)", "transType": amount < 0 ? "1" : "2",
                "realAmount": Money(minorUnits: abs(amount)).json, "bonusAmount": 0,
                "balance": Money(minorUnits: row[2]).json, "ins": .string(WireDate.text(row[1])),
                "currencyCode": .string(player.currency.code),
            ] as JSONValue
        }
        return [
            "pagination": query.pagination(
                end: end, newest: newest, hasNext: rows.count > Self.pageCount),
            "transactions": .array(entries),
        ]
    }
}
