/// The limits of the generator.
enum TrafficLimits {
    /// Events are numbered with 32 bits, with room to spare.
    static let eventsMax = 10_000_000
    /// Markets per event, likewise.
    static let marketsMax = 1_000_000
    /// All CREATE records of a market, of about 1.2 KB per outcome, are in one
    /// frame, which must stay well below the 64 MiB of the feed contract.
    static let outcomesMax = 10_000
    /// One record per nanosecond.
    static let rateMax = 1_000_000_000
    /// Who measures a ramp keeps two distributions of each step.
    static let rampStepsRange = 2...50
    /// Steps in which there is something to measure, of 10 ms and more.
    static let rampStepNanosecondsMin: UInt64 = 10_000_000
    /// Frames of some megabytes.
    static let recordsPerFrameMax = 10_000
    /// The smallest mean that can be kept while markets are replaced: that
    /// takes 20 records in one frame, and the other frames cannot have fewer
    /// than none.
    static let recordsPerFrameMin = 4
    /// The size at which a dump ends: larger than a single record, and smaller
    /// than the 64 MiB of the feed contract.
    static let stateFrameBytesRange = 64 << 10...48 << 20
    /// The most offers that one frame of a scenario changes, so that frames
    /// stay well below 64 MiB: to delete and recreate an offer with its outcome
    /// and relation takes less than 2 KB.
    static let offersPerFrameMax = 16_000
    /// The lifetime of a match in milliseconds: from a second to a year.
    static let lifeCycleRange = 1_000...31_536_000_000
    /// The most closed markets that are queued for reopening.
    static let closedMarketsMax = 256
}
