import Foundation

/// A limit that a player has set.
public struct UserLimit: Hashable, Sendable {
    /// A change that comes into force later.
    public struct Schedule: Hashable, Sendable {
        /// The amount from then on; `nil` where the limit ends.
        public let amount: Decimal?
        /// When.
        public let effectiveDate: Date?
    }

    /// What a change or deletion names it by.
    public let id: String
    /// What is limited, and in which window.
    public let kind: LimitKind
    /// The amount, exactly.
    public let amount: Decimal
    /// The currency, by ISO 4217.
    public let currency: String
    /// What has been asked for and does not hold yet.
    public let schedules: [Schedule]
}

/// How long a player pauses.
public enum TimeOutPeriod: Hashable, Sendable {
    /// 24 hours.
    case day
    /// 7 days.
    case week
    /// 30 days.
    case month
}
