import Foundation

extension SportRadar {
    struct CashoutBetsResponse: Decodable, Sendable {
        let ids: LossyList<String>

        init(from decoder: any Decoder) throws { ids = try LossyList(from: decoder) }
    }

    struct CashoutStake: Encodable, Sendable {
        let stakeValue: Decimal
    }

    struct CashoutValueResponse: Decodable, Sendable {
        let cashoutValue: Decimal
        let partialCashoutAvailable: Bool?
    }

    struct CashoutRequest: Encodable, Sendable {
        let expectedValue: Decimal
        let stakeValue: Decimal?
    }

    struct CashoutResponse: Decodable, Sendable {
        let cashoutResult: Int
    }

    /// A text, which an answer of a cashout has if something is wrong.
    struct Message: Decodable, Sendable {
        let message: String
    }
}
