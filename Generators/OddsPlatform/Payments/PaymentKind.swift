/// The direction of a payment.
enum PaymentKind: String, CaseIterable, Sendable {
    case deposit = "Deposit"
    case withdraw = "Withdraw"

    /// The `type` of histories.
    var number: Int { self == .deposit ? 0 : 1 }
}

/// How far a payment is.
enum PaymentStatus: String, CaseIterable, Sendable {
    case pending = "Pending"
    case completed = "Completed"
    case failed = "Failed"
    case cancelled = "Cancelled"
}

/// What becomes of a payment that is confirmed at the cashier's page.
enum CashierOutcome: String, CaseIterable, Sendable {
    case complete, fail, cancel, hold

    var status: PaymentStatus {
        switch self {
        case .complete: .completed
        case .fail: .failed
        case .cancel: .cancelled
        case .hold: .pending
        }
    }
}
