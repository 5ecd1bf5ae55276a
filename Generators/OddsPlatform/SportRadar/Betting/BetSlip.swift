import OddsBetting
import OddsJSON
import OddsTraffic

/// A bet as a request of the second provider has it.
struct SlipBet: Sendable {
    let ticket: Ticket
    /// The type's code.
    let code: String
    /// The stake of one line.
    let lineStake: Money

    /// Reads a bet.
    ///
    /// - Parameters:
    ///   - type: In place of that of the bet.
    ///   - needsStake: Whether a stake of 0 is none.
    init(
        _ bet: JSONReader, as type: BetType? = nil, isFree: Bool = false, needsStake: Bool
    ) throws(Refusal) {
        let legs = try bet.objects("betLegs")
        guard (1...Ticket.selectionsMax).contains(legs.count) else {
            throw .badShape("betLegs: expected 1 to \(Ticket.selectionsMax)")
        }
        var selections: [Ticket.Selection] = []
        for leg in legs { selections.append(try Ticket.Selection(leg: leg)) }
        for name in ["pool", "isPool"] {
            guard try !bet.bool(name) else { throw .badShape("\(name): there are no pools") }
        }
        let type = if let type { type } else { try Self.type(bet, count: legs.count) }
        guard let lines = type.lines(count: legs.count) else {
            preconditionFailure("the type fits the number of legs")
        }
        code = SlipType.code(of: type, count: legs.count)
        lineStake = try needsStake ? bet.amount("winStake") : bet.amountOrZero("winStake")
        ticket = Ticket(
            type, typeName: type.wireName, systemName: type.systemName(count: legs.count),
            stake: Money(minorUnits: lineStake.minorUnits * Int64(lines)), isFree: isFree,
            selections: selections)
    }

    private static func type(_ bet: JSONReader, count: Int) throws(Refusal) -> BetType {
        guard let type = SlipType.type(try bet.text("idFOBetType"), count: count) else {
            let known = SlipType.types(count: count).map { SlipType.code(of: $0, count: count) }
            throw .badShape("idFOBetType: expected one of \(known.joined(separator: ", "))")
        }
        return type
    }

    /// Reads a custom bet: several selections of one event at one price.
    ///
    /// - Parameter needsPrice: Whether it names a stake and the price that it asks for.
    init(custom bet: JSONReader, isFree: Bool = false, needsPrice: Bool) throws(Refusal) {
        guard case .array(let ids) = try bet.value("idFOSelections"),
            (2...Ticket.selectionsMax).contains(ids.count)
        else {
            throw .badShape("idFOSelections: expected 2 to \(Ticket.selectionsMax)")
        }
        var selections: [Ticket.Selection] = []
        for id in ids {
            guard let id = JSONReader.id(id) else {
                throw .badShape("idFOSelections: expected ids such as 7101.1")
            }
            selections.append(Ticket.Selection(id: id, price: nil))
        }
        code = SlipType.code(of: .single, count: 1)
        lineStake =
            try needsPrice ? bet.amount("stakeAmount") : bet.amountOrZero("stakeAmount")
        ticket = Ticket(
            .single, typeName: BetType.single.wireName, stake: lineStake, isFree: isFree,
            selections: selections,
            // Any, where it is only asked for.
            builderPrice: needsPrice ? try bet.price("calculatedOdds") : .max)
    }
}

/// Bets that are placed together, all or none.
struct BetSlip: Sendable {
    let bets: [SlipBet]
    /// Whether the house may offer other odds than those that are asked for.
    let takesOffers: Bool

    /// The most bets of a slip.
    private static let betsMax = 20

    /// Reads the body of a placing, of bets or of a custom bet.
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
        let isFree = try body.freeBet()
        takesOffers = try body.bool("useAutoAcceptance")
        if body.optional("idFOSelections") != nil {
            bets = [try SlipBet(custom: body, isFree: isFree, needsPrice: true)]
            return
        }
        let objects = try body.objects("bets")
        guard (1...Self.betsMax).contains(objects.count) else {
            throw .badShape("bets: expected 1 to \(Self.betsMax)")
        }
        var bets: [SlipBet] = []
        for object in objects {
            bets.append(try SlipBet(object, isFree: isFree, needsStake: true))
        }
        self.bets = bets
    }

    /// The offers of its selections.
    var offers: [UInt64] { bets.flatMap(\.ticket.wireOffers) }
}

extension Ticket {
    /// The offers of the selections that have ids of the wire.
    var wireOffers: [UInt64] { selections.compactMap { UInt64($0.offer) } }
}

extension Ticket.Selection {
    /// Members of a leg that ask for something else than a win at fixed odds.
    private static let empty = [
        "eachWayPlaceTerms", "eachWayReduction", "handicap", "isTrap", "lowerBand", "upperBand",
        "systemTag",
    ]

    /// A selection of that id; one of another form than the wire's is nobody's.
    fileprivate init(id: String, price: TicketPrice?) {
        name = "the selection \(id)"
        offer = SportRadarID.number(id).map { "\($0)" } ?? ""
        owners = nil
        self.price = price
        isBanker = false
    }

    /// Reads a leg.
    fileprivate init(leg: JSONReader) throws(Refusal) {
        guard let id = leg.optional("idFOSelection").flatMap(JSONReader.id) else {
            throw .badShape("idFOSelection: expected an id such as 7101.1")
        }
        guard try leg.text("idFOPriceType", default: "CP") == "CP" else {
            throw .badShape("idFOPriceType: expected CP, the current price")
        }
        for name in Self.empty {
            switch leg.optional(name) {
            case nil, .string(""), .bool(false): break
            default: throw .badShape("\(name): expected nothing, as bets are on a win alone")
            }
        }
        let price = FractionalPrice(up: leg.optional("priceUp"), down: leg.optional("priceDown"))
        guard let price = price?.ticketPrice, price.odds.units > Odds.unitsOfOne else {
            throw .badShape(
                "priceUp, priceDown: expected integers above 0 of at most 15 digits, as odds with "
                    + "at most ten digits before the point")
        }
        self.init(id: id, price: price)
    }
}

extension JSONReader {
    /// An id: text, or a number without an exponent, whose text it is.
    static func id(_ value: JSONValue) -> String? {
        switch value {
        case .string(let text): text.isEmpty || text.utf8.count > 100 ? nil : text
        case .number(let text): text.contains { "eE".contains($0) } ? nil : text
        default: nil
        }
    }

    /// Whether a slip is paid with free-bet money: a boolean, or 0 or 1.
    fileprivate func freeBet() throws(Refusal) -> Bool {
        switch optional("free") {
        case nil, .bool(false), .number("0"): return false
        case .bool(true), .number("1"): return true
        default: throw .badShape("free: expected true or false")
        }
    }
}
