import GRDB
import OddsJSON

/// Which bets a list shows.
package struct BetQuery: Sendable {
    /// The most that a page has.
    package var limit: Int64 = 20
    /// Only those placed before this moment, in milliseconds since 1970.
    package var placedBefore: Int64?
    /// Only open ones, else only settled ones.
    package let isOpen: Bool
    private(set) var status: String?

    /// The first page.
    package init(isOpen: Bool) { self.isOpen = isOpen }

    /// Sets the length of a page.
    ///
    /// - Throws: 400 unless the text is a number from 1 to 100.
    package mutating func setLimit(_ text: String) throws(Refusal) {
        guard let limit = Int64(text), (1...100).contains(limit), "\(limit)" == text else {
            throw .badShape("limit: expected 1 to 100")
        }
        self.limit = limit
    }

    /// Sets what became of the bets that it shows.
    ///
    /// - Throws: 400 for other texts than the statuses of settled bets.
    package mutating func setStatus(_ text: String) throws(Refusal) {
        let known = ["WON", "LOST", "VOID", "CANCELLED", "CASHED_OUT"]
        guard known.contains(text) else {
            throw .badShape("betStatus: expected one of \(known.joined(separator: ", "))")
        }
        status = text
    }
}

// Lists of bets.
extension Transaction {
    /// A page of a player's bets, the newest first.
    func history(of player: Player, _ query: BetQuery) throws -> JSONValue {
        let bets = try bets(
            """
            player = ? AND placed < ? AND status \(query.isOpen ? "=" : "<>") 'OPEN'
                AND status = IFNULL(?, status)
            ORDER BY placed DESC LIMIT ?
            """,
            [player.id, query.placedBefore ?? .max, query.status, query.limit])
        return .array(bets.map { $0.json(currency: player.currency) })
    }

    /// A bet of a player by its name.
    ///
    /// - Throws: 404 if it is unknown or another's.
    func bet(_ name: some StringProtocol, of player: Player) throws -> BetRecord {
        guard let id = Platform.number(name, prefix: "b-"), let bet = try bet(id),
            bet.player == player.id
        else { throw Refusal.notFound }
        return bet
    }

    /// The open bets of a player.
    func openBets(of player: Int64) throws -> [BetRecord] {
        try bets("player = ? AND status = 'OPEN' ORDER BY placed", [player])
    }
}

extension BetRecord {
    /// The bet as lists show it.
    func json(currency: Currency) -> JSONValue {
        let isOpen = status == .open
        return [
            "id": .string(name), "type": .string(typeName),
            "systemBetType": .text(systemName), "amount": stake.json,
            "currency": .string(currency.code),
            "totalPriceValue": .number(factor.text),
            "maxWinning": potentialReturn.json, "status": .string(status.rawValue),
            "betPlacementStatus": "ACCEPTED",
            "betSettlementStatus": isOpen ? .null : .string(status.rawValue),
            "placedDate": .string(WireDate.text(placed)),
            "settledDate": .text(settled.map(WireDate.text)),
            "betRemainingStake": remaining.json, "overallCashoutAmount": cashedOut.json,
            "betNetReturns": paid.json, "freeBet": .bool(isFree),
            "betBuilder": .bool(builderPrice != nil), "ticketCode": "T-\(id)",
            "selections": .array(
                selections.enumerated().map { index, selection in
                    selection.json(id: "\(name)-\(index + 1)")
                }),
        ]
    }
}

extension BetRecord.Selection {
    /// The names and times of its description.
    var names: JSONValue {
        let bytes = Array(description.utf8)
        return (try? bytes.withUnsafeBytes { try JSONValue(json: $0) }) ?? [:]
    }

    fileprivate func json(id: String) -> JSONValue {
        let names = names
        let start = names["startTime"].flatMap { value -> Int64? in
            if case .number(let text) = value { Int64(text) } else { nil }
        }
        return [
            "id": .string(id), "outcomeId": "\(outcome)", "bettingOfferId": "\(offer)",
            "eventId": "\(event)", "eventName": names["eventName"] ?? .null,
            "marketName": names["marketName"] ?? .null, "betName": names["betName"] ?? .null,
            "bettingTypeId": "\(bettingType)", "priceValue": .number(odds.text),
            "initialPriceValue": .number(requested.text),
            "status": .string(result?.rawValue ?? "OPEN"), "isLive": .bool(isLive),
            "banker": .bool(isBanker), "sportId": names["sportId"] ?? .null,
            "sportName": names["sportName"] ?? .null,
            "tournamentName": names["tournamentName"] ?? .null,
            "homeParticipantName": names["homeParticipantName"] ?? .null,
            "awayParticipantName": names["awayParticipantName"] ?? .null,
            "eventDate": .text(start.map(WireDate.text)),
        ]
    }
}
