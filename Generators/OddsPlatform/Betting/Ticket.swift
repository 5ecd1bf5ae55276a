import OddsBetting

/// A ticket as a request has it, of which no selection has been looked up yet.
package struct Ticket: Sendable {
    /// A selection, with the ids that the request names.
    struct Selection: Sendable {
        /// What refusals call it.
        let name: String
        let offer: String
        /// To what the offer belongs; `nil` where the wire does not name it.
        let owners: Owners?
        /// `nil` where only the price of all together is named.
        let price: TicketPrice?
        let isBanker: Bool
    }

    /// The outcome of an offer, and to what that belongs.
    struct Owners: Sendable {
        let outcome: String
        let market: String
        let event: String
    }

    static let selectionsMax = 20

    let type: BetType
    /// `SINGLE`, `SYSTEM`, and so on.
    let typeName: String
    /// The combinations of a system: `2/3`.
    let systemName: String?
    let stake: Money
    let policy: OddsPolicy
    let isFree: Bool
    /// `nil` where the wire does not name it, and it is the wallet's.
    let currency: String?
    let selections: [Selection]
    /// The price of all selections together, if they are of one event.
    let builderPrice: Odds?

    /// A ticket that is placed at equal odds only.
    init(
        _ type: BetType, typeName: String, systemName: String? = nil, stake: Money, isFree: Bool,
        selections: [Selection], builderPrice: Odds? = nil
    ) {
        self.type = type
        self.typeName = typeName
        self.systemName = systemName
        self.stake = stake
        policy = .none
        self.isFree = isFree
        currency = nil
        self.selections = selections
        self.builderPrice = builderPrice
    }

    /// Reads the body of a placing.
    ///
    /// - Throws: 400 `901` if it has another shape.
    init(_ body: JSONReader) throws(Refusal) {
        do throws(Refusal) {
            try self.init(shapeOf: body)
        } catch {
            throw Refusal(400, "901", error.message)
        }
    }

    private init(shapeOf body: JSONReader) throws(Refusal) {
        let objects = try body.objects("selections")
        guard (1...Self.selectionsMax).contains(objects.count) else {
            throw .badShape("selections: expected 1 to \(Self.selectionsMax)")
        }
        var selections: [Selection] = []
        var builderPrices: [Odds?] = []
        for object in objects {
            selections.append(try Selection(object))
            builderPrices.append(
                object.optional("betBuilderPriceValue") == nil
                    ? nil : try object.price("betBuilderPriceValue"))
        }
        typeName = try body.text("type")
        systemName = body.optional("systemBetType") == nil ? nil : try body.text("systemBetType")
        stake = try body.amount("amount")
        policy =
            body.optional("oddsValidationType") == nil
            ? .none : try body.choice("oddsValidationType", of: OddsPolicy.self)
        isFree = try body.bool("freeBet")
        currency = try body.text("currency")
        self.selections = selections
        if let price = builderPrices.compactMap(\.self).first {
            guard typeName == "SINGLE", selections.count >= 2,
                builderPrices.allSatisfy({ $0 == price })
            else {
                throw .badShape(
                    "betBuilderPriceValue: expected the same in all of at least two selections of "
                        + "a SINGLE")
            }
            (builderPrice, type) = (price, .single)
            guard systemName == nil else { throw Self.wrongType }
        } else {
            builderPrice = nil
            type = try Self.type(typeName, systemName, of: selections)
        }
    }

    private static func type(
        _ name: String, _ system: String?, of selections: [Selection]
    ) throws(Refusal) -> BetType {
        guard let type = BetType(wireName: name, systemName: system) else { throw wrongType }
        let (bankers, others) = type.divide(selections, isBanker: \.isBanker)
        if case .system = type, system?.split(separator: "/").last != "\(others.count)" {
            throw wrongType
        }
        guard type.sizes(count: others.count, bankers: bankers.count) != nil
        else { throw wrongType }
        return type
    }

    private static let wrongType = Refusal.badShape(
        "type, systemBetType: expected those that the number of selections allows")
}

extension Ticket.Selection {
    init(_ object: JSONReader) throws(Refusal) {
        offer = try object.text("bettingOfferId")
        name = "the offer \(offer)"
        owners = Ticket.Owners(
            outcome: try object.text("outcomeId"), market: try object.text("marketId"),
            event: try object.text("eventId"))
        price = TicketPrice(odds: try object.price("priceValue"))
        isBanker = try object.bool("banker")
    }
}

extension JSONReader {
    /// Odds above 1, as a number.
    func price(_ name: String) throws(Refusal) -> Odds {
        guard case .number(let text) = optional(name), let odds = Odds(text),
            odds.units > Odds.unitsOfOne
        else {
            throw .badShape(
                "\(name): expected a number above 1 with at most ten digits before the point and "
                    + "eight after it")
        }
        return odds
    }
}
