import Foundation
import OddsBetting

// What a ticket may be placed for.
extension EveryMatrixModelMapper {
    static func bettingOptionsRequest(
        _ type: BetType, _ selections: [BetTicketSelection], stake: Decimal?, language: String
    ) -> EveryMatrix.BettingOptionsRequest {
        EveryMatrix.BettingOptionsRequest(
            type: type.wireName, systemBetType: systemName(type, selections), eachWay: false,
            selections: selections.map {
                EveryMatrix.BettingOptionsRequest.Selection(
                    bettingOfferId: $0.bettingOfferID, priceValue: $0.odds, banker: $0.isBanker)
            }, stakeAmount: stake, terminalType: terminalType, lang: language)
    }

    /// - Throws: `invalidResponse` where it is not success.
    static func bettingOptions(
        from response: EveryMatrix.BettingOptionsResponse
    ) throws(ServiceProviderError) -> UnifiedBettingOptions {
        guard response.success != false else { throw .invalidResponse }
        return UnifiedBettingOptions(
            minStake: response.minStake, maxStake: response.maxStake,
            totalOdds: response.priceValueFactor,
            potentialReturn: response.maxWinningAndTaxes?.maxWinning,
            isTaxed: response.maxWinningAndTaxes?.taxEnabled ?? false,
            allowsManualRequest: response.availableForManualBetRequest ?? false,
            betBuilders: (response.betBuilder?.elements ?? []).map { builder in
                UnifiedBettingOptions.BetBuilder(
                    bettingOfferIDs: builder.selections.map(\.bettingOfferId.text),
                    odds: builder.betBuilderOdds)
            },
            forbiddenCombinations: (response.forbiddenCombinations?.elements ?? []).map {
                $0.selections.map(\.bettingOfferId.text)
            })
    }

    static func systemBetsRequest(
        _ selections: [BetTicketSelection]
    ) -> EveryMatrix.SystemBetsRequest {
        EveryMatrix.SystemBetsRequest(
            selections: selections.map {
                EveryMatrix.SystemBetsRequest.Selection(
                    bettingOfferId: $0.bettingOfferID, banker: $0.isBanker)
            })
    }

    /// The systems that this version knows.
    static func systemBets(from response: EveryMatrix.SystemBetsResponse) -> [AllowedBetType] {
        response.systemBets.elements.compactMap { system in
            let type =
                BetType(wireName: "SYSTEM", systemName: system.id)
                ?? BetType(wireName: system.id, systemName: nil)
            return type.map {
                AllowedBetType(type: $0, name: system.name, numberOfBets: system.numberOfBets)
            }
        }
    }
}
