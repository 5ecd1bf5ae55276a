
/// What `bench selftest` found.
package struct SelfTestResult: ResultContent {
    package static var kind: String { "selftest" }

    package var cost: HarnessCost
    package var virtualClock: SelfTestOutcome
    package var realClock: SelfTestOutcome

    package init(
        cost: HarnessCost, virtualClock: SelfTestOutcome, realClock: SelfTestOutcome
    ) {
        self.cost = cost
        self.virtualClock = virtualClock
        self.realClock = realClock
    }
}

/// What the harness itself takes of the time of each frame.
package struct HarnessCost: Codable, Equatable, Sendable {
    /// From one frame to the next, where the strategy does nothing and the
    /// frames are all due: taking it from the ring, two readings of the clock
    /// and all recording. The mean, in nanoseconds.
    package var nanosecondsPerFrame: Double
    /// The part of it that falls into the service time: the median.
    package var serviceNanoseconds: UInt64?
    /// The mean time of a reading of the clock.
    package var clockReadingNanoseconds: Double
    /// The clock's smallest step.
    package var clockStepNanoseconds: UInt64

    package init(
        nanosecondsPerFrame: Double, serviceNanoseconds: UInt64?,
        clockReadingNanoseconds: Double, clockStepNanoseconds: UInt64
    ) {
        self.nanosecondsPerFrame = nanosecondsPerFrame
        self.serviceNanoseconds = serviceNanoseconds
        self.clockReadingNanoseconds = clockReadingNanoseconds
        self.clockStepNanoseconds = clockStepNanoseconds
    }
}

/// One percentile of the self-test, as it must be and as it was reported.
package struct SelfTestRow: Codable, Equatable, Sendable {
    /// Such as `responseTime.p99`.
    package var figure: String
    package var analyticNanoseconds: UInt64
    /// `nil` if the harness reported none.
    package var reportedNanoseconds: UInt64?
    package var allowedNanosecondsMin: UInt64
    package var allowedNanosecondsMax: UInt64

    package init(
        figure: String, analyticNanoseconds: UInt64, reportedNanoseconds: UInt64?,
        allowedNanosecondsMin: UInt64, allowedNanosecondsMax: UInt64
    ) {
        self.figure = figure
        self.analyticNanoseconds = analyticNanoseconds
        self.reportedNanoseconds = reportedNanoseconds
        self.allowedNanosecondsMin = allowedNanosecondsMin
        self.allowedNanosecondsMax = allowedNanosecondsMax
    }

    /// Whether it is reported and within what is allowed.
    package var isRight: Bool {
        guard let reportedNanoseconds else { return false }
        return reportedNanoseconds >= allowedNanosecondsMin
            && reportedNanoseconds <= allowedNanosecondsMax
    }

    /// Whether it is reported as less than it can be.
    package var isTooLow: Bool {
        reportedNanoseconds.map { $0 < allowedNanosecondsMin } ?? true
    }
}

/// One run of the loop in the self-test.
package struct SelfTestOutcome: Codable, Equatable, Sendable {
    package var rows: [SelfTestRow]
    /// The harness's own delay of frames while the server was idle.
    package var lateness: LatencySummary
    /// What the machine did meanwhile; `nil` under the virtual clock.
    package var jitter: JitterFigures?
    /// Why the run is not valid; `nil` if it is.
    package var invalidReason: String?

    package init(
        rows: [SelfTestRow], lateness: LatencySummary, jitter: JitterFigures? = nil,
        invalidReason: String? = nil
    ) {
        self.rows = rows
        self.lateness = lateness
        self.jitter = jitter
        self.invalidReason = invalidReason
    }

    /// Whether all rows are.
    package var isRight: Bool { rows.allSatisfy(\.isRight) }
}
