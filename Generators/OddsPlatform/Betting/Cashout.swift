import GRDB
import OddsBetting
import OddsJSON
import OddsSimulator
import OddsTraffic

extension BetRecord {
    /// What it can be sold for now; `nil` if it has no value.
    ///
    /// - Parameter offers: Those of its selections, as they are now.
    func cashoutValue(_ offers: [OfferQuote]) -> Money? {
        switch type {
        case .single, .multiple: break
        case .system, .named: return nil
        }
        guard isOpen, !isFree else { return nil }
        var (settled, open): ([SelectionValue], [(placed: Odds, current: Odds)]) = ([], [])
        var legs: [Odds] = []
        for selection in selections {
            if let result = selection.result {
                if builderPrice != nil, result != .won { return nil }
                settled.append(selection.value)
                continue
            }
            let quote = offers.first { $0.offerID == UInt64(selection.offer) }
            guard let quote, quote.isOpen, quote.exactOdds.units > Odds.unitsOfOne
            else { return nil }
            open.append((selection.odds, quote.exactOdds))
            legs.append(quote.exactOdds)
        }
        if let builderPrice {
            guard let first = legs.first else { return nil }
            let current = legs.count == 1 ? first : BetBuilder.cappedPrice(of: legs)
            (settled, open) = ([], [(builderPrice, current)])
        }
        let value = CashoutValue(settled: settled, open: open)
            .minorUnits(stake: remaining.minorUnits)
        let most = min(Money(minorUnits: value), potentialReturn)
        return most > .zero ? most : nil
    }
}

extension BetRecord {
    /// The offers of its selections that are open.
    var openOffers: [UInt64] {
        selections.filter { $0.result == nil }.map { UInt64($0.offer) }
    }

    /// The part of a cashout value that belongs to a part of the remaining stake.
    func part(of value: Money, for stake: Money) -> Money {
        Money(
            minorUnits: CashoutValue.part(
                of: value.minorUnits, partialStake: stake.minorUnits,
                stake: remaining.minorUnits))
    }
}

/// A request to sell a bet, or a part of it.
package struct CashoutRequest: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case full = "FULL"
        case partial = "PARTIAL"
    }

    /// Which other values than that of the request are accepted.
    enum Acceptance: String, CaseIterable, Sendable {
        case any = "ACCEPT_ANY"
        case higher = "ACCEPT_HIGHER"
        case withinThreshold = "WITHIN_THRESHOLD"
        case none = "NONE"

        func accepts(_ value: Money, asked: Money) -> Bool {
            switch self {
            case .any: true
            case .higher: value >= asked
            case .withinThreshold:
                // |value − asked| ≤ 5% of asked, in integers.
                20 * (value.minorUnits - asked.minorUnits).magnitude <= asked.minorUnits.magnitude
            case .none: value == asked
            }
        }
    }

    let bet: String
    let kind: Kind
    let asked: Money
    /// The part of the stake; `nil` for all of it.
    let partialStake: Money?
    /// Whether all of the stake may be named as a part.
    private let mayNameAll: Bool
    let acceptance: Acceptance

    /// A request for that value alone, of all of the stake if it names none.
    init(bet: String, asked: Money, stake: Money?) {
        self.bet = bet
        kind = stake == nil ? .full : .partial
        self.asked = asked
        partialStake = stake
        mayNameAll = true
        acceptance = .none
    }

    /// - Throws: 409 `122` if it has another shape.
    init(_ body: JSONReader) throws(Refusal) {
        mayNameAll = false
        do throws(Refusal) {
            bet = try body.text("betId")
            kind = try body.choice("cashoutType", of: Kind.self)
            asked = try body.amount("cashoutValue")
            partialStake = kind == .full ? nil : try body.amountOrZero("partialCashoutStake")
            acceptance = try Self.acceptance(body)
        } catch {
            throw Refusal(409, "122", error.message)
        }
    }

    /// The part of a remaining stake that it is about; `nil` for all of it.
    func part(of remaining: Money) -> Money? {
        mayNameAll && partialStake == remaining ? nil : partialStake
    }

    private static func acceptance(_ body: JSONReader) throws(Refusal) -> Acceptance {
        let names = ["cashoutChangeAcceptance", "cashoutChangeAcceptanceType"]
        var found: Acceptance?
        for name in names where body.optional(name) != nil {
            let acceptance = try body.choice(name, of: Acceptance.self)
            guard found == nil || found == acceptance else {
                throw .badShape("\(names.joined(separator: ", ")): differ")
            }
            found = acceptance
        }
        return found ?? .none
    }
}

// Cashouts.
extension Transaction {
    /// An open bet of a player by its name.
    ///
    /// - Throws: 404 if it is unknown, another's, or not open.
    func openBet(_ name: String, of player: Player) throws -> BetRecord {
        let bet = try bet(name, of: player)
        guard bet.isOpen else { throw Refusal.notFound }
        return bet
    }

    /// Sells a bet, or a part of it.
    ///
    /// - Returns: The answer's body.
    func cashOut(
        _ request: CashoutRequest, _ offers: [OfferQuote], of player: Player
    ) throws -> JSONValue {
        let bet = try openBet(request.bet, of: player)
        let partialStake = request.part(of: bet.remaining)
        if let partialStake, partialStake <= .zero || partialStake >= bet.remaining {
            throw Refusal(
                409, "122",
                "partialCashoutStake: expected more than 0 and less than "
                    + "\(bet.remaining.text), what remains")
        }
        guard let whole = bet.cashoutValue(offers) else { throw Refusal.notFound }
        let stake = partialStake ?? bet.remaining
        let value = bet.part(of: whole, for: stake)
        guard value > .zero else { throw Refusal.notFound }
        guard request.acceptance.accepts(value, asked: request.asked) else {
            throw Refusal(409, "139", "Cashout value change is out of threshold")
        }
        try pay(value, for: stake, of: bet, player)
        return [
            "success": true, "betId": .string(bet.name),
            "requestId": "r-\(Hexadecimal.secret().prefix(8))",
            "cashoutValue": value.json,
            "cashoutType": request.kind == .full ? "USER_CASHED_OUT" : "PARTIAL",
            "partialCashoutStake": request.partialStake?.json ?? .null,
            "cashoutPayout": value.json, "pendingCashOut": false,
        ]
    }

    /// Pays a value out of a part of the stake.
    private func pay(_ value: Money, for stake: Money, of bet: BetRecord, _ player: Player) throws {
        let accounts = BetAccounts(of: player)
        try post(
            .cashout, of: player, reference: bet.name, source: "Sports", .credit,
            accounts.moves(paying: value, outOf: stake, to: accounts.real))
        let isOver = stake == bet.remaining
        try run(
            """
            UPDATE bet SET remaining = remaining - ?, cashedOut = cashedOut + ?, paid = paid + ?,
                status = ?, settled = ? WHERE id = ?
            """,
            [
                stake.minorUnits, value.minorUnits, value.minorUnits,
                (isOver ? BetStatus.cashedOut : .open).rawValue, isOver ? now : nil, bet.id,
            ])
        betCounts.cashoutCount += 1
    }
}
