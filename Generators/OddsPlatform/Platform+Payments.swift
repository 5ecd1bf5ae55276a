import OddsJSON

// Wallets and payments.
extension Platform {
    /// The balance.
    package func balance(_ access: Access) async throws(Refusal) -> JSONValue {
        try await asPlayer(access) { try $0.wallet(of: $1) }
    }

    /// The events of the player from now on. The stream ends after 30 s without one.
    ///
    /// - Parameter milliseconds: After which time it ends in any case.
    package func events(
        _ access: Access, endsAfter milliseconds: Int64?
    ) async throws(Refusal) -> AsyncStream<Push> {
        // Within the transaction: what the next one pushes, the stream has.
        try await asPlayer(access) { [pushes] transaction, player in
            let now = transaction.now
            return pushes.stream(of: player.id, now: now, end: milliseconds.map { now + $0 })
        }
    }

    /// Ends streams whose time has come. To be called several times a second.
    package func endStreams() { pushes.endStreams(at: clock.milliseconds) }

    /// Ends all streams, before a server stops, and those that begin afterwards; lets held
    /// tickets go without placing them.
    package func endAllStreams() {
        pushes.endAll()
        cashoutStreams.endAll()
        held.releaseAll()
    }

    /// Begins a session at the cashier.
    ///
    /// - Parameters:
    ///   - key: With a key, the first answer is given again when the request is repeated.
    ///   - url: Returns the address of a session's page.
    ///   - render: Returns the answer for a refusal, which is kept like others.
    package func paymentSession(
        _ access: Access, _ body: JSONReader, key: IdempotencyKey?,
        url: @escaping @Sendable (_ session: String) -> String,
        render: @escaping @Sendable (Refusal) -> Answer
    ) async throws(Refusal) -> Answer {
        try await asPlayerInParts(access) { transaction, player in
            try transaction.answer(of: player, key, Answer.rendering(render)) {
                let request = try PaymentRequest(body, currency: player.currency)
                let id = try transaction.beginCashierSession(of: player, request)
                return [
                    "CashierInfo": ["Url": .string(url(id))], "ResponseCode": "Success",
                    "RequestId": "rq-\(Hexadecimal.secret().prefix(8))",
                ]
            }
        }
    }

    /// A session at the cashier, for its page.
    package func cashierSession(_ id: String) async throws(Refusal) -> CashierSession {
        try await state.transact { try $0.cashierSession(id) }
    }

    /// Confirms or cancels at the cashier's page.
    package func pay(atCashier id: String, _ body: JSONReader) async throws(Refusal) -> JSONValue {
        let outcome = try body.choice("outcome", of: CashierOutcome.self)
        let amount = try body.amount("amount")
        let payment = try await state.transact {
            try $0.pay(at: id, amount: amount, outcome: outcome)
        }
        return ["transactionId": "tx-\(payment)"]
    }

    /// The status of a payment of the player.
    package func paymentStatus(
        _ access: Access, transaction id: some StringProtocol
    ) async throws(Refusal) -> JSONValue {
        let payment = Self.number(id, prefix: "tx-")
        return try await asPlayer(access) { transaction, player in
            guard let payment else { throw Refusal.notFound }
            return try transaction.status(ofPayment: payment, of: player)
        }
    }

    /// A page of the history of payments.
    package func payments(
        _ access: Access, _ query: HistoryQuery
    ) async throws(Refusal) -> JSONValue {
        try await asPlayer(access) { try $0.payments(of: $1, query) }
    }

    /// A page of the history of what bets have moved.
    package func wagers(
        _ access: Access, _ query: HistoryQuery
    ) async throws(Refusal) -> JSONValue {
        try await asPlayer(access) { try $0.wagers(of: $1, query) }
    }

    /// The number in an id such as `tx-9`; `nil` for other texts.
    static func number(_ id: some StringProtocol, prefix: String) -> Int64? {
        guard id.hasPrefix(prefix), let number = Int64(id.dropFirst(prefix.count)),
            "\(prefix)\(number)" == id
        else { return nil }
        return number
    }
}
