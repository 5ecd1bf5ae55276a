import Foundation

extension EveryMatrix {
    struct CashoutRequest: Encodable, Sendable {
        let betId: String
        let cashoutValue: Decimal
        let cashoutType: String
        let partialCashoutStake: Decimal?
        let cashoutChangeAcceptanceType: String
        let operatorId: String
        let language: String
    }

    struct CashoutResponse: Decodable, Sendable {
        let success: Bool?
        let betId: FlexibleID
        let requestId: FlexibleID?
        let cashoutValue: Decimal
        let partialCashoutStake: Decimal?
        let cashoutPayout: Decimal?
        let pendingCashOut: Bool?
    }

    struct CashoutAmountResponse: Decodable, Sendable {
        let cashoutValue: Decimal
    }

    struct CashoutBetsResponse: Decodable, Sendable {
        let betIds: LossyList<FlexibleID>
    }

    /// A message of the stream of a bet's cashout values.
    struct CashoutMessage: Decodable, Sendable {
        struct Details: Decodable, Sendable {
            let code: Int
        }

        let messageType: String
        let betId: FlexibleID
        let cashoutValue: Decimal?
        let currentPossibleWinning: Decimal?
        let stake: Decimal?
        let partialCashOutEnabled: Bool?
        let details: Details?
    }
}
