import Foundation

// Cashouts.
extension EveryMatrixModelMapper {
    static func cashoutRequest(
        from request: CashoutRequest, operatorID: String, language: String
    ) -> EveryMatrix.CashoutRequest {
        var partialStake: Decimal?
        if case .partial(let stake) = request.kind { partialStake = stake }
        let acceptance =
            switch request.acceptance {
            case .any: "ACCEPT_ANY"
            case .higher: "ACCEPT_HIGHER"
            case .withinThreshold: "WITHIN_THRESHOLD"
            case .none: "NONE"
            }
        return EveryMatrix.CashoutRequest(
            betId: request.betID, cashoutValue: request.value,
            cashoutType: partialStake == nil ? "FULL" : "PARTIAL",
            partialCashoutStake: partialStake, cashoutChangeAcceptanceType: acceptance,
            operatorId: operatorID, language: language)
    }

    /// - Throws: `invalidResponse` where it is not success.
    static func cashoutResult(
        from response: EveryMatrix.CashoutResponse
    ) throws(ServiceProviderError) -> CashoutResult {
        guard response.success != false else { throw .invalidResponse }
        return CashoutResult(
            betID: response.betId.text, requestID: response.requestId?.text,
            payout: response.cashoutPayout ?? response.cashoutValue,
            partialStake: response.partialCashoutStake,
            isPending: response.pendingCashOut ?? false)
    }

    static func cashoutAmount(from response: EveryMatrix.CashoutAmountResponse) -> Decimal {
        response.cashoutValue
    }

    static func cashoutBets(from response: EveryMatrix.CashoutBetsResponse) -> [String] {
        response.betIds.elements.map(\.text)
    }

    /// What a message says of a bet's value; `nil` for one of another type, and for one
    /// without details.
    static func cashoutValue(from message: EveryMatrix.CashoutMessage) -> BetCashoutValue? {
        guard message.messageType == "CASHOUT_VALUE", let details = message.details else {
            return nil
        }
        let success = 100
        return BetCashoutValue(
            betID: message.betId.text,
            value: details.code == success ? message.cashoutValue : nil,
            potentialReturn: message.currentPossibleWinning, remainingStake: message.stake,
            allowsPartial: message.partialCashOutEnabled ?? false)
    }
}
