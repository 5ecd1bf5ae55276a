import Foundation

// Cashouts.
extension EveryMatrixBettingProvider {
    func subscribeToCashoutValue(
        betId: String
    ) throws(ServiceProviderError) -> Subscription<BetCashoutValue> {
        Subscription { [weak self] mailbox async throws(ServiceProviderError) in
            guard let self else { throw .cancelled }
            try await EveryMatrixCashoutStream(provider: self, betID: betId, mailbox: mailbox)
                .run()
        }
    }

    func executeCashout(
        request: CashoutRequest
    ) async throws(ServiceProviderError) -> CashoutResult {
        let key = request.idempotencyKey ?? UUID().uuidString
        guard IdempotencyKey.isKey(key) else { throw .invalidRequestFormat }
        let body = EveryMatrixModelMapper.cashoutRequest(
            from: request, operatorID: configuration.operatorID, language: configuration.language)
        let response: EveryMatrix.CashoutResponse = try await self.request(
            .cashOut(body, idempotencyKey: key), ofUser: try await user())
        return try EveryMatrixModelMapper.cashoutResult(from: response)
    }

    func calculateCashout(
        betId: String, stakeValue: Decimal?
    ) async throws(ServiceProviderError) -> Decimal {
        let response: EveryMatrix.CashoutAmountResponse = try await request(
            .getCashoutAmount(betId: betId, stakeValue: stakeValue.map { "\($0)" }),
            ofUser: try await user())
        return EveryMatrixModelMapper.cashoutAmount(from: response)
    }

    func allowedCashoutBetIds() async throws(ServiceProviderError) -> [String] {
        let response: EveryMatrix.CashoutBetsResponse = try await request(
            .getCashoutBets, ofUser: try await user())
        return EveryMatrixModelMapper.cashoutBets(from: response)
    }
}
