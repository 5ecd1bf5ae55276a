import Foundation
import OddsBetting

// Wallet and payments.
extension SportRadarModelMapper {
    /// - Parameter freeBet: The money for free bets, which the balance does not have.
    static func userWallet(
        from response: SportRadar.BalanceResponse, freeBet: Decimal
    ) -> UserWallet {
        let bonus = response.sportsbookPlayableBonusBalanceNumber ?? 0
        let real =
            response.totalBalanceNumber.map { $0 - bonus }
            ?? response.totalWithdrawableBalanceNumber
        return UserWallet(
            currency: response.currency, real: real, bonus: bonus,
            withdrawable: response.totalWithdrawableBalanceNumber, freeBet: freeBet, sequence: nil)
    }

    static func paymentMethods(
        from response: SportRadar.PaymentMethodsResponse
    ) -> [PaymentMethod] {
        let methods = response.depositMethods ?? response.withdrawalMethods
        return (methods?.elements ?? []).map { method in
            PaymentMethod(
                code: method.paymentMethod,
                options: (method.methods?.elements ?? []).map {
                    PaymentMethod.Option(name: $0.name, type: $0.type, brands: $0.brands ?? [])
                })
        }
    }

    static func deposit(from response: SportRadar.DepositResponse) -> Deposit {
        Deposit(
            transactionID: response.paymentId, pageURL: response.continueUrl,
            clientKey: response.clientKey, sessionID: response.sessionId,
            sessionData: response.sessionData)
    }

    /// - Throws: `invalidRequestFormat` for an amount with more than two places, or none above
    ///   0.
    static func paymentItems(
        from request: PaymentRequest, locale: String? = nil, channel: String? = nil
    ) throws(ServiceProviderError) -> SportRadarAccountAPI.Items {
        items([
            ("paymentMethod", request.methodCode), ("amount", try amount(request.amount)),
            ("option", request.option), ("conversionId", request.conversionID),
            ("locale", locale), ("channel", channel),
        ])
    }

    /// With two places.
    ///
    /// - Throws: `invalidRequestFormat` where it has more, or is not above 0.
    static func amount(_ amount: Decimal) throws(ServiceProviderError) -> String {
        guard let money = Money("\(amount)"), money.minorUnits > 0 else {
            throw .invalidRequestFormat
        }
        return money.text
    }

    /// `nil` for a status that is unknown, and counts as pending.
    static func paymentStatus(_ text: String) -> PaymentStatus? {
        switch text.uppercased() {
        case "PENDING": .pending
        case "SUCCESS": .completed
        case "FAILED": .failed
        case "CANCELLED": .cancelled
        default: nil
        }
    }

    /// - Parameter payment: What the answer does not say: the amount and its currency.
    static func paymentStatusResponse(
        from response: SportRadar.PaymentStatusResponse,
        of payment: (amount: Decimal, currency: String)
    ) -> PaymentStatusResponse {
        PaymentStatusResponse(
            status: paymentStatus(response.paymentStatus) ?? .pending,
            transactionId: response.paymentId, amount: payment.amount,
            currency: payment.currency)
    }

    static func conversionID(
        from response: SportRadar.WithdrawalPreparationResponse
    ) -> String { response.conversionId }

    /// - Parameter currency: That of the player, for withdrawals that do not say it.
    static func pendingWithdrawals(
        from response: SportRadar.PendingWithdrawalsResponse, currency: String
    ) -> [PendingWithdrawal] {
        response.pendingWithdrawals.elements.map {
            PendingWithdrawal(
                transactionID: $0.paymentId, amount: $0.amount.value,
                currency: $0.currency ?? currency, methodCode: $0.paymentMethod,
                created: $0.createdFormatted.flatMap(SportRadarTime.date))
        }
    }

    // MARK: Histories

    private static let deposit = "DEPOSIT"
    private static let withdrawal = "WITHDRAWAL"
    private static let withdrawalReturn = "WITHDRAWAL_CANCEL"

    /// The types of transactions that are payments of some directions; of all if there is none.
    static func paymentTypes(of kinds: [CashierParameters.Kind]) -> [String] {
        let isWanted = { kinds.isEmpty || kinds.contains($0) }
        return (isWanted(.deposit) ? [deposit] : [])
            + (isWanted(.withdraw) ? [withdrawal, withdrawalReturn] : [])
    }

    /// The types of transactions that bets make.
    static let wageringTypes = ["BET", "WIN", "CASH_OUT", "CORRECTION"]

    /// - Parameters:
    ///   - page: Where the answer's page stands in the history.
    ///   - pending: The withdrawals that are pending.
    ///   - states: The states that are wanted; all if it is empty.
    static func bankingTransactions(
        from response: SportRadar.TransactionsResponse, _ page: SportRadarHistoryPage,
        pending: Set<String>, states: [PaymentStatus]
    ) -> TransactionsPage<BankingTransaction> {
        let returned = Set(
            response.transactions.elements.filter { $0.tranType == withdrawalReturn }
                .compactMap(\.reference))
        return transactions(from: response, page) { transaction, date in
            let id = transaction.reference ?? transaction.transactionId
            let status: PaymentStatus =
                switch transaction.tranType {
                case withdrawalReturn: .cancelled
                case withdrawal where returned.contains(id): .cancelled
                case withdrawal where pending.contains(id): .pending
                default: .completed
                }
            return BankingTransaction(
                id: id, kind: transaction.tranType == deposit ? .deposit : .withdraw,
                status: status, amount: abs(transaction.amount.value),
                currency: response.currency, created: date,
                completed: status == .pending ? nil : date)
        } isWanted: {
            states.isEmpty || states.contains($0.status)
        }
    }

    static func wageringTransactions(
        from response: SportRadar.TransactionsResponse, _ page: SportRadarHistoryPage
    ) -> TransactionsPage<WageringTransaction> {
        transactions(from: response, page) { transaction, date in
            WageringTransaction(
                id: transaction.transactionId, kind: transaction.amount.value < 0 ? .bet : .win,
                realAmount: abs(transaction.amount.value), bonusAmount: 0,
                balance: transaction.postBalance?.value, currency: response.currency, date: date)
        } isWanted: { _ in
            true
        }
    }

    /// Those whose date can be read; the others are counted.
    private static func transactions<Value>(
        from response: SportRadar.TransactionsResponse, _ page: SportRadarHistoryPage,
        _ map: (SportRadar.TransactionsResponse.Transaction, Date) -> Value,
        isWanted: (Value) -> Bool
    ) -> TransactionsPage<Value> {
        let elements = response.transactions.elements
        let dates = elements.map { SportRadarTime.date($0.dateTime) }
        let values = zip(elements, dates).compactMap { element, date in
            date.map { map(element, $0) }
        }
        let droppedCount = response.transactions.droppedCount
        let isFull = elements.count + droppedCount >= SportRadarHistoryPage.size
        return TransactionsPage(
            transactions: values.filter(isWanted),
            next: isFull ? page.next(newest: dates.first ?? nil).text : nil,
            previous: page.previous?.text,
            droppedCount: droppedCount + elements.count - values.count)
    }
}
