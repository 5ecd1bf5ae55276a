import Foundation
import OddsBetting

// Tickets, and what becomes of them.
extension SportRadarModelMapper {
    // MARK: Types

    private static let accumulators = 4...20

    /// The server's code of a type, for so many selections; `nil` if they do not fit.
    static func betTypeCode(_ type: BetType, count: Int) -> String? {
        guard type.sizes(count: count) != nil else { return nil }
        return switch type {
        case .single, .multiple: code(ofAll: count)
        case .system: type.systemName(count: count)
        case .named: type.wireName
        }
    }

    /// The type of a code, for so many selections; `nil` for codes that this version does not
    /// know.
    static func betType(_ code: String, count: Int) -> BetType? {
        if code == self.code(ofAll: count) { return count == 1 ? .single : .multiple }
        let type =
            BetType(wireName: code, systemName: nil)
            ?? BetType(wireName: BetType.system(size: 1).wireName, systemName: code)
        return type.flatMap { betTypeCode($0, count: count) == code ? $0 : nil }
    }

    private static func code(ofAll count: Int) -> String? {
        switch count {
        case 1: "S"
        case 2: "D"
        case 3: "T"
        case accumulators: "AC\(count)"
        default: nil
        }
    }

    // MARK: Prices

    /// The parts of a price: the odds are 1 + up/down.
    ///
    /// - Throws: `invalidRequestFormat` for odds that are not above 1, or have more than eight
    ///   places.
    private static func price(
        _ odds: Decimal
    ) throws(ServiceProviderError) -> (up: String, down: String) {
        let one = Odds.unitsOfOne
        guard let units = Odds("\(odds)")?.units, units > one else {
            throw .invalidRequestFormat
        }
        // In lowest terms, which keeps the parts short.
        var (divisor, rest) = (units - one, one)
        while rest > 0 { (divisor, rest) = (rest, divisor % rest) }
        return ("\((units - one) / divisor)", "\(one / divisor)")
    }

    /// The odds of a price; `nil` if its lower part is 0.
    static func odds(up: SportRadar.Amount, down: SportRadar.Amount) -> Decimal? {
        down.value > 0 ? (up.value + down.value) / down.value : nil
    }

    // MARK: Requests

    /// - Throws: `invalidRequestFormat` for a ticket with bankers, which the server does not
    ///   know, for selections that do not fit the type, and for a stake that the combinations
    ///   cannot share evenly: see `BetTicket.nearestDivisibleStake`.
    static func slipBet(
        from ticket: BetTicket
    ) throws(ServiceProviderError) -> SportRadar.SlipBet {
        guard !ticket.selections.contains(where: \.isBanker),
            let code = betTypeCode(ticket.type, count: ticket.selections.count),
            let lines = ticket.numberOfCombinations,
            ticket.nearestDivisibleStake == ticket.stake
        else { throw .invalidRequestFormat }
        return SportRadar.SlipBet(
            betLegs: try legs(from: ticket.selections), idFOBetType: code,
            winStake: ticket.stake / Decimal(lines))
    }

    private static func legs(
        from selections: [BetTicketSelection]
    ) throws(ServiceProviderError) -> [SportRadar.SlipLeg] {
        try selections.map { selection throws(ServiceProviderError) in
            let price = try price(selection.odds)
            return SportRadar.SlipLeg(
                idFOSelection: selection.bettingOfferID, priceUp: price.up, priceDown: price.down)
        }
    }

    static func slipRequest(
        from ticket: BetTicket, _ options: PlaceBetsOptions, isFree: Bool
    ) throws(ServiceProviderError) -> SportRadar.SlipRequest {
        SportRadar.SlipRequest(
            bets: [try slipBet(from: ticket)], useAutoAcceptance: takesOffers(options),
            free: isFree)
    }

    /// Whether the house may offer other odds. It takes none of the player's, so that only an
    /// offer can be what the options accept.
    private static func takesOffers(_ options: PlaceBetsOptions) -> Bool {
        options.oddsValidationType != .acceptNone
    }

    static func betTypesRequest(
        from selections: [BetTicketSelection]
    ) throws(ServiceProviderError) -> SportRadar.BetTypesRequest {
        SportRadar.BetTypesRequest(betLegs: try legs(from: selections))
    }

    static func customBetRequest(from ticket: BetTicket) -> SportRadar.CustomBetRequest {
        SportRadar.CustomBetRequest(
            idFOSelections: ticket.selections.map(\.bettingOfferID), stakeAmount: ticket.stake)
    }

    static func customSlipRequest(
        from ticket: BetTicket, odds: Decimal, _ options: PlaceBetsOptions
    ) -> SportRadar.CustomSlipRequest {
        SportRadar.CustomSlipRequest(
            idFOSelections: ticket.selections.map(\.bettingOfferID), stakeAmount: ticket.stake,
            free: 0, useAutoAcceptance: takesOffers(options), calculatedOdds: odds)
    }

    // MARK: Answers

    private static let offered = (state: 1, detailedState: 66)
    private static let placed = 2
    /// Words of a refusal for a limit of the player's own.
    private static let limitWords = "wager limit"

    /// - Throws: `betNeedsUserConfirmation` if the house offers other terms; `limitExceeded`,
    ///   `notPlacedBet` with the server's words; `invalidResponse` without the bet's number.
    static func placedBet(
        from response: SportRadar.SlipResponse
    ) throws(ServiceProviderError) -> PlacedBet {
        let bet = response.bets?.elements.first
        switch (response.status.state, response.status.detailedState) {
        case (placed, _):
            guard let bet = bet.flatMap(placedBet) else { throw .invalidResponse }
            return bet
        case (offered.state, offered.detailedState):
            guard let id = response.idFOBetSlip, let bet,
                let stake = response.totalStake ?? bet.totalStake
            else { throw .invalidResponse }
            let offer = BetOffer(
                id: id, stake: stake, potentialReturn: bet.potentialReturn,
                selections: selections(of: bet))
            throw .betNeedsUserConfirmation(betDetails: try offer.betDetails())
        default: throw refusal(response.status.statusText, response.limit?.value)
        }
    }

    /// - Returns: `nil` where the answer says no more than that the bet is placed.
    /// - Throws: `limitExceeded`, `notPlacedBet` with the server's words.
    static func confirmedBet(
        from response: SportRadar.ConfirmationResponse
    ) throws(ServiceProviderError) -> PlacedBet? {
        guard response.state == placed else { throw refusal(response.statusText, nil) }
        return response.bets?.elements.first.flatMap(placedBet)
    }

    private static func refusal(
        _ text: String?, _ limit: SportRadar.AccountStatus.Limit?
    ) -> ServiceProviderError {
        guard let text, text.contains(limitWords) else { return .notPlacedBet(message: text ?? "") }
        return .limitExceeded(limitKind(from: limit))
    }

    private static func placedBet(_ bet: SportRadar.SlippedBet) -> PlacedBet? {
        guard let id = bet.idFoBet, !id.isEmpty else { return nil }
        return PlacedBet(
            betID: id, status: .opened, potentialReturn: bet.potentialReturn, ticketCode: nil,
            selections: selections(of: bet))
    }

    private static func selections(of bet: SportRadar.SlippedBet) -> [PlacedBet.Selection] {
        (bet.betLegs?.elements ?? []).compactMap { leg in
            odds(up: leg.priceUp, down: leg.priceDown).map {
                PlacedBet.Selection(bettingOfferID: leg.idFOSelection, odds: $0)
            }
        }
    }
}
