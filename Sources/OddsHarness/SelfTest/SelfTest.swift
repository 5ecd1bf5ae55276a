import OddsMeasurement
import OddsResults

/// Checks the measured loop against known latencies.
package enum SelfTest {
    /// The time from which response times are counted. Only the first is
    /// right: the second is coordinated omission, and is there to prove that
    /// the test detects it.
    package enum LatencyOrigin: String, CaseIterable, Sendable {
        case intended
        case actualStart = "actual-start"
    }

    /// Runs under a virtual clock: reported figures must equal the analytic
    /// ones to three digits.
    package static func virtual(origin: LatencyOrigin = .intended) -> SelfTestOutcome {
        let schedule = SelfTestSchedule()
        let record = run(schedule, on: VirtualClock(), origin)
        // The resolution of a histogram with three digits.
        func allowed(_ analytic: UInt64) -> (min: UInt64, max: UInt64) {
            (analytic - analytic / 1000, analytic + analytic / 1000)
        }
        return SelfTestOutcome(
            rows: rows(schedule, record) { analytic, _ in allowed(analytic) }
                + disturbedRows(schedule, allowed),
            lateness: LatencySummary(record.lateness))
    }

    /// The same schedule with a thread that is off its core within known
    /// services: what is reported must show it, and the undelayed figures must
    /// be those of the undisturbed schedule.
    private static func disturbedRows(
        _ schedule: SelfTestSchedule, _ allowed: (UInt64) -> (min: UInt64, max: UInt64)
    ) -> [SelfTestRow] {
        let clock = VirtualClock()
        var source = SelfTestSource(schedule)
        var server = DisturbedServer(clock: clock, schedule: schedule)
        var observer = NoObserver()
        let window = MeasurementWindow(
            warmupNanoseconds: 0, durationNanoseconds: schedule.durationNanoseconds)
        let record = OpenLoop(clock: clock, window: window).run(
            &source, on: &server, observer: &observer)
        let undelayed = schedule.responseTimes.sorted()
        let p99 = undelayed[Int((0.99 * Double(undelayed.count)).rounded(.up)) - 1]
        let wait = (undelayed.last ?? 0) - schedule.periodNanoseconds
        return [
            ("undelayedResponseTime.p99", p99, record.undelayedResponseTime.value(at: .p99)),
            ("undelayedResponseTime.max", undelayed.last ?? 0, record.undelayedResponseTime.max),
            ("serviceLost", schedule.lostNanoseconds, record.serviceLostNanoseconds),
            ("backlog", wait, record.backlog.nanoseconds),
        ].map { figure, analytic, reported in
            let bounds = allowed(analytic)
            return SelfTestRow(
                figure: figure, analyticNanoseconds: analytic, reportedNanoseconds: reported,
                allowedNanosecondsMin: bounds.min, allowedNanosecondsMax: bounds.max)
        }
    }

    /// Runs on the real clock, for four seconds: reported figures must be at
    /// least the analytic ones, and exceed them by at most 5% and the measured
    /// jitter.
    ///
    /// The jitter at a percentile is the larger of the wake-up delay of an idle
    /// thread on the other cores and the lateness of the loop on the measured
    /// core. Blocks the calling thread.
    ///
    /// - Throws: `unoptimized` in a debug build.
    package static func real(
        origin: LatencyOrigin = .intended
    ) throws(HarnessError) -> SelfTestOutcome {
        try Harness.requireOptimized()
        let schedule = SelfTestSchedule()
        let cores = CoreSession()
        let monitor = JitterMonitor(cores: cores.others)
        cores.pinMeasuredThread()
        monitor.beginRecording()
        let processorTime = ProcessorTime.current()
        let usageBefore = ThreadUsage.current()
        let clock = TickClock.shared
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

    /// The longest time off the core of a run that leads to a conclusion, in
    /// nanoseconds.
    static let lostNanosecondsMax: UInt64 = 1_000_000

    /// Why a run is invalid whose thread, which never sleeps, lost its core for
    /// longer than `lostNanosecondsMax`; `nil` if it did not. Neither lateness
    /// nor jitter shows a loss that falls within a service.
    static func disturbance(_ usage: UsageFigures, elapsedNanoseconds: UInt64) -> String? {
        let worked = usage.userNanoseconds + usage.systemNanoseconds
        let lost = elapsedNanoseconds - min(worked, elapsedNanoseconds)
        let stolen = usage.stolenShare ?? 0
        guard lost > lostNanosecondsMax || stolen > 0 else { return nil }
        return """
            the measured thread was off its core for \
            \(FigureFormat.duration(nanoseconds: Double(lost))) \
            (\(usage.involuntarySwitches) involuntary context switches), and the hypervisor \
            stole \(FigureFormat.number(stolen * 100))% of the machine's time
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

    /// - Parameters:
    ///   - schedule: The schedule, which gives the analytic values.
    ///   - record: The measurements of the loop.
    ///   - allowed: The range allowed for an analytic value at a percentile, or
    ///     at the maximum if that is `nil`.
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
    /// Introduces coordinated omission: the time that a frame waited for its
    /// service no longer counts.
    mutating func countResponseFromActualStart() { response = service }
}
