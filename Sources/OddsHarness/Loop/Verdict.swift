import OddsMeasurement

/// Whether a run's figures mean something, and whether the rate was kept.
struct Verdict: Equatable {
    let status: RunResult.Status
    let reason: String?

    init(status: RunResult.Status, reason: String?) {
        self.status = status
        self.reason = reason
    }

    init(_ record: LoopRecord) {
        let bound = HarnessLimits.latenessNanosecondsMax
        let late = Self.judgedLateness(record.lateness)
        if late.nanoseconds > bound {
            status = .invalid
            reason = """
                frames were started up to \(late.nanoseconds / 1000) µs late (\(late.label)) \
                although the strategy was idle; the bound is \(bound / 1000) µs
                """
        } else if record.producerLatenessNanosecondsMax > bound {
            status = .invalid
            reason = """
                a frame was \(record.producerLatenessNanosecondsMax / 1000) µs late because the \
                traffic's producer had not written it; the bound is \(bound / 1000) µs
                """
        } else {
            let limit = Double(record.offered.frames) * HarnessLimits.unservedShareMax
            status = Double(record.unserved.frames) > limit ? .saturated : .ok
            reason = nil
        }
    }

    /// The 99th percentile, or the largest below for which the sample is large
    /// enough, or the worst.
    private static func judgedLateness(
        _ lateness: LatencyHistogram
    ) -> (label: String, nanoseconds: UInt64) {
        for percentile in [Percentile.p99, .p90, .p50] {
            if let value = lateness.value(at: percentile) { return (percentile.label, value) }
        }
        return ("max", lateness.max ?? 0)
    }
}
