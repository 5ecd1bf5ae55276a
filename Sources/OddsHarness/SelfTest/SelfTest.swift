import OddsMeasurement
import OddsResults

/// Checks the measured loop against known latencies.
package enum SelfTest {
    /// From when the loop under test counts the response time. Only the first
    /// is right: the second is what harnesses with coordinated omission do,
    /// and is there so that the test can be seen to find it.
    package enum LatencyOrigin: String, CaseIterable, Sendable {
        case intended
        case actualStart = "actual-start"
    }

    /// Under a virtual clock: figures are the analytic ones to three digits.
    package static func virtual(origin: LatencyOrigin = .intended) -> SelfTestOutcome {
        let schedule = SelfTestSchedule()
        let record = run(schedule, on: VirtualClock(), origin)
        return SelfTestOutcome(
            rows: rows(schedule, record) { analytic, _ in
                // Half of the last of three digits, as the histogram has it.
                (analytic - analytic / 1000, analytic + analytic / 1000)
            },
            lateness: LatencySummary(record.lateness))
    }

    /// On the real clock, for four seconds: figures are never below the
    /// analytic ones, and at most 5% and the measured jitter above.
    ///
    /// The jitter at a percentile is the larger one of what an idle thread on
    /// the other cores and the idle loop on the measured core show there.
    /// Blocks the calling thread.
    package static func real(origin: LatencyOrigin = .intended) -> SelfTestOutcome {
        let schedule = SelfTestSchedule()
        let cores = CoreSession()
        let monitor = JitterMonitor(cores: cores.others)
        cores.pinMeasuredThread()
        monitor.beginRecording()
        let processorTime = ProcessorTime.current()
        let usageBefore = ThreadUsage.current()
        let clock = MonotonicClock()
        let start = clock.now
        let record = run(schedule, on: clock, origin)
        let elapsed = clock.now - start
        let usage = UsageFigures(
            ThreadUsage.current().since(usageBefore),
            stolenShare: processorTime.flatMap { ProcessorTime.current()?.stolenShare(since: $0) })
        let sample = monitor.finish()
        cores.unpin()
        let jitter = JitterFigures(sample)
        let verdict = Verdict(record, jitter: jitter, usage: usage)
        return SelfTestOutcome(
            rows: rows(schedule, record) { analytic, percentile in
                let delays = [sample.wakeDelay, record.lateness].compactMap { histogram in
                    percentile.flatMap { histogram.value(at: $0) } ?? histogram.max
                }
                return (analytic, analytic + analytic / 20 + (delays.max() ?? 0))
            },
            lateness: LatencySummary(record.lateness), jitter: jitter,
            invalidReason: verdict.status == .invalid
                ? verdict.reason : disturbance(usage, elapsedNanoseconds: elapsed))
    }

    /// What took the core from a thread that never sleeps, beyond the bound
    /// for lateness. Neither the idle loop nor the thread beside it sees that
    /// where it happens within a service.
    static func disturbance(_ usage: UsageFigures, elapsedNanoseconds: UInt64) -> String? {
        let worked = usage.userNanoseconds + usage.systemNanoseconds
        let lost = elapsedNanoseconds - min(worked, elapsedNanoseconds)
        let stolen = usage.stolenShare ?? 0
        guard lost > HarnessLimits.latenessNanosecondsMax || stolen > 0 else { return nil }
        return """
            the system took the core from the measured thread for \
            \(FigureFormat.duration(nanoseconds: Double(lost))) \
            (\(usage.involuntarySwitches) times), and the hypervisor \
            \(FigureFormat.number(stolen * 100))% of the machine's time
            """
    }

    private static func run(
        _ schedule: SelfTestSchedule, on clock: some NanosecondClock, _ origin: LatencyOrigin
    ) -> LoopRecord {
        var source = SelfTestSource(schedule)
        var server = SelfTestServer(clock: clock, schedule: schedule)
        var observer = NoObserver()
        let window = MeasurementWindow(
            warmupNanoseconds: 0, durationNanoseconds: schedule.durationNanoseconds)
        var record = OpenLoop(clock: clock, window: window).run(
            &source, on: &server, observer: &observer)
        if origin == .actualStart { record.countResponseFromActualStart() }
        return record
    }

    /// - Parameter allowed: What is allowed of an analytic value at a
    ///   percentile, or at the maximum.
    private static func rows(
        _ schedule: SelfTestSchedule, _ record: LoopRecord,
        _ allowed: (UInt64, Percentile?) -> (min: UInt64, max: UInt64)
    ) -> [SelfTestRow] {
        let figures = [
            ("responseTime", schedule.responseTimes.sorted(), record.responseTime),
            ("serviceTime", schedule.serviceTimes.sorted(), record.serviceTime),
        ]
        return figures.flatMap { name, analytic, histogram in
            func row(_ label: String, _ rank: Int, _ percentile: Percentile?) -> SelfTestRow {
                let bounds = allowed(analytic[rank - 1], percentile)
                return SelfTestRow(
                    figure: "\(name).\(label)", analyticNanoseconds: analytic[rank - 1],
                    reportedNanoseconds: percentile.map { histogram.value(at: $0) }
                        ?? histogram.max,
                    allowedNanosecondsMin: bounds.min, allowedNanosecondsMax: bounds.max)
            }
            let shown = Percentile.allCases.filter { $0.sampleCountMin <= analytic.count }
            let rows = shown.map { percentile in
                let rank = (percentile.fraction * Double(analytic.count)).rounded(.up)
                return row(percentile.key, Int(rank), percentile)
            }
            return rows + [row("max", analytic.count, nil)]
        }
    }
}

extension LoopRecord {
    /// Makes the mistake of coordinated omission: what a frame waited before
    /// its service does not count.
    mutating func countResponseFromActualStart() { responseTime = serviceTime }
}
