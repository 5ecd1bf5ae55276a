import OddsLauncher
import OddsLedger
import OddsLive
import OddsResults

extension BettingLoad {
    /// The run in the schema of results.
    func result(
        _ repetition: Int, _ measured: Measured, _ findings: AuditFindings<BettingAudit.Findings>,
        _ usage: WindowUsage
    ) -> BettingRun {
        let (window, notes) = (measured.window, measured.notes)
        let sights = measured.prices.sights
        let frames = measured.schedule.frames[measured.topic] ?? []
        var run = BettingRun(
            strategy: plan.strategy.text, sync: plan.sync.rawValue, repetition: repetition,
            tickets: tickets(notes, seconds: window.seconds),
            lateness: LatencySummary(notes.lateness, keepsHistogram: true),
            feedAlone: Self.feed(measured.alone.times, frames, sights),
            feed: Self.feed(window.times, frames, sights))
        run.windowNanoseconds = UInt64(window.times.count)
        run.curve = zip(plan.delays, notes.points)
            .map { delay, point in
                OddsChangePoint(
                    delayNanoseconds: UInt64(delay / .nanoseconds(1)), tickets: point.compared,
                    changed: point.changed,
                    priceAge: LatencySummary(point.priceAge, keepsHistogram: true))
            }
            .sorted { $0.delayNanoseconds < $1.delayNanoseconds }
        if let findings = findings.value {
            run.exchanges = PlatformLoad.exchanges(findings.server, findings.client)
            run.lost = PlatformLoad.lost(findings.client)
            run.money = findings.money
            run.checks = findings.checks
        }
        run.commits = measured.commits
        run.service = usage.service
        run.client = usage.client
        run.cutShortNanoseconds = window.isCutShort ? run.windowNanoseconds : nil
        let verdict = BettingVerdict(
            run, notes, isDisrupted: plan.hasFaults,
            stolenShares: [measured.alone.stolenShare, window.stolenShare],
            stall: stall(run, measured, notes),
            gap: measured.schedule.gap,
            fault: measured.scheduleFailure ?? findings.failure ?? fault(window))
        run.status = verdict.status
        run.reason = verdict.reason
        return run
    }

    /// That this process stood still, while the feed was alone or with tickets.
    private func stall(
        _ run: BettingRun, _ measured: Measured, _ notes: TicketRecorder.Notes
    ) -> String? {
        let feeds = [(measured.alone, run.feedAlone), (measured.window, run.feed)]
        return measured.window.stall(in: notes.response)
            ?? feeds.lazy.compactMap { window, feed in
                (try? feed.responseTime.latencies()).flatMap { window.stall(in: $0) }
            }.first
    }

    private func tickets(_ notes: TicketRecorder.Notes, seconds: Double) -> TicketFigures {
        var figures = TicketFigures(
            responseTime: LatencySummary(notes.response, keepsHistogram: true),
            serviceTime: LatencySummary(notes.service, keepsHistogram: true))
        figures.due = notes.due
        figures.unsent = notes.unsent
        figures.answered = notes.answered
        figures.unanswered = notes.late
        figures.placed = notes.placed
        figures.refusals = TicketRefusal.allCases.compactMap { refusal in
            notes.refusals[refusal].map { .init(code: refusal.rawValue, count: $0) }
        }
        figures.failures = notes.failures.sorted { $0.key < $1.key }
            .map { .init(error: $0.key, count: $0.value) }
        figures.offeredRate = Double(notes.due) / seconds
        figures.achievedRate = Double(notes.answeredInTime) / seconds
        figures.placedRate = Double(notes.placedInTime) / seconds
        return figures
    }

    /// The feed's figures over a part of the run.
    static func feed(
        _ window: Range<UInt64>, _ frames: [LedgerFrame], _ sights: [Sight]
    ) -> FeedFigures {
        var account = LiveAccount(window: window)
        account.add(frames, sights)
        let seconds = Double(window.count) / 1e9
        var figures = FeedFigures(
            windowNanoseconds: UInt64(window.count),
            responseTime: LatencySummary(account.response, keepsHistogram: true),
            lateness: LatencySummary(account.lateness, keepsHistogram: true))
        figures.offeredRate = Double(account.offered.records) / seconds
        figures.achievedRate =
            Double(account.seen.records + account.superseded.records) / seconds
        figures.frames = account.offered.frames
        figures.unseenFrames = account.unseen.frames
        figures.lowerBoundFromNanoseconds = account.lowerBoundFrom
        return figures
    }

    /// Why no figure of the run counts, though all checks hold.
    private func fault(_ window: PlatformWindow) -> String? {
        if window.leftOver > 0 {
            return """
                \(FigureFormat.counted(window.leftOver, "ticket")) did not end within \
                \(PlatformPlan.drainLimit) of the window's close
                """
        }
        return Launcher.isOptimized
            ? nil : "this is a debug build, whose timings are meaningless"
    }
}
