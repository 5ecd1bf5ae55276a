
/// The result of `bench selftest`.
package struct SelfTestResult: ResultContent {
    package static var kind: String { "selftest" }

    package var cost: HarnessCost
    package var virtualClock: SelfTestOutcome
    package var realClock: SelfTestOutcome
    /// `nil` in older results without it.
    package var live: LiveSelfTestOutcome?

    package init(
        cost: HarnessCost, virtualClock: SelfTestOutcome, realClock: SelfTestOutcome,
        live: LiveSelfTestOutcome? = nil
    ) {
        self.cost = cost
        self.virtualClock = virtualClock
        self.realClock = realClock
        self.live = live
    }
}

/// The harness's own cost per frame.
package struct HarnessCost: Codable, Equatable, Sendable {
    /// The mean time from one frame to the next if the strategy does nothing
    /// and all frames are due, in nanoseconds: taking the frame from the ring,
    /// two readings of the clock and all recording.
    package var nanosecondsPerFrame: Double
    /// The median of the part within the service time.
    package var serviceNanoseconds: UInt64?
    /// The mean time to read the clock.
    package var clockReadingNanoseconds: Double
    /// The smallest step of the clock.
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

/// One figure of the self-test: its known value, the reported one and the
/// range allowed.
package struct SelfTestRow: Codable, Equatable, Sendable {
    /// A name such as `responseTime.p99`.
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

    /// Whether the figure was reported, within the range allowed.
    package var isRight: Bool {
        guard let reportedNanoseconds else { return false }
        return reportedNanoseconds >= allowedNanosecondsMin
            && reportedNanoseconds <= allowedNanosecondsMax
    }

    /// Whether the figure is below the range allowed, which no busy machine explains. One
    /// that is missing is not.
    package var isTooLow: Bool {
        reportedNanoseconds.map { $0 < allowedNanosecondsMin } ?? false
    }
}

/// One run of the loop in the self-test.
package struct SelfTestOutcome: Codable, Equatable, Sendable {
    package var rows: [SelfTestRow]
    /// The harness's own delay of frames while the server was idle.
    package var lateness: LatencySummary
    /// The machine's jitter during the run; `nil` under the virtual clock.
    package var jitter: JitterFigures?
    /// Why the run is invalid; `nil` if it is valid.
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

    /// Whether all rows are right.
    package var isRight: Bool { rows.allSatisfy(\.isRight) }
}
