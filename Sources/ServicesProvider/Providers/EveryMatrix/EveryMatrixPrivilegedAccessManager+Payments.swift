import Foundation

// Wallet and payments.
extension EveryMatrixPrivilegedAccessManager {
    func getUserBalance() async throws(ServiceProviderError) -> UserWallet {
        let balance: EveryMatrix.BalanceResponse = try await requestOfUser {
            .getBalance(userId: $0)
        }
        return try EveryMatrixModelMapper.userWallet(from: balance)
    }

    func subscribeUserWallet() throws(ServiceProviderError) -> Subscription<UserWallet> {
        Subscription { [weak self] mailbox async throws(ServiceProviderError) in
            guard let self else { throw .cancelled }
            try await EveryMatrixWalletStream(manager: self, mailbox: mailbox).run()
        }
    }

    func getBankingWebView(
        parameters: CashierParameters
    ) async throws(ServiceProviderError) -> CashierWebView {
        let user = try await coordinator.loggedInUser()
        // The same call has to have the same bytes after a restart, when it is not read yet.
        let profile = try await profile(of: user)
        let request = EveryMatrixModelMapper.paymentSessionRequest(
            from: parameters, language: configuration.language, currency: profile.currency)
        let key = parameters.idempotencyKey ?? UUID().uuidString
        let response: EveryMatrix.PaymentSessionResponse = try await network.request(
            try endpoint(
                .getPaymentSession(userId: user, request, idempotencyKey: key), ofUser: user))
        return try EveryMatrixModelMapper.cashierWebView(from: response)
    }

    func getPaymentStatus(
        transactionId: String
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        let response: EveryMatrix.PaymentStatusResponse = try await requestOfUser {
            .getPaymentStatus(userId: $0, transactionId: transactionId)
        }
        if EveryMatrixModelMapper.paymentStatus(response.status) == nil {
            configuration.log.notice("an unknown payment status counts as pending")
        }
        return EveryMatrixModelMapper.paymentStatusResponse(from: response)
    }

    func paymentStatusUpdates(
        transactionId: String
    ) throws(ServiceProviderError) -> PaymentStatusUpdates {
        PaymentStatusUpdates(clock: configuration.clock) {
            [weak self] () async throws(ServiceProviderError) in
            guard let self else { throw .cancelled }
            return try await getPaymentStatus(transactionId: transactionId)
        }
    }

    func getBankingTransactionsHistory(
        _ query: TransactionsQuery
    ) async throws(ServiceProviderError) -> TransactionsPage<BankingTransaction> {
        let history = EveryMatrixModelMapper.historyQuery(from: query)
        let response: EveryMatrix.BankingTransactionsResponse = try await requestOfUser {
            .getBankingTransactions(userId: $0, history)
        }
        return EveryMatrixModelMapper.bankingTransactions(from: response)
    }

    func getWageringTransactionsHistory(
        _ query: TransactionsQuery
    ) async throws(ServiceProviderError) -> TransactionsPage<WageringTransaction> {
        var dates = query
        (dates.kinds, dates.states) = ([], [])
        let history = EveryMatrixModelMapper.historyQuery(from: dates)
        let response: EveryMatrix.WageringTransactionsResponse = try await requestOfUser {
            .getWageringTransactions(userId: $0, history)
        }
        return EveryMatrixModelMapper.wageringTransactions(from: response)
    }
}
