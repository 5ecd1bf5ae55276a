import Foundation
import OddsBetting

// The betslip: procedures of the feed.
extension EveryMatrixBettingProvider {
    func calculateUnifiedBettingOptions(
        betType: BetType, selections: [BetTicketSelection], stakeAmount: Decimal?
    ) async throws(ServiceProviderError) -> UnifiedBettingOptions {
        let response: EveryMatrix.BettingOptionsResponse = try await feed.answer(
            to: .bettingOptions(
                EveryMatrixModelMapper.bettingOptionsRequest(
                    betType, selections, stake: stakeAmount, language: configuration.language)))
        return try EveryMatrixModelMapper.bettingOptions(from: response)
    }

    func calculatePotentialReturn(
        forBetTicket ticket: BetTicket
    ) async throws(ServiceProviderError) -> PotentialReturn {
        let options = try await calculateUnifiedBettingOptions(
            betType: ticket.type, selections: ticket.selections, stakeAmount: ticket.stake)
        guard let amount = options.potentialReturn else { throw .invalidResponse }
        return PotentialReturn(amount: amount, totalOdds: options.totalOdds)
    }

    func getAllowedBetTypes(
        withBetTicketSelections selections: [BetTicketSelection]
    ) async throws(ServiceProviderError) -> [AllowedBetType] {
        guard Set(selections.map(\.eventID)).count == selections.count else { return [] }
        let response: EveryMatrix.SystemBetsResponse = try await feed.answer(
            to: .systemBets(EveryMatrixModelMapper.systemBetsRequest(selections)))
        let systems = EveryMatrixModelMapper.systemBets(from: response)
        let whole = AllowedBetType(
            type: selections.count == 1 ? .single : .multiple, name: nil, numberOfBets: 1)
        return [whole] + systems
    }

    func calculateBetBuilderPotentialReturn(
        forBetTicket ticket: BetTicket
    ) async throws(ServiceProviderError) -> PotentialReturn {
        let options = try await calculateUnifiedBettingOptions(
            betType: .single, selections: ticket.selections, stakeAmount: ticket.stake)
        let offers = Set(ticket.selections.map(\.bettingOfferID))
        guard let amount = options.potentialReturn,
            let builder = options.betBuilders.first(where: { Set($0.bettingOfferIDs) == offers })
        else { throw .notPlacedBet(message: "905") }
        return PotentialReturn(amount: amount, totalOdds: builder.odds)
    }
}
