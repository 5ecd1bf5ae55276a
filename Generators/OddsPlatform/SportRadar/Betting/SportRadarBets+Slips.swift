import OddsBetting
import OddsJSON
import OddsTraffic

// Placing.
extension SportRadarBets {
    /// Places the bets of a slip, all or none.
    ///
    /// - Parameters:
    ///   - body: The body, or why it is none.
    ///   - key: With a key, the first answer is given again when the request is repeated.
    ///   - render: Returns the answer for a refusal, which is kept like others.
    package func place(
        _ access: Access, _ body: Result<JSONValue, Refusal>, key: IdempotencyKey?,
        render: @escaping @Sendable (Refusal) -> Answer
    ) async throws(Refusal) -> Answer {
        let slip = Result { () throws(Refusal) in
            do throws(Refusal) {
                return try platform.noting(access, key) { () throws(Refusal) in
                    (try BetSlip(JSONReader(try body.get())), try body.get())
                }
            } catch {
                throw Refusal(400, "901", error.message)
            }
        }
        return try await platform.place(
            Platform.Placing(
                access: access, key: key,
                offers: { () async throws(Refusal) in
                    try await quotes(of: (try? slip.get().0)?.offers ?? [])
                },
                check: { _ in _ = try slip.get() },
                place: { transaction, player, offers in
                    let (slip, request) = try slip.get()
                    return try transaction.place(slip, request, offers, of: player)
                }, render: render))
    }

    /// What has become of a slip whose offer was answered.
    package struct Confirmation: Sendable {
        /// The answer's body.
        package let body: JSONValue
        /// Why it was refused just now; `nil` if it was not.
        package let refusal: Refusal?
    }

    /// Takes the odds that the house has offered, or tells again what has become of the slip.
    package func confirm(
        _ access: Access, slip id: some StringProtocol, _ body: JSONReader
    ) async throws(Refusal) -> Confirmation {
        let status = try body.object("betStatus")
        guard ["state", "detailedState"].map(status.optional) == [1, 66] else {
            throw .badShape("betStatus: expected state 1 and detailedState 66")
        }
        let id = Int64(id)
        let known = try await platform.asPlayer(access) { try $0.slip(id, of: $1) }
        let offers = try await quotes(of: known.offer?.slip.offers ?? [])
        return try await platform.asPlayer(access) { transaction, player in
            let held = try transaction.slip(id, of: player)
            guard let offer = held.offer else {
                return Confirmation(body: held.answer, refusal: nil)
            }
            try transaction.refuseIfBlocked(player)
            let result = try transaction.attempt {
                guard !held.hasLapsed(at: transaction.now) else { throw SlipStatus.lapsed }
                return try transaction.place(offer, offers, of: player)
            }
            switch result {
            case .success(let answer):
                try transaction.end(held, answer)
                return Confirmation(body: answer, refusal: nil)
            case .failure(let refusal):
                let answer = SlipStatus.refused(refusal)
                try transaction.end(held, answer)
                return Confirmation(body: answer, refusal: refusal)
            }
        }
    }

    /// Does not take the odds that the house has offered.
    ///
    /// - Throws: 404 for a slip that is unknown or another's, 409 for one that is placed.
    package func reject(
        _ access: Access, slip id: some StringProtocol
    ) async throws(Refusal) {
        let id = Int64(id)
        try await platform.asPlayer(access) { transaction, player in
            let held = try transaction.slip(id, of: player)
            if held.offer != nil {
                try transaction.end(held, SlipStatus.rejected)
            } else if held.answer["state"] == SlipStatus.placed["state"] {
                throw Refusal(409, nil, "the slip \(held.id) has been placed")
            }
        }
    }
}

extension Transaction {
    /// Places the bets of a slip, or keeps it with the odds that the house offers.
    ///
    /// - Parameter request: The slip's body.
    /// - Returns: The answer's body.
    fileprivate func place(
        _ slip: BetSlip, _ request: JSONValue, _ offers: [OfferQuote], of player: Player
    ) throws -> JSONValue {
        let policies = try oddsPolicies(of: player.id)
        let priced = try slip.bets.map { bet in
            var priced = try PricedTicket(bet.ticket, offers)
            if slip.takesOffers {
                priced.policies = priced.quotes.map {
                    $0.isLive ? policies.inRunning : policies.beforeMatch
                }
            }
            return priced
        }
        switch try attempt({ try priced.map { try place($0, of: player) } }) {
        case .success(let bets):
            let list = slip.list(priced, bets)
            let id = try keepSlip(of: player, SlipStatus.placed.adding(list))
            return slip.answer(id, priced, SlipStatus.placed, list)
        case .failure(let refusal) where refusal.code == "906" && slip.takesOffers:
            // The bets behind the one whose odds have changed have not been looked at.
            for one in priced { try refuseIfClosed(one) }
            let id = try keepSlip(of: player, request, holding: priced.map(\.current))
            return slip.answer(id, priced, SlipStatus.offered, slip.list(priced, nil))
        case .failure(let refusal): throw refusal
        }
    }

    /// Places the bets of a slip at the odds that the house has offered.
    ///
    /// - Returns: The answer's body.
    fileprivate func place(
        _ offer: HeldSlip.Offer, _ offers: [OfferQuote], of player: Player
    ) throws -> JSONValue {
        let priced = try zip(offer.slip.bets, offer.odds).map { bet, odds in
            var priced = try PricedTicket(bet.ticket, offers, holding: odds)
            // These are the odds that the player has agreed to.
            priced.policies = priced.policies.map { _ in .any }
            return priced
        }
        let bets = try priced.map { try place($0, of: player) }
        return SlipStatus.placed.adding(offer.slip.list(priced, bets))
    }
}

extension BetSlip {
    /// The bets, as answers have them.
    ///
    /// - Parameter ids: Their numbers; `nil` until they are placed.
    fileprivate func list(_ priced: [PricedTicket], _ ids: [Int64]?) -> JSONMember {
        let list = bets.indices.map { index -> JSONValue in
            let (bet, priced) = (bets[index], priced[index])
            let legs = zip(priced.quotes, priced.current).map { quote, odds -> JSONValue in
                let price = FractionalPrice(odds)
                return [
                    "idFOSelection": SportRadarID.json(Int64(quote.offerID)),
                    "idFOPriceType": "CP", "priceUp": .number(price.up),
                    "priceDown": .number(price.down),
                ]
            }
            return [
                "idFoBet": ids.map { SportRadarID.json($0[index]) } ?? .null,
                "idfoBetType": .string(bet.code), "totalStake": bet.ticket.stake.json,
                "placeStake": bet.lineStake.json,
                "potentialReturn": priced.potentialReturn.json,
                "totalOdd": .number((priced.formula.factor ?? .max).text),
                "betLegs": .array(legs),
            ]
        }
        return JSONMember("bets", .array(list))
    }

    fileprivate func answer(
        _ id: Int64, _ priced: [PricedTicket], _ status: JSONValue, _ list: JSONMember
    ) -> JSONValue {
        let stake = bets.reduce(Money.zero) { $0 + $1.ticket.stake }
        let members: JSONValue = [
            "idFOBetSlip": .number(id), "totalStake": stake.json, "status": status,
        ]
        return members.adding(list)
    }
}

extension JSONValue {
    /// An object with one member more.
    fileprivate func adding(_ member: JSONMember) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(members + [member])
    }
}
