import Foundation

extension EveryMatrix {
    struct BetResponse: Decodable, Sendable {
        struct Selection: Decodable, Sendable {
            let id: FlexibleID
            let outcomeId: FlexibleID
            let bettingOfferId: FlexibleID
            let eventId: FlexibleID
            let bettingTypeId: FlexibleID?
            let priceValue: Decimal
            let initialPriceValue: Decimal?
            let status: String?
            let isLive: Bool?
            let banker: Bool?
            let eventName: String?
            let eventDate: String?
            let marketName: String?
            let betName: String?
            let sportId: FlexibleID?
            let sportName: String?
            let tournamentName: String?
            let homeParticipantName: String?
            let awayParticipantName: String?
        }

        let id: FlexibleID
        let type: String?
        let systemBetType: String?
        let amount: Decimal
        let currency: String
        let totalPriceValue: Decimal?
        let maxWinning: Decimal?
        let status: String
        let placedDate: String
        let settledDate: String?
        let betRemainingStake: Decimal?
        let overallCashoutAmount: Decimal?
        let betNetReturns: Decimal?
        let freeBet: Bool?
        let betBuilder: Bool?
        let ticketCode: String?
        let selections: LossyList<Selection>
    }

    /// `[{…},…]`
    struct BetsResponse: Decodable, Sendable {
        /// A bet and its place in the list, either of which may be unreadable.
        struct Place: Decodable, Sendable {
            let bet: BetResponse?
            let placedDate: String?

            private enum Key: CodingKey { case placedDate }

            init(from decoder: any Decoder) throws {
                bet = try? BetResponse(from: decoder)
                placedDate = try decoder.container(keyedBy: Key.self)
                    .decodeIfPresent(String.self, forKey: .placedDate)
            }
        }

        let bets: LossyList<Place>

        init(from decoder: any Decoder) throws { bets = try LossyList(from: decoder) }
    }

    /// The query of a list of bets.
    struct BetsQuery: Sendable {
        let limit: Int
        let placedBefore: String?
        let betStatus: String?
    }

    struct WageringTransactionsResponse: Decodable, Sendable {
        struct Transaction: Decodable, Sendable {
            let transId: FlexibleID
            let transType: FlexibleID
            let realAmount: Decimal
            let bonusAmount: Decimal?
            let balance: Decimal?
            let ins: String
            let currencyCode: String
        }

        let pagination: Pagination?
        let transactions: LossyList<Transaction>
    }
}
