import Foundation
import Logging

// Wallet and payments.
extension SportRadarPrivilegedAccessManager {
    func getUserBalance() async throws(ServiceProviderError) -> UserWallet {
        let user = try await coordinator.loggedInUser()
        let balance: SportRadar.BalanceResponse = try await requestOfUser(.getBalance)
        let free: SportRadar.FreeBalanceResponse = try await bets.request(
            .getFreeBalance, ofUser: user)
        return SportRadarModelMapper.userWallet(
            from: balance, freeBet: SportRadarModelMapper.freeBalance(from: free))
    }

    func subscribeUserWallet() throws(ServiceProviderError) -> Subscription<UserWallet> {
        throw .notSupportedForProvider
    }

    func getBankingWebView(
        parameters: CashierParameters
    ) async throws(ServiceProviderError) -> CashierWebView {
        throw .notSupportedForProvider
    }

    // MARK: Deposits

    func getDepositMethods() async throws(ServiceProviderError) -> [PaymentMethod] {
        SportRadarModelMapper.paymentMethods(from: try await requestOfUser(.getDepositMethods))
    }

    func processDeposit(_ request: PaymentRequest) async throws(ServiceProviderError) -> Deposit {
        let items = try SportRadarModelMapper.paymentItems(
            from: request, locale: configuration.language, channel: Self.channel)
        let response: SportRadar.DepositResponse = try await requestOfUser(
            .processDeposit(items, idempotencyKey: try Self.key(request)))
        try await note(request, id: response.paymentId)
        return SportRadarModelMapper.deposit(from: response)
    }

    func cancelDeposit(
        transactionId: String
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        let payment = try await payment(transactionId)
        return status(
            try await requestOfUser(
                .cancelDeposit(method: payment.methodCode, paymentId: transactionId)), payment)
    }

    private static let channel = "mobile"

    private static func key(_ request: PaymentRequest) throws(ServiceProviderError) -> String {
        let key = request.idempotencyKey ?? UUID().uuidString
        guard IdempotencyKey.isKey(key) else { throw .invalidRequestFormat }
        return key
    }

    // MARK: Withdrawals

    func getWithdrawalMethods() async throws(ServiceProviderError) -> [PaymentMethod] {
        SportRadarModelMapper.paymentMethods(from: try await requestOfUser(.getWithdrawalMethods))
    }

    func prepareWithdrawal(methodCode: String) async throws(ServiceProviderError) -> String {
        SportRadarModelMapper.conversionID(
            from: try await requestOfUser(.prepareWithdrawal(method: methodCode)))
    }

    func processWithdrawal(
        _ request: PaymentRequest
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        let items = try SportRadarModelMapper.paymentItems(from: request)
        let response: SportRadar.PaymentStatusResponse = try await requestOfUser(
            .processWithdrawal(items, idempotencyKey: try Self.key(request)))
        let payment = try await note(request, id: response.paymentId)
        return status(response, payment)
    }

    func getPendingWithdrawals() async throws(ServiceProviderError) -> [PendingWithdrawal] {
        let user = try await coordinator.loggedInUser()
        let response: SportRadar.PendingWithdrawalsResponse = try await requestOfUser(
            .getPendingWithdrawals)
        noteDropped(response.pendingWithdrawals.droppedCount, of: "withdrawals")
        return SportRadarModelMapper.pendingWithdrawals(
            from: response, currency: try await profile(of: user).currency)
    }

    func cancelWithdrawal(
        transactionId: String
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        let payment = try await payment(transactionId)
        return status(
            try await requestOfUser(.cancelWithdrawal(paymentId: transactionId)), payment)
    }

    // MARK: Statuses

    /// - Throws: `notFound` for a payment that was begun neither through this client nor is a
    ///   pending withdrawal: the server does not say what others are.
    func getPaymentStatus(
        transactionId: String
    ) async throws(ServiceProviderError) -> PaymentStatusResponse {
        let payment = try await payment(transactionId)
        return status(
            try await requestOfUser(
                .checkPaymentStatus(method: payment.methodCode, paymentId: transactionId)),
            payment)
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

    private func status(
        _ response: SportRadar.PaymentStatusResponse, _ payment: SportRadarKnownPayments.Payment
    ) -> PaymentStatusResponse {
        if SportRadarModelMapper.paymentStatus(response.paymentStatus) == nil {
            configuration.log.notice("an unknown payment status counts as pending")
        }
        return SportRadarModelMapper.paymentStatusResponse(
            from: response, of: (payment.amount, payment.currency))
    }

    @discardableResult private func note(
        _ request: PaymentRequest, id: String
    ) async throws(ServiceProviderError) -> SportRadarKnownPayments.Payment {
        let payment = SportRadarKnownPayments.Payment(
            methodCode: request.methodCode, amount: request.amount,
            currency: profile.latest?.currency ?? configuration.currency)
        payments.note(payment, id: id)
        return payment
    }

    private func payment(
        _ id: String
    ) async throws(ServiceProviderError) -> SportRadarKnownPayments.Payment {
        if let payment = payments[id] { return payment }
        guard
            let found = try await getPendingWithdrawals().first(where: { $0.transactionID == id }),
            let method = found.methodCode
        else { throw .notFound }
        let payment = SportRadarKnownPayments.Payment(
            methodCode: method, amount: found.amount, currency: found.currency)
        payments.note(payment, id: id)
        return payment
    }

    // MARK: Histories

    func getBankingTransactionsHistory(
        _ query: TransactionsQuery
    ) async throws(ServiceProviderError) -> TransactionsPage<BankingTransaction> {
        let page = try SportRadarHistoryPage(query)
        let types = SportRadarModelMapper.paymentTypes(of: query.kinds)
        // A withdrawal that is paid out meanwhile shows as pending this way, and not as paid out
        // before it is.
        let pending = try await getPendingWithdrawals().map(\.transactionID)
        return SportRadarModelMapper.bankingTransactions(
            from: try await transactions(query, page, types), page, pending: Set(pending),
            states: query.states)
    }

    func getWageringTransactionsHistory(
        _ query: TransactionsQuery
    ) async throws(ServiceProviderError) -> TransactionsPage<WageringTransaction> {
        let page = try SportRadarHistoryPage(query)
        return SportRadarModelMapper.wageringTransactions(
            from: try await transactions(query, page, SportRadarModelMapper.wageringTypes), page)
    }

    private func transactions(
        _ query: TransactionsQuery, _ page: SportRadarHistoryPage, _ types: [String]
    ) async throws(ServiceProviderError) -> SportRadar.TransactionsResponse {
        let items = SportRadarModelMapper.items([
            ("startDateTime", query.startDate.map(SportRadarTime.text)),
            ("endDateTime", page.end.map(SportRadarTime.text)), ("pageNum", "\(page.number)"),
            ("pageSize", "\(SportRadarHistoryPage.size)"),
        ])
        let response: SportRadar.TransactionsResponse = try await requestOfUser(
            .getTransactions(items + types.map { ("tranType", $0) }))
        noteDropped(response.transactions.droppedCount, of: "transactions")
        return response
    }

    private func noteDropped(_ count: Int, of what: String) {
        guard count > 0 else { return }
        configuration.log.warning(
            "left out what could not be read", metadata: ["of": "\(what)", "count": "\(count)"])
    }
}
