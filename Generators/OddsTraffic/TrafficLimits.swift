/// The limits of what can be generated.
enum TrafficLimits {
    /// Events are numbered in 32 bits with room to spare.
    static let eventsMax = 10_000_000
    /// Markets of one event, likewise.
    static let marketsMax = 1_000_000
    /// The CREATE records of one market, at about 1.2 KB an outcome, come in
    /// one frame, which must stay well below the 64 MiB of the feed contract.
    static let outcomesMax = 10_000
    /// A record every nanosecond.
    static let rateMax = 1_000_000_000
    /// Frames of some megabytes.
    static let recordsPerFrameMax = 10_000
    /// The smallest mean that is kept where markets come and go: that takes 20
    /// records, so that the others would need frames of none.
    static let recordsPerFrameMin = 4
    /// Where a dump ends: above a single record, and below the 64 MiB of the
    /// feed contract.
    static let stateFrameBytesRange = 64 << 10...48 << 20
    /// Offers that one frame of a scenario touches at most, so that frames stay
    /// well below 64 MiB: deleted and created again, an offer and what belongs
    /// to it take less than 2 KB.
    static let offersPerFrameMax = 16_000
    /// A match in milliseconds: from a second to a year.
    static let lifeCycleRange = 1_000...31_536_000_000
    /// Markets kept in mind for being opened again.
    static let closedMarketsMax = 256
}
