import Foundation

/// What a cashier's page is asked for with.
public struct CashierParameters: Hashable, Sendable {
    /// The direction of the payment.
    public enum Kind: Hashable, Sendable {
        /// Into the wallet.
        case deposit
        /// Out of it.
        case withdraw
    }

    /// The direction of the payment.
    public var kind: Kind
    /// Where the page leads to after success.
    public var successURL: String
    /// Where it leads to after it was cancelled.
    public var cancelURL: String
    /// Where it leads to after failure.
    public var failURL: String
    /// The channel, such as `mobile`.
    public var channel = "mobile"
    /// Whether the page is a short one.
    public var isShortCashier = false
    /// A bonus to use.
    public var bonusCode: String?
    /// Whether the page asks for a bonus.
    public var showsBonusSelection = true
    /// Marks repetitions of one request, at most 64 visible ASCII characters; a new one
    /// for each call if it is `nil`.
    public var idempotencyKey: String?

    /// Parameters of a page.
    public init(kind: Kind, successURL: String, cancelURL: String, failURL: String) {
        self.kind = kind
        self.successURL = successURL
        self.cancelURL = cancelURL
        self.failURL = failURL
    }
}

/// A page on which a player pays.
public struct CashierWebView: Hashable, Sendable {
    /// The page's address: whoever has it can pay, so it belongs into no log.
    public let url: String
    /// The server's number of the request.
    public let requestID: String?
}

/// How far a payment is.
public enum PaymentStatus: String, CaseIterable, Hashable, Sendable {
    /// It goes on.
    case pending
    /// Its money has moved.
    case completed
    /// It failed.
    case failed
    /// The player cancelled it.
    case cancelled

    /// Whether it stays like this.
    public var isFinal: Bool { self != .pending }
}

/// The status of a payment.
public struct PaymentStatusResponse: Hashable, Sendable {
    /// How far it is.
    public let status: PaymentStatus
    /// The payment.
    public let transactionId: String
    /// The amount, exactly.
    public let amount: Decimal
    /// The currency, by ISO 4217.
    public let currency: String

    /// A status.
    public init(status: PaymentStatus, transactionId: String, amount: Decimal, currency: String) {
        self.status = status
        self.transactionId = transactionId
        self.amount = amount
        self.currency = currency
    }
}

/// One payment of a history.
public struct BankingTransaction: Hashable, Sendable {
    /// The payment.
    public let id: String
    /// The direction.
    public let kind: CashierParameters.Kind
    /// How far it is.
    public let status: PaymentStatus
    /// The amount, exactly.
    public let amount: Decimal
    /// The currency, by ISO 4217.
    public let currency: String
    /// When it began.
    public let created: Date
    /// When it ended.
    public let completed: Date?
}

/// A page of a history.
public struct TransactionsPage<Transaction: Hashable & Sendable>: Hashable, Sendable {
    /// The transactions, the newest first.
    public let transactions: [Transaction]
    /// What asks for the next page; `nil` on the last one.
    public let next: String?
    /// What asks for the page before; `nil` on the first one.
    public let previous: String?
    /// Elements of the answer that could not be read, and are left out.
    public let droppedCount: Int
}

/// Which transactions of a history are wanted.
public struct TransactionsQuery: Hashable, Sendable {
    /// The first moment.
    public var startDate: Date?
    /// The moment before which transactions are wanted: the first page's answer keeps it
    /// for the pages that follow.
    public var endDate: Date?
    /// The page: a cursor of an answer; the first one if it is `nil`.
    public var page: String?
    /// The directions; all if it is empty.
    public var kinds: [CashierParameters.Kind] = []
    /// The states; all if it is empty.
    public var states: [PaymentStatus] = []

    /// All transactions, from the newest on.
    public init() {}
}
