import Foundation

// Cashouts.
extension SportRadarModelMapper {
    static func cashoutBets(from response: SportRadar.CashoutBetsResponse) -> [String] {
        response.ids.elements
    }

    static func cashoutStake(_ stake: Decimal?) -> SportRadar.CashoutStake? {
        stake.map { SportRadar.CashoutStake(stakeValue: $0) }
    }

    static func cashoutAmount(from response: SportRadar.CashoutValueResponse) -> Decimal {
        response.cashoutValue
    }

    static func cashoutValue(
        from response: SportRadar.CashoutValueResponse, ofBet id: String
    ) -> BetCashoutValue {
        BetCashoutValue(
            betID: id, value: response.cashoutValue, potentialReturn: nil, remainingStake: nil,
            allowsPartial: response.partialCashoutAvailable ?? false)
    }

    static func cashoutRequest(from request: CashoutRequest) -> SportRadar.CashoutRequest {
        SportRadar.CashoutRequest(
            expectedValue: request.value, stakeValue: request.partialStake)
    }

    /// - Throws: `invalidResponse` where it is not success.
    static func cashoutResult(
        from response: SportRadar.CashoutResponse, of request: CashoutRequest
    ) throws(ServiceProviderError) -> CashoutResult {
        guard response.cashoutResult == 0 else { throw .invalidResponse }
        return CashoutResult(
            betID: request.betID, requestID: nil, payout: request.value,
            partialStake: request.partialStake, isPending: false)
    }
}

extension CashoutRequest {
    fileprivate var partialStake: Decimal? {
        if case .partial(let stake) = kind { stake } else { nil }
    }
}
