import Foundation

extension SportRadar {
    struct BalanceResponse: Decodable, Sendable {
        let currency: String
        let totalBalanceNumber: Decimal?
        let totalWithdrawableBalanceNumber: Decimal
        let sportsbookPlayableBonusBalanceNumber: Decimal?
    }

    struct PaymentMethodsResponse: Decodable, Sendable {
        struct Method: Decodable, Sendable {
            struct Option: Decodable, Sendable {
                let name: String
                let type: String?
                let brands: [String]?
            }

            let paymentMethod: String
            let methods: LossyList<Option>?
        }

        let depositMethods: LossyList<Method>?
        let withdrawalMethods: LossyList<Method>?
    }

    struct DepositResponse: Decodable, Sendable {
        let paymentId: String
        let continueUrl: String?
        let clientKey: String?
        let sessionId: String?
        let sessionData: String?
    }

    struct PaymentStatusResponse: Decodable, Sendable {
        let paymentId: String
        let paymentStatus: String
    }

    struct WithdrawalPreparationResponse: Decodable, Sendable {
        let conversionId: String
    }

    struct PendingWithdrawalsResponse: Decodable, Sendable {
        struct Withdrawal: Decodable, Sendable {
            let paymentId: String
            let amount: Amount
            let currency: String?
            let paymentMethod: String?
            let createdFormatted: String?
        }

        let pendingWithdrawals: LossyList<Withdrawal>
    }

    struct TransactionsResponse: Decodable, Sendable {
        struct Transaction: Decodable, Sendable {
            let transactionId: String
            let dateTime: String
            let tranType: String
            let reference: String?
            let amount: Amount
            let postBalance: Amount?
        }

        let currency: String
        let transactions: LossyList<Transaction>
    }

    /// An amount, as text or as a number.
    struct Amount: Decodable, Sendable {
        let value: Decimal

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            guard let text = try? container.decode(String.self) else {
                value = try container.decode(Decimal.self)
                return
            }
            guard text.wholeMatch(of: #/-?[0-9]+(?:\.[0-9]+)?/#) != nil,
                let value = Decimal(string: text)
            else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "no amount")
            }
            self.value = value
        }
    }
}
