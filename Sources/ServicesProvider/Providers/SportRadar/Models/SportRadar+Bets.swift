import Foundation

extension SportRadar {
    /// A history: the legs of all bets.
    struct BetsResponse: Decodable, Sendable {
        /// A leg, and the bet that it is of; one that cannot be read drops its bet.
        struct Element: Decodable, Sendable {
            let idFOBet: String?
            let leg: Leg?

            init(from decoder: any Decoder) throws {
                let container = try? decoder.container(keyedBy: CodingKeys.self)
                idFOBet = try? container?.decode(String.self, forKey: .idFOBet)
                leg = try? Leg(from: decoder)
            }

            private enum CodingKeys: CodingKey {
                case idFOBet
            }
        }

        struct Leg: Decodable, Sendable {
            let legOrder: Int
            let idFOBetType: String?
            let betTypeName: String?
            let betState: String
            let betResult: String?
            let betLegStatus: String?
            let idFOSelection: String?
            let idFOEvent: String?
            let eventName: String?
            let participantHome: String?
            let participantAway: String?
            let idFOSportType: String?
            let marketName: String?
            let selectionName: String?
            let ownPriceUp: Amount
            let ownPriceDown: Amount
            let totalMultiBetOdds: Decimal?
            let totalStake: Decimal
            let potentialReturn: Decimal?
            let totalReturn: Decimal?
            let free: Bool?
            let tsAttempted: String
        }

        let elements: [Element]

        init(from decoder: any Decoder) throws {
            elements = try decoder.singleValueContainer().decode([Element].self)
        }
    }
}
