import Foundation

extension EveryMatrix {
    struct PlaceBetRequest: Encodable, Sendable {
        struct Selection: Encodable, Sendable {
            let bettingOfferId: String
            let priceValue: Decimal
            let eventId: String
            let marketId: String
            let bettingTypeId: String
            let outcomeId: String
            let banker: Bool
            let betBuilderPriceValue: Decimal?
        }

        let ucsOperatorId: Int?
        let userId: String
        let username: String
        let currency: String
        let type: String
        let systemBetType: String?
        /// Text of a decimal.
        let amount: String
        let oddsValidationType: String
        let terminalType: String
        let ubsWalletId: String?
        let freeBet: Bool?
        let selections: [Selection]
    }

    struct PlaceBetResponse: Decodable, Sendable {
        struct Selection: Decodable, Sendable {
            let bettingOfferId: FlexibleID
            let priceValue: Decimal
        }

        let success: Bool?
        let betId: FlexibleID?
        let potentialReturn: Decimal?
        let status: String?
        let message: String?
        let ticketCode: String?
        let selections: LossyList<Selection>?
    }

    // What a refusal of a placing has beside its code.

    struct OddsChangesBody: Decodable {
        struct Change: Decodable, Sendable {
            let bettingOfferId: FlexibleID
            let requested: Decimal
            let current: Decimal
        }

        let changes: LossyList<Change>
    }

    struct StakeRangeBody: Decodable {
        let min: Decimal?
        let max: Decimal?
    }

    // Booking codes.

    struct BookedSelection: Codable, Sendable {
        let bettingOfferId: String
    }

    struct BookingRequest: Encodable, Sendable {
        let selections: [BookedSelection]
        let originalSelectionsLength: Int
    }

    struct BookingCodeResponse: Decodable, Sendable {
        let code: String
    }

    struct BookingResponse: Decodable, Sendable {
        struct Selection: Decodable, Sendable {
            let bettingOfferId: FlexibleID
        }

        let selections: LossyList<Selection>
    }
}
