import Foundation

extension SportRadar {
    struct CalculationResponse: Decodable, Sendable {
        let potentialReturn: Decimal
        let totalOdd: Decimal?
    }

    struct BetTypesRequest: Encodable, Sendable {
        let betLegs: [SlipLeg]
        let idFOBetType = ""
        let winStake: Decimal = 0
        let isPool = false
    }

    struct BetTypesResponse: Decodable, Sendable {
        struct BetType: Decodable, Sendable {
            let idFOBetType: String
            let name: String?
            let unitCount: Int
        }

        let types: LossyList<BetType>

        init(from decoder: any Decoder) throws { types = try LossyList(from: decoder) }
    }

    struct CustomCalculationResponse: Decodable, Sendable {
        let potentialReturn: Decimal
        let calculatedOdds: Decimal
    }

    /// A setting of a player.
    struct Attribute: Codable, Sendable {
        let id: Int
        let name: String?
        let value: String
    }

    struct AttributesResponse: Decodable, Sendable {
        let attributes: LossyList<Attribute>

        init(from decoder: any Decoder) throws { attributes = try LossyList(from: decoder) }
    }

    struct FreeBalanceResponse: Decodable, Sendable {
        let balance: Decimal
    }
}
