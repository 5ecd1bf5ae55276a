import Foundation

extension SportRadar {
    /// A selection of a slip, on a win at the current price.
    struct SlipLeg: Encodable, Sendable {
        let idFOSelection: String
        let idFOPriceType = "CP"
        let priceUp: String
        let priceDown: String
        let eachWayPlaceTerms = ""
        let eachWayReduction = ""
        let handicap = ""
        let isTrap = ""
        let lowerBand = ""
        let upperBand = ""
        let systemTag = ""
    }

    struct SlipBet: Encodable, Sendable {
        let betLegs: [SlipLeg]
        let idFOBetType: String
        let pool = false
        /// Of one line.
        let winStake: Decimal
    }

    struct SlipRequest: Encodable, Sendable {
        let bets: [SlipBet]
        let useAutoAcceptance: Bool
        let free: Bool
    }

    struct CustomBetRequest: Encodable, Sendable {
        let idFOSelections: [String]
        let stakeAmount: Decimal
    }

    struct CustomSlipRequest: Encodable, Sendable {
        let idFOSelections: [String]
        let stakeAmount: Decimal
        let free: Int
        let useAutoAcceptance: Bool
        let calculatedOdds: Decimal
    }

    struct SlipStatus: Decodable, Sendable {
        let state: Int
        let detailedState: Int?
        let statusText: String?
    }

    /// A bet of a slip, placed or offered.
    struct SlippedBet: Decodable, Sendable {
        struct Leg: Decodable, Sendable {
            let idFOSelection: String
            let priceUp: Amount
            let priceDown: Amount
        }

        let idFoBet: String?
        let totalStake: Decimal?
        let potentialReturn: Decimal?
        let betLegs: LossyList<Leg>?
    }

    struct SlipResponse: Decodable, Sendable {
        let idFOBetSlip: String?
        let totalStake: Decimal?
        let status: SlipStatus
        let bets: LossyList<SlippedBet>?
        let limit: Lenient<AccountStatus.Limit>?
    }

    struct ConfirmationRequest: Encodable, Sendable {
        struct Status: Encodable, Sendable {
            let state = 1
            let detailedState = 66
            let statusCode: String? = nil
            let statusText: String? = nil

            func encode(to encoder: any Encoder) throws {
                var container = encoder.container(keyedBy: CodingKeys.self)
                try container.encode(state, forKey: .state)
                try container.encode(detailedState, forKey: .detailedState)
                // Null, and not absent.
                try container.encode(statusCode, forKey: .statusCode)
                try container.encode(statusText, forKey: .statusText)
            }

            private enum CodingKeys: CodingKey {
                case state, detailedState, statusCode, statusText
            }
        }

        let betStatus = Status()
        let securityCode = ""
    }

    struct ConfirmationResponse: Decodable, Sendable {
        let state: Int
        let statusText: String?
        let bets: LossyList<SlippedBet>?
    }
}
