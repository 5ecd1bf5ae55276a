import Foundation

extension EveryMatrix {
    struct MonetaryLimit: Decodable, Sendable {
        struct Schedule: Decodable, Sendable {
            let amount: Decimal?
            let effectiveDate: String?
        }

        let id: String
        let amount: Decimal
        let currency: String
        let period: String
        let type: String
        let schedules: LossyList<Schedule>?
    }

    struct MonetaryLimitRequest: Encodable, Sendable {
        let amount: Decimal
        let currency: String
        let period: String
        let type: String
        let products: [String]
        let walletTypes: [String]
    }

    /// `{"limits":[…]}`, `{"limit":{…}}`, or either within `data`.
    struct LimitsResponse: Decodable, Sendable {
        let limits: [MonetaryLimit]
        let droppedCount: Int

        private enum CodingKeys: String, CodingKey { case limits, limit, data }

        init(from decoder: any Decoder) throws {
            let outer = try decoder.container(keyedBy: CodingKeys.self)
            let container =
                outer.contains(.data)
                ? try outer.nestedContainer(keyedBy: CodingKeys.self, forKey: .data) : outer
            if container.contains(.limits) {
                let list = try container.decode(LossyList<MonetaryLimit>.self, forKey: .limits)
                limits = list.elements
                droppedCount = list.droppedCount
            } else {
                limits = [try container.decode(MonetaryLimit.self, forKey: .limit)]
                droppedCount = 0
            }
        }
    }

    struct SessionLimitRequest: Encodable, Sendable {
        struct CoolOff: Encodable, Sendable {
            let period: String
            let coolOffReason: String
            let coolOffDescription: String
            let unsatisfiedReason: String
            let unsatisfiedDescription: String
            let sendNotificationEmail: Bool
        }

        struct SelfExclusion: Encodable, Sendable {
            let period: String
            let selfExclusionReason: String
            let expiryDate: String
            let sendNotificationEmail: Bool
        }

        let coolOff: CoolOff?
        let selfExclusion: SelfExclusion?
    }
}
