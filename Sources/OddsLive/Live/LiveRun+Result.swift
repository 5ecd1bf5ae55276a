import OddsExperiments
import OddsLauncher
import OddsLedger
import OddsMeasurement
import OddsResults

extension LiveRun {
    /// The run in the schema of all runs. Its rates count records, as the
    /// server does.
    func result(_ window: Window, _ live: LiveFigures, state: [UInt8]) -> RunResult {
        var live = live
        let isDisrupted = plan.hasFaults || plan.storms > 0
        live.isDisrupted = isDisrupted
        let digest = SHA256Digest(of: state).hexadecimal
        guard let schedule = window.schedule else {
            return unaccounted(window, live, digest)
        }
        let account = account(window, schedule)
        live.setAccount(account, staleFrames: schedule.staleCount)
        let verdict = LiveVerdict(
            account, isDisrupted: isDisrupted, stolenShare: window.stolenShare,
            gap: unstamped(window) ?? fault(live) ?? schedule.gap,
            stall: ClientStall.reason(
                "the process of the clients", wakeDelay: window.jitter.wakeDelay,
                in: account.response),
            delayNanosecondsMax: plan.delayNanosecondsMax)
        return RunResult(
            live: live, strategy: plan.strategy.text, status: verdict.status,
            reason: verdict.reason,
            recordsPerSecond: (
                schedule.estimatedOffer(window.topics)
                    ?? Double(account.offered.records) / window.seconds,
                Double(account.seen.records) / window.seconds
            ),
            unserved: .init(frames: account.unseen.frames, updates: account.unseen.records),
            responseTime: account.response, serviceTime: window.notes.service,
            lateness: account.lateness, jitter: JitterFigures(window.jitter),
            series: series(window, account.intervals), memory: window.memory.figures,
            digest: digest)
    }

    /// Joins the schedule with what the reader of each channel saw.
    private func account(_ window: Window, _ schedule: LiveSchedule) -> LiveAccount {
        var account = LiveAccount(
            window: window.times, intervalEnds: window.memory.samples.map(\.time))
        let sights = window.notes.sights.sights(channels: window.topics.count)
        for (topic, sights) in zip(window.topics, sights) {
            account.add(schedule.frames[topic] ?? [], sights)
        }
        return account
    }

    private func series(_ window: Window, _ intervals: [[UInt64]]) -> [SeriesSample] {
        var latencies = LatencyHistogram()
        return zip(window.memory.samples, intervals).map { sample, responses in
            latencies.reset()
            for response in responses { latencies.record(response) }
            return SeriesSample(
                atNanoseconds: sample.time - window.times.lowerBound, responseTime: latencies,
                residentBytes: sample.residentBytes, allocatedBytes: sample.allocatedBytes)
        }
    }

    /// The run against a server that cannot be asked for its schedule: figures
    /// of what came, which are not those of what was due.
    private func unaccounted(
        _ window: Window, _ live: LiveFigures, _ digest: String
    ) -> RunResult {
        let applied = Double(window.recordsApplied) / window.seconds
        return RunResult(
            live: live, strategy: plan.strategy.text, status: .invalid,
            reason: fault(live) ?? """
                the server has no control that knows its schedule: the figures are of the frames \
                that came, and what should have come is not known. Pass its control interface \
                with --control, as 'emsim' prints it
                """,
            recordsPerSecond: (applied, applied), unserved: .init(frames: 0, updates: 0),
            responseTime: window.notes.response, serviceTime: window.notes.service,
            lateness: LatencyHistogram(), jitter: JitterFigures(window.jitter),
            series: series(window, window.memory.samples.map { _ in [] }),
            memory: window.memory.figures, digest: digest)
    }

    /// That no frame says when it was due, so that nothing is known of its way; `nil` if
    /// frames do, or if none came.
    private func unstamped(_ window: Window) -> String? {
        guard window.recordsApplied > 0, window.notes.service.count == 0 else { return nil }
        return """
            the server does not stamp its frames with the time at which they were due: start it \
            with --stamp ('emsim --stamp')
            """
    }

    /// Why no figure of the run counts, whatever its schedule; `nil` if there
    /// is no such reason.
    private func fault(_ live: LiveFigures) -> String? {
        live.truth?.failure
            ?? (Launcher.isOptimized
                ? nil : "this is a debug build, whose timings are meaningless")
    }
}
