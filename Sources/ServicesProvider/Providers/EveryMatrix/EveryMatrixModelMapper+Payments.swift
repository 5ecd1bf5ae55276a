import Foundation

extension EveryMatrixModelMapper {
    // MARK: Wallet

    /// - Throws: `invalidResponse` if the balance is not of one currency.
    static func userWallet(
        from balance: EveryMatrix.BalanceResponse
    ) throws(ServiceProviderError) -> UserWallet {
        guard balance.totalRealAmount.count == 1, let real = balance.totalRealAmount.first else {
            throw .invalidResponse
        }
        let freeBets = (balance.items?.elements ?? []).filter {
            $0.type == "FreeBet" && $0.currency == real.key
        }
        return UserWallet(
            currency: real.key, real: real.value,
            bonus: balance.totalBonusAmount[real.key] ?? 0,
            withdrawable: balance.totalWithdrawableAmount[real.key] ?? 0,
            freeBet: freeBets.reduce(0) { $0 + $1.amount }, sequence: balance.sequence)
    }

    /// What an event of the stream of a player is; `nil` for one of another type.
    static func playerEvent(from update: EveryMatrix.PlayerUpdate) -> PlayerEvent? {
        let body = update.body
        switch update.type.replacing(/_V2$/, with: "") {
        case "BALANCE_UPDATE":
            guard let posting = body.postingId, let changes = body.balanceChange else { return nil }
            return .balance(
                WalletChange(
                    posting: posting, sequence: body.sequence, currency: body.currency,
                    date: body.streamingDate.flatMap(WireTime.date),
                    real: changes["Real"]?.afterAmount, bonus: changes["Bonus"]?.afterAmount))
        case "SESSION_EXPIRATION":
            guard let session = body.sessionId,
                let end = body.exitReasonCode.flatMap(PushedSessionEnd.init)
            else { return nil }
            return .sessionEnd(token: session, end)
        default: return nil
        }
    }

    // MARK: Payments

    static func paymentSessionRequest(
        from parameters: CashierParameters, language: String, currency: String
    ) -> EveryMatrix.PaymentSessionRequest {
        EveryMatrix.PaymentSessionRequest(
            Channel: parameters.channel,
            Type: parameters.kind == .deposit ? "Deposit" : "Withdraw",
            SuccessUrl: parameters.successURL, CancelUrl: parameters.cancelURL,
            FailUrl: parameters.failURL, Language: language, productType: "Sports",
            currency: currency, isShortCashier: parameters.isShortCashier,
            bonusCode: parameters.bonusCode,
            showBonusSelectionInput: parameters.showsBonusSelection)
    }

    /// - Throws: `errorMessage` with the server's word where it is not success;
    ///   `invalidResponse` without an address.
    static func cashierWebView(
        from response: EveryMatrix.PaymentSessionResponse
    ) throws(ServiceProviderError) -> CashierWebView {
        if let code = response.ResponseCode, code != "Success" {
            throw .errorMessage(message: code)
        }
        guard let url = response.CashierInfo?.Url else { throw .invalidResponse }
        return CashierWebView(url: url, requestID: response.RequestId)
    }

    /// An unknown status means that the payment goes on.
    static func paymentStatusResponse(
        from response: EveryMatrix.PaymentStatusResponse
    ) -> PaymentStatusResponse {
        PaymentStatusResponse(
            status: paymentStatus(response.status) ?? .pending,
            transactionId: response.transactionId, amount: response.amount.value,
            currency: response.amount.currency)
    }

    /// `nil` for an unknown text.
    static func paymentStatus(_ text: String) -> PaymentStatus? {
        PaymentStatus(rawValue: text.lowercased())
    }

    static func historyQuery(from query: TransactionsQuery) -> EveryMatrix.HistoryQuery {
        let kinds = query.kinds.map { $0 == .deposit ? "0" : "1" }
        let states = query.states.map(\.rawValue)
        return EveryMatrix.HistoryQuery(
            startDate: query.startDate.map(WireTime.text),
            endDate: query.endDate.map(WireTime.text), page: query.page,
            types: kinds.isEmpty ? nil : kinds.joined(separator: ","),
            states: states.isEmpty ? nil : states.joined(separator: ","))
    }

    static func bankingTransactions(
        from response: EveryMatrix.BankingTransactionsResponse
    ) -> TransactionsPage<BankingTransaction> {
        let transactions = response.transactions.elements.compactMap(bankingTransaction)
        let unreadable = response.transactions.elements.count - transactions.count
        return TransactionsPage(
            transactions: transactions, next: response.pagination?.next,
            previous: response.pagination?.previous,
            droppedCount: response.transactions.droppedCount + unreadable)
    }

    /// `nil` if its date or type cannot be read.
    static func bankingTransaction(
        from transaction: EveryMatrix.BankingTransactionsResponse.Transaction
    ) -> BankingTransaction? {
        guard let created = WireTime.date(transaction.created), (0...1).contains(transaction.type)
        else { return nil }
        return BankingTransaction(
            id: transaction.transId.text, kind: transaction.type == 0 ? .deposit : .withdraw,
            status: paymentStatus(transaction.status) ?? .pending, amount: transaction.realAmount,
            currency: transaction.currency, created: created,
            completed: transaction.completed.flatMap(WireTime.date))
    }
}
