import Foundation

extension SportRadar {
    struct DepositLimitsResponse: Decodable, Sendable {
        let currency: String
        let dailyLimit: Amount?
        let weeklyLimit: Amount?
        let monthlyLimit: Amount?
        let hasPendingWeeklyLimit: String?
        let pendingWeeklyLimit: Amount?
        let pendingWeeklyLimitEffectiveDate: String?
    }

    struct WagerLimitsResponse: Decodable, Sendable {
        let currency: String
        let wagerLimit: Amount?
        let lossLimit: Amount?
        let pendingWagerLimit: PendingLimit?
    }

    struct GamingLimitResponse: Decodable, Sendable {
        let currency: String
        let limitType: String
        let periodType: String
        let limit: Amount?
        let pendingLimit: PendingLimit?
    }

    struct PendingLimit: Decodable, Sendable {
        let effectiveDate: String?
        /// Absent where the limit ends.
        let limit: Amount?
    }
}
