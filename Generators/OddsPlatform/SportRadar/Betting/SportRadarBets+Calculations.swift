import OddsBetting
import OddsJSON
import OddsTraffic

// What bets would return, at the current odds. Needs no session.
extension SportRadarBets {
    /// The greatest amount that clients read.
    private static let returnMax = Money(minorUnits: 999_999_999_999)

    /// What a bet would return.
    ///
    /// - Throws: 404 `903` for an unknown selection, 409 `905` for selections that cannot be
    ///   combined.
    package func calculate(_ body: JSONReader) async throws(Refusal) -> JSONValue {
        let bet = try SlipBet(body, needsStake: false)
        let priced = try Self.price(bet, try await quotes(of: bet.ticket.wireOffers))
        return [
            "potentialReturn": priced.potentialReturn.json, "totalStake": bet.ticket.stake.json,
            "unitCount": .number(priced.formula.lines),
            "totalOdd": .number((priced.formula.factor ?? .max).text),
        ]
    }

    /// The types that the legs of a bet allow, and what the bet would return as each of them;
    /// none if the legs cannot be combined.
    package func allowedTypes(_ body: JSONReader) async throws(Refusal) -> JSONValue {
        let asked = try body.text("idFOBetType", default: "")
        let types = SlipType.types(count: try body.objects("betLegs").count)
        let bets = try types.map { type throws(Refusal) in
            (type: type, bet: try SlipBet(body, as: type, needsStake: false))
        }
        guard asked.isEmpty || bets.contains(where: { $0.bet.code == asked }) else {
            let known = bets.map(\.bet.code).joined(separator: ", ")
            throw .badShape("idFOBetType: expected nothing, or one of \(known)")
        }
        let offers = try await quotes(of: bets.first?.bet.ticket.wireOffers ?? [])
        var list: [JSONValue] = []
        for (type, bet) in bets where asked.isEmpty || asked == bet.code {
            let priced: PricedTicket
            do throws(Refusal) {
                priced = try Self.price(bet, offers)
            } catch {
                guard error.code == "905" else { throw error }
                return []
            }
            let title = type.title(count: bet.ticket.selections.count)
            list.append(
                [
                    "idFOBetType": .string(bet.code), "name": .string(title),
                    "unitCount": .number(priced.formula.lines),
                    "potentialReturn": priced.potentialReturn.json,
                    "totalStake": bet.ticket.stake.json,
                ])
        }
        return .array(list)
    }

    /// What a custom bet would return, and its price.
    package func calculateCustomBet(_ body: JSONReader) async throws(Refusal) -> JSONValue {
        let bet = try SlipBet(custom: body, needsPrice: false)
        let priced = try Self.price(bet, try await quotes(of: bet.ticket.wireOffers))
        return [
            "potentialReturn": priced.potentialReturn.json,
            "calculatedOdds": .number((priced.builderPrice ?? .max).text),
        ]
    }

    private static func price(
        _ bet: SlipBet, _ offers: [OfferQuote]
    ) throws(Refusal) -> PricedTicket {
        let priced = try PricedTicket(bet.ticket, offers)
        try priced.refuseIfForbidden()
        guard priced.potentialReturn <= returnMax else {
            throw Refusal(400, "901", "the stake would return more than \(returnMax.text)")
        }
        return priced
    }
}
