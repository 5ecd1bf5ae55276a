import OddsBetting
import OddsJSON

// Wallets and payments.
extension PAM {
    /// The balance: each amount as text and as a number.
    package func balance(_ access: Access) async throws(Refusal) -> JSONValue {
        try await platform.asPlayer(access) { transaction, player in
            let balances = try transaction.balances(of: player.id)
            let members = [
                ("totalBalance", balances.real + balances.bonus),
                ("totalWithdrawableBalance", balances.real),
                ("totalEscrowBalance", balances.escrow),
                ("sportsbookPlayableBonusBalance", balances.bonus),
            ].flatMap { name, amount in
                [
                    JSONMember(name, .string(amount.text)),
                    JSONMember("\(name)Number", amount.json),
                ]
            }
            return .object(
                [JSONMember("currency", .string(player.currency.code))] + members)
        }
    }

    /// How money can be paid in.
    package var depositMethods: JSONValue { ["depositMethods": PaymentMethod.list] }

    /// How money can be paid out.
    package var withdrawalMethods: JSONValue { ["withdrawalMethods": PaymentMethod.list] }

    /// Begins a deposit, which the player ends at the cashier's page.
    ///
    /// - Parameters:
    ///   - key: With a key, the first answer is given again when the request is repeated.
    ///   - url: Returns the address of a cashier session's page.
    ///   - answer: Returns the answer for what is done, or for a refusal.
    package func processDeposit(
        _ access: Access, _ arguments: RequestArguments, key: IdempotencyKey?,
        url: @escaping @Sendable (_ session: String) -> String,
        answer: @escaping @Sendable (Result<JSONValue, Refusal>) -> Answer
    ) async throws(Refusal) -> Answer {
        try await platform.asPlayerInParts(access) { transaction, player in
            try transaction.answer(of: player, key, answer) {
                let method = try arguments.paymentMethod()
                let amount = try arguments.amount("amount")
                try transaction.refuseIfBlocked(player)
                let payment = try transaction.beginDeposit(of: player, amount)
                try transaction.note(method, ofPayment: payment)
                let session = try transaction.beginCashierSession(
                    of: player, .deposit, toEnd: payment)
                return [
                    "paymentId": "tx-\(payment)", "continueUrl": .string(url(session)),
                    "clientKey": .string("ck-\(Hexadecimal.secret())"),
                    "sessionId": .string(session), "sessionData": "",
                ]
            }
        }
    }

    /// How far a payment is.
    package func paymentStatus(
        _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        let payment = try arguments.payment()
        _ = try arguments.paymentMethod()
        return try await platform.asPlayer(access) {
            try $0.pamStatus(ofPayment: payment, of: $1)
        }
    }

    /// Cancels a deposit that is pending.
    package func cancelDeposit(
        _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        _ = try arguments.paymentMethod()
        return try await cancel(.deposit, access, arguments)
    }

    /// Cancels a withdrawal that is pending: the money is given back.
    package func cancelWithdrawal(
        _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        try await cancel(.withdraw, access, arguments)
    }

    private func cancel(
        _ kind: PaymentKind, _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        let payment = try arguments.payment()
        return try await platform.asPlayer(access) { transaction, player in
            try transaction.cancel(kind, payment, of: player)
            return try transaction.pamStatus(ofPayment: payment, of: player)
        }
    }

    /// Begins a withdrawal, of which `processWithdrawal` then makes one at most.
    package func prepareWithdrawal(
        _ access: Access, _ arguments: RequestArguments
    ) async throws(Refusal) -> JSONValue {
        let method = try arguments.paymentMethod()
        return try await platform.asPlayer(access) { transaction, player in
            let session = try transaction.beginCashierSession(of: player, .withdraw)
            return [
                "conversionId": .string(session), "paymentMethod": .string(method.rawValue),
            ]
        }
    }

    /// Withdraws: the money is taken at once, and paid out by control.
    ///
    /// - Parameters:
    ///   - key: With a key, the first answer is given again when the request is repeated.
    ///   - answer: Returns the answer for what is done, or for a refusal.
    package func processWithdrawal(
        _ access: Access, _ arguments: RequestArguments, key: IdempotencyKey?,
        answer: @escaping @Sendable (Result<JSONValue, Refusal>) -> Answer
    ) async throws(Refusal) -> Answer {
        try await platform.asPlayerInParts(access) { transaction, player in
            try transaction.answer(of: player, key, answer) {
                let method = try arguments.paymentMethod()
                let amount = try arguments.amount("amount")
                try transaction.refuseIfBlocked(player)
                let payment = try transaction.withdraw(
                    amount, of: player, prepared: arguments.optional("conversionId"))
                try transaction.note(method, ofPayment: payment)
                return try transaction.pamStatus(ofPayment: payment, of: player)
            }
        }
    }

    /// The withdrawals that are pending, the oldest first.
    package func pendingWithdrawals(_ access: Access) async throws(Refusal) -> JSONValue {
        try await platform.asPlayer(access) { transaction, player in
            let rows = try transaction.rows(
                """
                SELECT id, amount, method, created FROM payment
                WHERE player = ? AND type = ? AND status = ? ORDER BY id
                """,
                [player.id, PaymentKind.withdraw.rawValue, PaymentStatus.pending.rawValue])
            let withdrawals = rows.map { row -> JSONValue in
                let amount = Money(minorUnits: row[1])
                return [
                    "paymentId": "tx-\(row[0] as Int64)", "amount": .string(amount.text),
                    "amountNumber": amount.json, "currency": .string(player.currency.code),
                    "paymentMethod": .string(row[2]),
                    "paymentStatus": .string(PaymentStatus.pending.pamName),
                    "createdFormatted": .string(WireDate.dayFirst(row[3])),
                ]
            }
            return ["pendingWithdrawals": .array(withdrawals)]
        }
    }
}

extension RequestArguments {
    /// An amount above 0.
    func amount(_ name: String) throws(Refusal) -> Money {
        guard let amount = Money(try text(name)), amount > .zero else {
            throw Refusal(400, "901", "\(name): expected an amount such as 25.00")
        }
        return amount
    }
}

extension Transaction {
    fileprivate func note(_ method: PaymentMethod, ofPayment payment: Int64) throws {
        try run("UPDATE payment SET method = ? WHERE id = ?", [method.rawValue, payment])
    }

    /// The status of a payment of that player.
    ///
    /// - Throws: 404 if it is unknown or another's.
    fileprivate func pamStatus(ofPayment payment: Int64, of player: Player) throws -> JSONValue {
        guard
            let row = try row(
                "SELECT status FROM payment WHERE id = ? AND player = ?", [payment, player.id]),
            let status = PaymentStatus(rawValue: row[0])
        else { throw Refusal.notFound }
        return ["paymentId": "tx-\(payment)", "paymentStatus": .string(status.pamName)]
    }

    /// Cancels a payment of that player that is pending.
    ///
    /// - Throws: 404 if it is unknown, another's or of another kind; 409 if it has ended.
    fileprivate func cancel(_ kind: PaymentKind, _ payment: Int64, of player: Player) throws {
        let known = try row(
            "SELECT 1 FROM payment WHERE id = ? AND player = ? AND type = ?",
            [payment, player.id, kind.rawValue])
        guard known != nil else { throw Refusal.notFound }
        try settle(payment: payment, .cancelled)
    }

    /// Begins a withdrawal; that of a preparation once only.
    ///
    /// - Returns: The payment's number.
    fileprivate func withdraw(
        _ amount: Money, of player: Player, prepared session: String?
    ) throws -> Int64 {
        guard let session else { return try beginWithdrawal(of: player, amount) }
        let prepared = try cashierSession(session)
        guard prepared.player == player.id, prepared.kind == .withdraw else {
            throw Refusal.notFound
        }
        return try pay(at: session, amount: amount, outcome: .hold)
    }
}
