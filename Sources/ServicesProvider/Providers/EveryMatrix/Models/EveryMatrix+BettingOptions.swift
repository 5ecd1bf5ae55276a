import Foundation

// The feed's procedures about tickets that are not placed yet.
extension EveryMatrix {
    /// The arguments of `/sports#bettingOptionsV2`.
    struct BettingOptionsRequest: Encodable {
        struct Selection: Encodable {
            let bettingOfferId: String
            let priceValue: Decimal
            let banker: Bool
        }

        let type: String
        let systemBetType: String?
        let eachWay: Bool
        let selections: [Selection]
        let stakeAmount: Decimal?
        let terminalType: String
        let lang: String
    }

    struct BettingOptionsResponse: Decodable, Sendable {
        struct Selection: Decodable, Sendable {
            let bettingOfferId: FlexibleID
        }

        struct BetBuilder: Decodable, Sendable {
            let selections: [Selection]
            let betBuilderOdds: Decimal
        }

        struct Combination: Decodable, Sendable {
            let selections: [Selection]
        }

        struct Winning: Decodable, Sendable {
            let maxWinning: Decimal?
            let taxEnabled: Bool?
        }

        let success: Bool?
        let minStake: Decimal?
        let maxStake: Decimal?
        let priceValueFactor: Decimal?
        let availableForManualBetRequest: Bool?
        let betBuilder: LossyList<BetBuilder>?
        let forbiddenCombinations: LossyList<Combination>?
        let maxWinningAndTaxes: Winning?
    }

    /// The arguments of `/sports#systemBetCalculationV2`.
    struct SystemBetsRequest: Encodable {
        struct Selection: Encodable {
            let bettingOfferId: String
            let banker: Bool
        }

        let selections: [Selection]
    }

    struct SystemBetsResponse: Decodable, Sendable {
        struct System: Decodable, Sendable {
            let id: String
            let name: String?
            let numberOfBets: Int
        }

        let systemBets: LossyList<System>
    }
}
