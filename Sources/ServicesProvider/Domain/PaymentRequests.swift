public import Foundation

/// A way to pay in or out.
public struct PaymentMethod: Hashable, Sendable {
    /// One of its forms.
    public struct Option: Hashable, Sendable {
        /// The name to show to users.
        public let name: String
        /// What it is, such as `scheme` for cards.
        public let type: String?
        /// The brands that it takes.
        public let brands: [String]
    }

    /// What a payment names it by.
    public let code: String
    /// Its forms.
    public let options: [Option]
}

/// A payment that a player asks for.
public struct PaymentRequest: Hashable, Sendable {
    /// The `code` of a `PaymentMethod`.
    public var methodCode: String
    /// The amount, in the player's currency, exactly; at most two places.
    public var amount: Decimal
    /// A form of the method, by its type.
    public var option: String?
    /// What `prepareWithdrawal` returned; `nil` for a deposit.
    public var conversionID: String?
    /// Marks repetitions of one request, at most 64 visible ASCII characters; a new one
    /// for each call if it is `nil`.
    public var idempotencyKey: String?

    /// A payment.
    public init(
        methodCode: String, amount: Decimal, option: String? = nil,
        conversionID: String? = nil, idempotencyKey: String? = nil
    ) {
        self.methodCode = methodCode
        self.amount = amount
        self.option = option
        self.conversionID = conversionID
        self.idempotencyKey = idempotencyKey
    }
}

/// A deposit that has begun. Whoever has its address or its keys can pay: they belong into
/// no log.
public struct Deposit: Hashable, Sendable {
    /// The payment.
    public let transactionID: String
    /// The page on which the player goes on; `nil` where there is none.
    public let pageURL: String?
    /// What a payment form of the app's own begins with; `nil` where there is none.
    public let clientKey: String?
    /// The form's session.
    public let sessionID: String?
    /// What the form needs beside it.
    public let sessionData: String?
}

extension Deposit: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The payment, without secrets.
    public var description: String { "Deposit(transactionID: \(transactionID))" }
    /// The same.
    public var debugDescription: String { description }
    /// The payment, without secrets.
    public var customMirror: Mirror { Mirror(self, children: ["transactionID": transactionID]) }
}

/// A withdrawal that has not been paid out.
public struct PendingWithdrawal: Hashable, Sendable {
    /// The payment.
    public let transactionID: String
    /// The amount, exactly.
    public let amount: Decimal
    /// The currency, by ISO 4217.
    public let currency: String
    /// The `code` of its `PaymentMethod`.
    public let methodCode: String?
    /// When it began.
    public let created: Date?
}
