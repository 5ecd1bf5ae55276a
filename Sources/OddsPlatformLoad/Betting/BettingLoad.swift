import OddsExperiments
import OddsLive
import OddsMeasurement
import OddsResults
import ServicesProvider

/// One run of tickets against moving odds: the logins, the feed alone, the window of tickets,
/// and the checks.
package struct BettingLoad {
    let plan: BettingPlan
    let service: any PlatformService
    let feed: LiveFeed
    /// The control of the feed.
    let server: any LiveServer
    let progress: ExperimentProgress

    package init(
        plan: BettingPlan, service: any PlatformService, feed: LiveFeed, server: any LiveServer,
        progress: ExperimentProgress = .silent
    ) {
        self.plan = plan
        self.service = service
        self.feed = feed
        self.server = server
        self.progress = progress
    }

    /// - Parameter repetition: The run's number among those of its strategy, from 1.
    /// - Throws: `ExperimentFailure` after an interruption before the window opened,
    ///   besides errors of the service and the feed. A later one closes the window.
    package func run(repetition: Int = 1) async throws -> BettingRun {
        try await LoadTransport.run(connections: plan.connections) {
            try await run(repetition, over: $0)
        }
    }

    private func run(
        _ repetition: Int, over transport: any HTTPTransport
    ) async throws -> BettingRun {
        var usage = WindowUsage(service: service.process)
        let counts = ExchangeCounts()
        let crowd = PlayerCrowd(
            service: service, transport: transport, counts: counts, progress: progress)
        let players = try await crowd.makePlayers(
            plan.players, balanceCents: BettingPlan.balanceCents)
        defer { for player in players { player.client.disconnect() } }
        let before = try await service.counts()
        try await crowd.logIn(players)
        let bettors = players.map { Bettor($0, counts: counts) }

        let prices = PriceFeed(horizon: plan.horizon)
        let clients = try await LiveClients.start(plan.feed, feed) { _, store, update in
            await prices.read(update, of: store)
        }
        let measured: Measured
        do {
            measured = try await measure(bettors, prices, clients, &usage)
        } catch {
            await clients.stop()
            throw error
        }
        await clients.stop()
        progress.note("comparing balances, bets and counts")
        let findings = await AuditFindings {
            try await BettingAudit(
                plan: plan, service: service, server: server, bettors: bettors, counts: counts,
                before: before
            ).run()
        }
        usage.end()
        return result(repetition, measured, findings, usage)
    }

    /// What a run has measured, before the checks.
    struct Measured {
        var window: PlatformWindow
        /// Of the feed alone.
        var alone: PlatformWindow
        var notes: TicketRecorder.Notes
        /// `nil` if the service does not count them.
        var commits: CommitFigures?
        var schedule: LiveSchedule
        var topic: String
        var prices: PriceFeed
        /// Why the schedule of the feed is not known; `nil` if it is.
        var scheduleFailure: String?
    }

    private func measure(
        _ bettors: [Bettor], _ prices: PriceFeed, _ clients: LiveClients, _ usage: inout WindowUsage
    ) async throws -> Measured {
        try await clients.waitUntilCurrent(within: LivePlan.startLimit)
        let topic = clients.stores[0].topic
        try await server.noteFrames(of: [topic])
        progress.update(.warmup, elapsed: 0)
        let warmup = UInt64(plan.warmup / .nanoseconds(1))
        var alone = try await PlatformWindow(openingAt: MonotonicClock().now + warmup)
        progress.note("measuring the feed alone")
        try await alone.pass(plan.duration, after: plan.warmup, progress)
        try Interruption.current.check()
        let start = MonotonicClock().now
        let open = start + warmup
        progress.update(.warmup, elapsed: (plan.warmup + plan.duration) / .seconds(1))
        let recorder = TicketRecorder(
            window: open..<open + UInt64(plan.duration / .nanoseconds(1)),
            delayCount: plan.delays.count, isFollowed: plan.isFollowed)
        let dispatcher = TicketDispatcher(plan, bettors, prices.book, recorder)
        let dispatching = Task { try await BlockingWork.run { dispatcher.run(from: start) } }
        var window: PlatformWindow
        let commits: CommitFigures?
        do {
            window = try await PlatformWindow(openingAt: open)
            usage.open()
            let reading = try await CommitReading(of: service)
            try await window.pass(
                plan.duration, after: plan.warmup * 2 + plan.duration, progress,
                interval: recorder.takeInterval)
            usage.close(seconds: window.seconds)
            // A service that is too busy to tell them has placed tickets all the same.
            commits = try? await reading.figures(until: CommitReading(of: service))
        } catch {
            dispatcher.loop.stop()
            throw error
        }
        recorder.close(at: window.times.upperBound)
        // What is due within the window is begun in any case, however late.
        if window.isCutShort { dispatcher.loop.stop() }
        try await dispatching.value
        window.leftOver = try await dispatcher.loop.drain(within: PlatformPlan.drainLimit) {
            progress.note("waiting for \($0) tickets")
        }
        progress.note("reading the schedule of the feed")
        var measured = Measured(
            window: window, alone: alone, notes: recorder.notes, commits: commits,
            schedule: LiveSchedule(), topic: topic, prices: prices)
        do {
            measured.schedule = try await LiveSchedule(server, [topic], window.times)
            try await server.noteFrames(of: [])
        } catch {
            measured.scheduleFailure =
                "the schedule of the feed could not be read: \(ExperimentFailure.reason(error))"
        }
        return measured
    }
}
