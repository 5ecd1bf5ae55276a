import Foundation
import OddsBetting

// Tickets, and what becomes of them.
extension EveryMatrixModelMapper {
    /// Who places a ticket, and how.
    struct Placing {
        let operatorID: String
        let userID: String
        let username: String
        let currency: String
        let isFree: Bool
        let options: PlaceBetsOptions
    }

    /// - Parameter builderOdds: The price of all selections together, if they are one.
    static func placeBetRequest(
        from ticket: BetTicket, _ placing: Placing, builderOdds: Decimal? = nil
    ) -> EveryMatrix.PlaceBetRequest {
        let type = builderOdds == nil ? ticket.type : .single
        return EveryMatrix.PlaceBetRequest(
            ucsOperatorId: Int(placing.operatorID), userId: placing.userID,
            username: placing.username, currency: placing.currency, type: type.wireName,
            systemBetType: systemName(type, ticket.selections), amount: amount(ticket.stake),
            oddsValidationType: oddsValidationType(placing.options.oddsValidationType),
            terminalType: terminalType, ubsWalletId: placing.options.ubsWalletId,
            freeBet: placing.isFree ? true : nil,
            selections: ticket.selections.map {
                EveryMatrix.PlaceBetRequest.Selection(
                    bettingOfferId: $0.bettingOfferID, priceValue: $0.odds, eventId: $0.eventID,
                    marketId: $0.marketID, bettingTypeId: $0.bettingTypeID,
                    outcomeId: $0.outcomeID, banker: $0.isBanker,
                    betBuilderPriceValue: builderOdds)
            })
    }

    static let terminalType = "MOBILE"

    /// `2/3` for a system.
    static func systemName(_ type: BetType, _ selections: [BetTicketSelection]) -> String? {
        type.systemName(count: selections.count { !$0.isBanker })
    }

    /// With two places; as it is where it has more, which the server refuses.
    private static func amount(_ amount: Decimal) -> String {
        Money("\(amount)")?.text ?? "\(amount)"
    }

    private static func oddsValidationType(_ type: OddsValidationType) -> String {
        switch type {
        case .acceptAny: "ACCEPT_ANY"
        case .acceptHigher: "ACCEPT_HIGHER"
        case .acceptNone: "ACCEPT_NONE"
        }
    }

    /// - Throws: `notPlacedBet` with the server's word where it is not success;
    ///   `invalidResponse` without the bet's number.
    static func placedBet(
        from response: EveryMatrix.PlaceBetResponse
    ) throws(ServiceProviderError) -> PlacedBet {
        guard response.success != false else {
            throw .notPlacedBet(message: response.message ?? "")
        }
        guard let id = response.betId?.text, !id.isEmpty else { throw .invalidResponse }
        return PlacedBet(
            betID: id, status: response.status.map(betStatus) ?? .undefined,
            potentialReturn: response.potentialReturn, ticketCode: response.ticketCode,
            selections: (response.selections?.elements ?? []).map {
                PlacedBet.Selection(bettingOfferID: $0.bettingOfferId.text, odds: $0.priceValue)
            })
    }

    static func oddsChanges(from body: EveryMatrix.OddsChangesBody) -> [OddsChange] {
        body.changes.elements.map {
            OddsChange(
                bettingOfferID: $0.bettingOfferId.text, requested: $0.requested,
                current: $0.current)
        }
    }

    // MARK: Booking codes

    static func bookingRequest(from offers: [String]) -> EveryMatrix.BookingRequest {
        EveryMatrix.BookingRequest(
            selections: offers.map(EveryMatrix.BookedSelection.init),
            originalSelectionsLength: offers.count)
    }

    static func bookingCode(from response: EveryMatrix.BookingCodeResponse) -> String {
        response.code
    }

    static func bettingOfferIDs(from response: EveryMatrix.BookingResponse) -> [String] {
        response.selections.elements.map(\.bettingOfferId.text)
    }
}
