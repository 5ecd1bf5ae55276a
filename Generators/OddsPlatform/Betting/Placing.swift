import GRDB
import OddsBetting
import OddsJSON
import OddsSimulator
import OddsTraffic

/// A ticket whose selections have been looked up, as it stands at one moment.
struct PricedTicket {
    let ticket: Ticket
    /// The offers of the selections, in their order.
    let quotes: [OfferQuote]
    /// The odds that the bet would hold.
    let current: [Odds]
    /// Which changes of the odds are accepted, of each selection.
    var policies: [OddsPolicy]

    /// - Parameter odds: Those that the bet would hold, if they are not the current ones.
    /// - Throws: 404 `903` if an offer is unknown or belongs to another outcome, market or
    ///   event than named.
    init(
        _ ticket: Ticket, _ offers: [OfferQuote], holding odds: [Odds]? = nil
    ) throws(Refusal) {
        self.ticket = ticket
        var quotes: [OfferQuote] = []
        for selection in ticket.selections {
            guard let quote = offers.first(where: { "\($0.offerID)" == selection.offer }),
                selection.owners?.own(quote) ?? true
            else {
                let owners =
                    selection.owners == nil
                    ? "" : ", or not of the outcome, market and event named"
                throw Refusal(404, "903", "\(selection.name) is unknown\(owners)")
            }
            quotes.append(quote)
        }
        self.quotes = quotes
        current = odds ?? quotes.map(\.exactOdds)
        policies = Array(repeating: ticket.policy, count: quotes.count)
    }

    /// The price of all together, if they are of one event.
    var builderPrice: Odds? {
        ticket.builderPrice == nil ? nil : BetBuilder.cappedPrice(of: current)
    }

    /// - Throws: 409 `905` if its selections cannot be combined.
    func refuseIfForbidden() throws(Refusal) {
        let events = Set(quotes.map(\.eventID))
        let isAllowed =
            ticket.builderPrice == nil
            ? events.count == quotes.count
            : events.count == 1 && Set(quotes.map(\.marketID)).count == quotes.count
        guard isAllowed else {
            throw Refusal(409, "905", "these selections cannot be combined")
        }
    }

    /// - Throws: 409 `906` if the odds have changed as its policy does not accept.
    func refuseIfChanged() throws(Refusal) {
        var changes: [(offer: String, requested: Odds, current: Odds)] = []
        func judge(_ index: Int, _ requested: TicketPrice, _ current: Odds) {
            guard !policies[index].accepts(current, requested: requested) else { return }
            changes.append((ticket.selections[index].offer, requested.odds, current))
        }
        if let requested = ticket.builderPrice {
            judge(0, TicketPrice(odds: requested), BetBuilder.cappedPrice(of: current))
        } else {
            for (index, selection) in ticket.selections.enumerated() {
                if let price = selection.price { judge(index, price, current[index]) }
            }
        }
        guard !changes.isEmpty else { return }
        let list = changes.map { change -> JSONValue in
            [
                "bettingOfferId": .string(change.offer),
                "requested": .number(change.requested.text),
                "current": .number(change.current.text),
            ]
        }
        throw Refusal(
            409, "906", "the odds have changed", members: [JSONMember("changes", .array(list))])
    }

    /// - Throws: 409 `907` or `908` if the stake is too small or too large.
    func refuseStakeOutOfRange() throws(Refusal) {
        let formula = formula
        let least = StakeRange.least(lines: formula.lines)
        guard StakeRange.takes(ticket.stake, lines: formula.lines) else {
            throw Self.stakeRefusal("907", min: least, max: StakeRange.most)
        }
        let isFree = ticket.isFree
        guard StakeRange.returned(ticket.stake, formula, isFree: isFree) <= StakeRange.returnMax
        else {
            let most = StakeRange.greatest(formula, isFree: isFree)
            throw Self.stakeRefusal("908", min: least, max: most)
        }
    }

    private static func stakeRefusal(_ code: String, min: Money, max: Money) -> Refusal {
        let reason =
            min <= max
            ? "the stake must be between \(min.text) and \(max.text)"
            : "no stake is taken: the least is \(min.text), and the greatest \(max.text)"
        return Refusal(
            409, code, reason,
            members: [JSONMember("min", min.json), JSONMember("max", max.json)])
    }

    var formula: BetReturn {
        let selections = zip(current, ticket.selections).map {
            (value: SelectionValue(open: $0), isBanker: $1.isBanker)
        }
        let (bankers, others) = ticket.type.divide(selections, isBanker: \.isBanker)
        let formula =
            builderPrice.map { BetReturn(others: [SelectionValue(open: $0)], type: .single) }
            ?? BetReturn(
                bankers: bankers.map(\.value), others: others.map(\.value), type: ticket.type)
        guard let formula else { preconditionFailure("the ticket's shape was checked") }
        return formula
    }

    /// What it returns if all wins.
    var potentialReturn: Money {
        StakeRange.returned(ticket.stake, formula, isFree: ticket.isFree)
    }

    /// The answer's body once the bet has been placed.
    func answer(bet: Int64) -> JSONValue {
        let selections = zip(ticket.selections, current).map { selection, current in
            [
                "bettingOfferId": .string(selection.offer), "priceValue": .number(current.text),
            ] as JSONValue
        }
        return [
            "success": true, "betId": "b-\(bet)", "potentialReturn": potentialReturn.json,
            "status": "OPEN", "message": .null, "ticketCode": "T-\(bet)",
            "selections": .array(selections),
        ]
    }
}

extension Ticket.Owners {
    /// Whether an offer belongs to them.
    fileprivate func own(_ quote: OfferQuote) -> Bool {
        "\(quote.outcomeID)" == outcome && "\(quote.marketID)" == market
            && "\(quote.eventID)" == event
    }
}

// Placing.
extension Transaction {
    /// Places a ticket, all of whose checks but those of the state have been passed.
    ///
    /// - Returns: The bet's number.
    func place(_ priced: PricedTicket, of player: Player) throws -> Int64 {
        let ticket = priced.ticket
        try refuseIfClosed(priced)
        try priced.refuseIfForbidden()
        try priced.refuseIfChanged()
        try priced.refuseStakeOutOfRange()
        if !ticket.isFree { try refuseBeyondBettingLimits(of: player, ticket.stake) }
        let balances = try balances(of: player.id)
        guard ticket.stake <= (ticket.isFree ? balances.freebet : balances.real) else {
            throw Refusal.notEnoughMoney
        }
        let bet = try insert(priced, of: player)
        betCounts.placedCount += 1
        try post(
            ticket.isFree ? .freeBet : .bet, of: player, reference: "b-\(bet)",
            source: "Sports", .debit,
            [
                Move(
                    source: Account(ticket.isFree ? .freebet : .real, of: player.id),
                    target: Account(.escrow, of: player.id), amount: ticket.stake)
            ], balances: balances)
        return bet
    }

    /// - Throws: 409 `904` if an offer takes no bets.
    func refuseIfClosed(_ priced: PricedTicket) throws {
        for quote in priced.quotes {
            let isSettled = try isSettled(outcome: Int64(quote.outcomeID))
            guard quote.isOpen, quote.exactOdds.units > Odds.unitsOfOne, !isSettled else {
                throw Refusal(409, "904", "the offer \(quote.offerID) takes no bets")
            }
        }
    }

    private func insert(_ priced: PricedTicket, of player: Player) throws -> Int64 {
        let ticket = priced.ticket
        try run(
            """
            INSERT INTO bet (player, type, systemType, stake, remaining, isFree, builderPrice,
                placed)
            VALUES (:player, :type, :system, :stake, :stake, :isFree, :price, MAX(:now,
                (SELECT IFNULL(MAX(placed), 0) + 1 FROM bet WHERE player = :player)))
            """,
            [
                "player": player.id, "type": ticket.typeName, "system": ticket.systemName,
                "stake": ticket.stake.minorUnits, "isFree": ticket.isFree,
                "price": priced.builderPrice?.units, "now": now,
            ])
        let bet = insertedID
        for (position, selection) in ticket.selections.enumerated() {
            let quote = priced.quotes[position]
            let odds = priced.current[position]
            try run(
                """
                INSERT INTO selection (bet, position, offer, outcome, event, bettingType, odds,
                    requested, isBanker, isLive, description)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                [
                    bet, position, Int64(quote.offerID), Int64(quote.outcomeID),
                    Int64(quote.eventID), Int64(quote.bettingTypeID), odds.units,
                    (selection.price?.odds ?? odds).units, selection.isBanker, quote.isLive,
                    quote.description,
                ])
        }
        return bet
    }
}

extension BetBuilder {
    /// The price of all together; the greatest odds that there are where it would be more,
    /// which no stake passes.
    static func cappedPrice(of odds: [Odds]) -> Odds {
        price(of: odds) ?? .max
    }
}

extension Refusal {
    static let notEnoughMoney = Refusal(409, "106", "Not enough funds")
}
