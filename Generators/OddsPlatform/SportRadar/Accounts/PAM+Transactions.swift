import GRDB
import OddsBetting
import OddsJSON
import OddsTraffic

/// What moved a player's money, as the account API names it.
enum PAMTransactionType: String, CaseIterable, Sendable {
    case deposit = "DEPOSIT"
    case withdrawal = "WITHDRAWAL"
    case withdrawalReturn = "WITHDRAWAL_CANCEL"
    case credit = "CREDIT"
    case bet = "BET"
    case win = "WIN"
    case cashout = "CASH_OUT"
    case correction = "CORRECTION"

    fileprivate var kinds: [PostingKind] {
        switch self {
        case .deposit: [.deposit]
        case .withdrawal: [.withdrawal]
        case .withdrawalReturn: [.withdrawalReturn]
        case .credit: [.control]
        case .bet: [.bet]
        case .win: [.betReturn, .freeReturn]
        case .cashout: [.cashout]
        case .correction: [.correction, .freeCorrection]
        }
    }

    fileprivate init?(_ kind: PostingKind?) {
        guard let kind, let type = Self.allCases.first(where: { $0.kinds.contains(kind) }) else {
            return nil
        }
        self = type
    }
}

// The history of a player's real money.
extension PAM {
    /// A page of what moved the player's real money, the newest first; pages are counted from 0.
    package func transactions(
        _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        var query = TransactionQuery()
        query.start = try arguments.time("startDateTime") ?? 0
        query.end = try arguments.time("endDateTime") ?? .max
        query.page = try arguments.integer("pageNum", in: 0...1_000_000, default: 0)
        query.count = try arguments.integer("pageSize", in: 1...100, default: 20)
        let names = arguments.all("tranType").filter { !$0.isEmpty }
        if !names.isEmpty {
            query.types = try names.map { name throws(Refusal) in
                guard let type = PAMTransactionType(rawValue: name.uppercased()) else {
                    let known = PAMTransactionType.allCases.map(\.rawValue)
                    throw .badShape("tranType: expected some of \(known.joined(separator: ", "))")
                }
                return type
            }
        }
        let known = query
        return try await platform.asPlayer(access) { try $0.transactions(of: $1, known) }
    }
}

private struct TransactionQuery: Sendable {
    var start: Int64 = 0
    var end = Int64.max
    var page: Int64 = 0
    var count: Int64 = 0
    var types = PAMTransactionType.allCases
}

extension Transaction {
    fileprivate func transactions(
        of player: Player, _ query: TransactionQuery
    ) throws -> JSONValue {
        let real = Account(.real, of: player.id).id
        let kinds = PAMTransactionType.allCases.flatMap { type in
            type.kinds.map { query.types.contains(type) ? $0.rawValue : "" }
        }
        let places = kinds.map { _ in "?" }.joined(separator: ", ")
        let arguments: StatementArguments = [
            real, real, player.id, query.start, query.end,
        ]
        let page: StatementArguments = [query.count, query.page * query.count]
        let rows = try rows(
            """
            SELECT posting.id, time, kind, reference, realAfter,
                SUM(CASE WHEN target = ? THEN amount WHEN source = ? THEN -amount ELSE 0 END)
                    AS moved
            FROM posting JOIN move ON move.posting = posting.id
            WHERE player = ? AND time >= ? AND time < ? AND sequence NOT NULL
                AND kind IN (\(places))
            GROUP BY posting.id HAVING moved <> 0
            ORDER BY time DESC, posting.id DESC LIMIT ? OFFSET ?
            """, arguments + StatementArguments(kinds) + page)
        return [
            "currency": .string(player.currency.code),
            "transactions": .array(rows.map(transaction)),
        ]
    }

    private func transaction(_ row: Row) -> JSONValue {
        let amount = Money(minorUnits: row[5])
        let balance = Money(minorUnits: row[4])
        let type = PAMTransactionType(PostingKind(rawValue: row[2]))
        let reference: String = row[3]
        let bet = Platform.number(reference, prefix: "b-").map(SportRadarID.text)
        return [
            "transactionId": "p-\(row[0] as Int64)", "dateTime": .string(WireDate.dayFirst(row[1])),
            "tranType": .text(type?.rawValue), "reference": .string(bet ?? reference),
            "amount": .string(amount.text), "amountNumber": amount.json,
            "postBalance": .string(balance.text), "postBalanceNumber": balance.json,
        ]
    }
}
