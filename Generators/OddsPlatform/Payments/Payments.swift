import OddsBetting
import OddsJSON

// Payments, and what they move.
extension Transaction {
    /// What a player without approved documents may deposit in all.
    private static let unverifiedDepositsMax = Money(minorUnits: 150_00)

    func beginDeposit(of player: Player, _ amount: Money) throws -> Int64 {
        if player.verification != .approved {
            let before = try deposits(of: player.id, since: 0)
            guard before + amount <= Self.unverifiedDepositsMax else {
                throw Refusal.documentsRequired
            }
        }
        try refuseBeyondDepositLimits(of: player.id, amount)
        return try insertPayment(.deposit, of: player.id, amount)
    }

    func beginWithdrawal(of player: Player, _ amount: Money) throws -> Int64 {
        guard player.verification == .approved else { throw Refusal.documentsRequired }
        guard try balances(of: player.id).real >= amount else {
            throw Refusal(409, "106", "Not enough funds")
        }
        let payment = try insertPayment(.withdraw, of: player.id, amount)
        try post(
            .withdrawal, of: player, reference: "tx-\(payment)", source: "Payments", .reserve,
            [
                Move(
                    source: Account(.real, of: player.id),
                    target: Account(.outside, in: player.currency), amount: amount)
            ])
        return payment
    }

    private func insertPayment(
        _ kind: PaymentKind, of player: Int64, _ amount: Money
    ) throws -> Int64 {
        try run(
            "INSERT INTO payment (player, type, amount, status, created) VALUES (?, ?, ?, ?, ?)",
            [player, kind.rawValue, amount.minorUnits, PaymentStatus.pending.rawValue, now])
        return insertedID
    }

    /// Deposits that are completed or pending, from a moment on.
    func deposits(of player: Int64, since start: Int64) throws -> Money {
        Money(
            minorUnits: try number(
                """
                SELECT IFNULL(SUM(amount), 0) FROM payment
                WHERE player = ? AND type = ? AND status IN (?, ?) AND created > ?
                """,
                [
                    player, PaymentKind.deposit.rawValue, PaymentStatus.completed.rawValue,
                    PaymentStatus.pending.rawValue, start,
                ]))
    }

    /// Ends a payment that is pending, and moves its money in the same step.
    ///
    /// - Throws: 404 for an unknown one, 409 for one that has ended.
    func settle(payment: Int64, _ status: PaymentStatus) throws {
        guard
            let row = try row(
                "SELECT player, type, amount, status FROM payment WHERE id = ?", [payment]),
            let player = try player(row[0])
        else { throw Refusal.notFound }
        guard row[3] == PaymentStatus.pending.rawValue, status != .pending else {
            throw Refusal(
                409, nil, "tx-\(payment) is \(row[3] as String) and cannot become \(status)")
        }
        try run(
            "UPDATE payment SET status = ?, completed = ? WHERE id = ?",
            [status.rawValue, now, payment])
        let isDeposit = row[1] == PaymentKind.deposit.rawValue
        guard isDeposit == (status == .completed) else { return }
        try post(
            isDeposit ? .deposit : .withdrawalReturn, of: player, reference: "tx-\(payment)",
            source: "Payments", isDeposit ? .credit : .release,
            [
                Move(
                    source: Account(.outside, in: player.currency),
                    target: Account(.real, of: player.id), amount: Money(minorUnits: row[2]))
            ])
    }

    /// The status of a payment of that player.
    func status(ofPayment payment: Int64, of player: Player) throws -> JSONValue {
        guard
            let row = try row(
                "SELECT status, amount FROM payment WHERE id = ? AND player = ?",
                [payment, player.id])
        else { throw Refusal.notFound }
        return [
            "Status": .string(row[0]), "TransactionId": "tx-\(payment)",
            "Amount": [
                "Value": Money(minorUnits: row[1]).json,
                "Currency": .string(player.currency.code),
            ],
        ]
    }
}
