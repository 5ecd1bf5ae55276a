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
        // Where the sample is too small for the percentile, the worst counts.
        let late = record.lateness.value(at: .p99) ?? record.lateness.max ?? 0
        if late > bound {
            status = .invalid
            reason = """
                frames were started up to \(late / 1000) µs late (p99) although the strategy \
                was idle; the bound is \(bound / 1000) µs
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
}
