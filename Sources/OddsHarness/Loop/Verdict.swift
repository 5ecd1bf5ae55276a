import OddsMeasurement
import OddsResults

/// Whether a run is valid, and whether the strategy sustained the rate.
struct Verdict: Equatable {
    let status: RunResult.Status
    let reason: String?

    init(status: RunResult.Status, reason: String?) {
        self.status = status
        self.reason = reason
    }

    /// Judges a run.
    ///
    /// - Parameters:
    ///   - record: The measurements of the run.
    ///   - jitter: The machine's jitter during the run, for the reason.
    ///   - usage: The measured thread's use of its core, for the reason.
    init(_ record: LoopRecord, jitter: JitterFigures? = nil, usage: UsageFigures? = nil) {
        let bound = HarnessLimits.latenessNanosecondsMax
        let late = Self.judgedLateness(record.lateness)
        if late.nanoseconds > bound {
            status = .invalid
            reason = """
                frames were started up to \(late.nanoseconds / 1000) µs late (\(late.label)) \
                while the strategy was idle; the bound is \(bound / 1000) µs\
                \(Self.circumstances(jitter, usage))
                """
        } else if Self.isTooMuch(record.stalledNanoseconds, of: record) {
            status = .invalid
            reason = """
                the harness lost \(Self.percentage(record.stalledNanoseconds, of: record)) of the \
                window in delays of more than \(bound / 1000) µs while the strategy was idle; \
                the bound is \(Self.stalledPercentageMax)\(Self.circumstances(jitter, usage))
                """
        } else if record.producerLatenessNanosecondsMax > bound {
            status = .invalid
            reason = """
                a frame was \(record.producerLatenessNanosecondsMax / 1000) µs late because the \
                traffic's producer had not written it; the bound is \(bound / 1000) µs
                """
        } else if Self.isTooMuch(record.producerWaitNanoseconds, of: record) {
            status = .invalid
            reason = """
                the traffic's producer did not sustain the rate: waiting for frames that were due \
                took \(Self.percentage(record.producerWaitNanoseconds, of: record)) of the \
                window; the bound is \(Self.stalledPercentageMax). Lower the rate, or shorten the \
                run so that all its frames fit into memory
                """
        } else {
            let limit = Double(record.offered.frames) * HarnessLimits.unservedShareMax
            status = Double(record.unserved.frames) > limit ? .saturated : .ok
            reason = nil
        }
    }

    private static func isTooMuch(_ nanoseconds: UInt64, of record: LoopRecord) -> Bool {
        share(nanoseconds, of: record) > HarnessLimits.stalledShareMax
    }

    private static func share(_ nanoseconds: UInt64, of record: LoopRecord) -> Double {
        Double(nanoseconds) / Double(record.openNanoseconds)
    }

    private static func percentage(_ nanoseconds: UInt64, of record: LoopRecord) -> String {
        "\(FigureFormat.number(share(nanoseconds, of: record) * 100))%"
    }

    private static let stalledPercentageMax =
        "\(FigureFormat.number(HarnessLimits.stalledShareMax * 100))%"

    /// The disturbances by the machine, as far as they are known.
    private static func circumstances(_ jitter: JitterFigures?, _ usage: UsageFigures?) -> String {
        var facts: [String] = []
        if let usage {
            facts.append(
                """
                the measured thread had \(usage.involuntarySwitches) involuntary context \
                switches
                """)
            if let share = usage.stolenShare, share > 0 {
                facts.append(
                    "the hypervisor stole \(FigureFormat.number(share * 100))% of the time")
            }
        }
        if let longest = jitter?.wakeDelay.max {
            let delay = FigureFormat.duration(nanoseconds: Double(longest))
            facts.append("an idle thread woke up as much as \(delay) late")
        }
        return facts.isEmpty ? "" : "; " + facts.joined(separator: ", ")
    }

    /// The 99th percentile, or the highest lower one for which the sample is
    /// large enough, or the maximum.
    private static func judgedLateness(
        _ lateness: LatencyHistogram
    ) -> (label: String, nanoseconds: UInt64) {
        for percentile in [Percentile.p99, .p90, .p50] {
            if let value = lateness.value(at: percentile) { return (percentile.label, value) }
        }
        return ("max", lateness.max ?? 0)
    }
}
