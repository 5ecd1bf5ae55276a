import OddsJSON

/// How money can be paid in and out at the second provider.
enum PaymentMethod: String, CaseIterable, Sendable {
    case card = "CARD"
    case bankTransfer = "BANK_TRANSFER"

    private var name: String {
        switch self {
        case .card: "Card"
        case .bankTransfer: "Bank transfer"
        }
    }

    private var type: String {
        switch self {
        case .card: "scheme"
        case .bankTransfer: "bank"
        }
    }

    private var brands: [String] {
        switch self {
        case .card: ["visa", "mc"]
        case .bankTransfer: []
        }
    }

    /// All of them, as lists of methods have them.
    static var list: JSONValue {
        .array(
            allCases.map { method in
                [
                    "code": .string(method.rawValue), "paymentMethod": .string(method.rawValue),
                    "methods": [
                        [
                            "name": .string(method.name), "type": .string(method.type),
                            "brands": .array(method.brands.map { .string($0) }),
                        ]
                    ],
                ]
            })
    }
}

extension PaymentStatus {
    /// The status as the second provider has it.
    var pamName: String {
        switch self {
        case .pending: "PENDING"
        case .completed: "SUCCESS"
        case .failed: "FAILED"
        case .cancelled: "CANCELLED"
        }
    }
}

extension RequestArguments {
    func paymentMethod() throws(Refusal) -> PaymentMethod {
        try choice("paymentMethod", of: PaymentMethod.self)
    }

    /// The number of a payment.
    func payment() throws(Refusal) -> Int64 {
        guard let payment = Platform.number(try text("paymentId"), prefix: "tx-") else {
            throw .notFound
        }
        return payment
    }
}
