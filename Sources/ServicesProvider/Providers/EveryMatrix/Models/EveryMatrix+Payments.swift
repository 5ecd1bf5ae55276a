import Foundation

extension EveryMatrix {
    struct BalanceResponse: Decodable, Sendable {
        struct Item: Decodable, Sendable {
            let type: String
            let amount: Decimal
            let currency: String
        }

        let totalWithdrawableAmount: [String: Decimal]
        let totalRealAmount: [String: Decimal]
        let totalBonusAmount: [String: Decimal]
        let items: LossyList<Item>?
        let sequence: Int?
    }

    struct PaymentSessionRequest: Encodable, Sendable {
        let Channel: String
        let `Type`: String
        let SuccessUrl: String
        let CancelUrl: String
        let FailUrl: String
        let Language: String
        let productType: String
        let currency: String
        let isShortCashier: Bool
        let bonusCode: String?
        let showBonusSelectionInput: Bool
    }

    struct PaymentSessionResponse: Decodable, Sendable {
        struct Cashier: Decodable, Sendable {
            let Url: String
        }

        let CashierInfo: Cashier?
        let ResponseCode: String?
        let RequestId: String?
    }

    struct AmountDetails: Decodable, Sendable {
        let value: Decimal
        let currency: String

        enum CodingKeys: String, CodingKey {
            case value = "Value"
            case currency = "Currency"
        }
    }

    struct PaymentStatusResponse: Decodable, Sendable {
        let status: String
        let transactionId: String
        let amount: AmountDetails

        enum CodingKeys: String, CodingKey {
            case status = "Status"
            case transactionId = "TransactionId"
            case amount = "Amount"
        }
    }

    struct Pagination: Decodable, Sendable {
        let next: String?
        let previous: String?
    }

    struct BankingTransactionsResponse: Decodable, Sendable {
        struct Transaction: Decodable, Sendable {
            let transId: FlexibleID
            let created: String
            let completed: String?
            let status: String
            let type: Int
            let currency: String
            let realAmount: Decimal
        }

        let pagination: Pagination?
        let transactions: LossyList<Transaction>
    }

    /// An event of the stream of a player.
    struct PlayerUpdate: Decodable, Sendable {
        struct BalanceChange: Decodable, Sendable {
            let afterAmount: Decimal
        }

        struct Body: Decodable, Sendable {
            let userId: FlexibleID?
            // Of balances.
            let streamingDate: String?
            let currency: String?
            let postingId: String?
            let sequence: Int?
            let balanceChange: [String: BalanceChange]?
            // Of sessions.
            let sessionId: String?
            let exitReasonCode: Int?
        }

        let type: String
        let body: Body
    }
}
