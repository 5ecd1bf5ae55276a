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
        try refuseIfBlocked(player)
        if request.kind == .withdraw, player.verification != .approved {
            throw Refusal.documentsRequired
        }
        let id = Hexadecimal.secret()
        try run(
            """
            INSERT INTO cashierSession (id, player, type, successURL, cancelURL, failURL, created)
            VALUES (?, ?, ?, ?, ?, ?, ?)
            """,
            [
                id, player.id, request.kind.rawValue, request.successURL, request.cancelURL,
                request.failURL, now,
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
                SELECT player, type, payment, successURL, cancelURL, failURL
                FROM cashierSession WHERE id = ? AND (created >= ? OR payment IS NOT NULL)
                """, [id, now - Self.lifeMilliseconds]), let kind = PaymentKind(rawValue: row[1])
        else { throw Refusal.notFound }
        return CashierSession(
            id: id, player: row[0], kind: kind, payment: row[2], successURL: row[3],
            cancelURL: row[4], failURL: row[5])
    }

    /// Makes the payment of a session; a second time, answers the first one.
    ///
    /// - Returns: The payment's number.
    func pay(
        at id: String, amount: Money, outcome: CashierOutcome
    ) throws -> Int64 {
        let session = try cashierSession(id)
        if let payment = session.payment { return payment }
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
}

extension Refusal {
    static let documentsRequired = Refusal(
        403, "KYC_REQUIRED", "documents have to be approved before")
}
