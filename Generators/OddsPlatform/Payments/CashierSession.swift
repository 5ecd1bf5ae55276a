import GRDB
import OddsBetting

/// What a payment session was asked for with.
struct PaymentRequest: Sendable {
    let kind: PaymentKind
    let successURL: String
    let cancelURL: String
    let failURL: String

    /// Reads the body of `GetPaymentSession`.
    init(_ body: JSONReader, currency: Currency) throws(Refusal) {
        kind = try body.choice("Type", of: PaymentKind.self)
        successURL = try body.text("SuccessUrl")
        cancelURL = try body.text("CancelUrl")
        failURL = try body.text("FailUrl")
        let asked = try body.text("currency", default: currency.code)
        guard asked == currency.code else {
            throw Refusal(
                400, "902", "currency: the wallet's is \(currency.code), not \(asked)")
        }
    }
}

/// A session at the cashier: makes one payment.
package struct CashierSession: Sendable {
    let id: String
    let player: Int64
    let kind: PaymentKind
    let payment: Int64?
    /// Whether it ends a payment that was begun with it, rather than to begin one.
    let endsPayment: Bool
    /// The amount of the payment that it ends; `nil` if the player enters it.
    package let amount: String?
    /// Where its page leads to afterwards, unchecked.
    package let successURL: String
    package let cancelURL: String
    package let failURL: String

    /// `Deposit` or `Withdraw`.
    package var type: String { kind.rawValue }
}

// Sessions at the cashier.
extension Transaction {
    private static let lifeMilliseconds: Int64 = 15 * 60_000

    /// Begins a session at the cashier.
    ///
    /// - Returns: Its id, which cannot be guessed.
    func beginCashierSession(of player: Player, _ request: PaymentRequest) throws -> String {
        try beginCashierSession(
            of: player, request.kind,
            urls: (request.successURL, request.cancelURL, request.failURL))
    }

    /// Begins a session at the cashier.
    ///
    /// - Parameters:
    ///   - payment: One that has begun, which the session ends; `nil` if the session makes it.
    ///   - urls: Where its page leads to afterwards; nowhere unless it is given.
    /// - Returns: Its id, which cannot be guessed.
    func beginCashierSession(
        of player: Player, _ kind: PaymentKind, toEnd payment: Int64? = nil,
        urls: (success: String, cancel: String, fail: String) = ("", "", "")
    ) throws -> String {
        try refuseIfBlocked(player)
        if kind == .withdraw, player.verification != .approved {
            throw Refusal.documentsRequired
        }
        let id = Hexadecimal.secret()
        try run(
            """
            INSERT INTO cashierSession (id, player, type, successURL, cancelURL, failURL, created,
                payment, endsPayment)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                id, player.id, kind.rawValue, urls.success, urls.cancel, urls.fail, now, payment,
                payment != nil,
            ])
        return id
    }

    /// A session at the cashier.
    ///
    /// - Throws: 404 if it is unknown or over.
    func cashierSession(_ id: String) throws -> CashierSession {
        guard
            let row = try row(
                """
                SELECT player, type, payment, successURL, cancelURL, failURL, endsPayment, (
                    SELECT amount FROM payment WHERE endsPayment AND id = cashierSession.payment)
                FROM cashierSession WHERE id = ? AND (created >= ? OR payment IS NOT NULL)
                """, [id, now - Self.lifeMilliseconds]), let kind = PaymentKind(rawValue: row[1])
        else { throw Refusal.notFound }
        let amount = (row[7] as Int64?).map { Money(minorUnits: $0).text }
        return CashierSession(
            id: id, player: row[0], kind: kind, payment: row[2], endsPayment: row[6],
            amount: amount, successURL: row[3], cancelURL: row[4], failURL: row[5])
    }

    /// Makes the payment of a session; a second time, answers the first one.
    ///
    /// - Returns: The payment's number.
    func pay(
        at id: String, amount: Money, outcome: CashierOutcome
    ) throws -> Int64 {
        let session = try cashierSession(id)
        if let payment = session.payment {
            if session.endsPayment, outcome != .hold {
                try end(payment: payment, amount: amount, outcome)
            }
            return payment
        }
        guard let player = try player(session.player) else { throw Refusal.notFound }
        let payment =
            switch session.kind {
            case .deposit: try beginDeposit(of: player, amount)
            case .withdraw: try beginWithdrawal(of: player, amount)
            }
        try run("UPDATE cashierSession SET payment = ? WHERE id = ?", [payment, id])
        if outcome != .hold { try settle(payment: payment, outcome.status) }
        return payment
    }

    /// Ends a payment that was begun with its session, unless it has ended.
    private func end(payment: Int64, amount: Money, _ outcome: CashierOutcome) throws {
        let row = try row("SELECT amount, status FROM payment WHERE id = ?", [payment])
        guard let row, row[1] == PaymentStatus.pending.rawValue else { return }
        guard row[0] == amount.minorUnits else {
            throw Refusal(
                400, "901", "amount: that of the payment is \(Money(minorUnits: row[0]).text)")
        }
        try settle(payment: payment, outcome.status)
    }
}

extension Refusal {
    static let documentsRequired = Refusal(
        403, "KYC_REQUIRED", "documents have to be approved before")
}
