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
        let findings = try await BettingAudit(
            plan: plan, service: service, server: server, bettors: bettors, counts: counts,
            before: before
        ).run()
        usage.end()
        return result(repetition, measured, findings, usage)
    }

    /// What a run has measured, before the checks.
    struct Measured {
        var window: PlatformWindow
        /// When the feed was measured alone.
        var alone: Range<UInt64>
        var notes: TicketRecorder.Notes
        var schedule: LiveSchedule
        var topic: String
        var prices: PriceFeed
    }

    private func measure(
        _ bettors: [Bettor], _ prices: PriceFeed, _ clients: LiveClients, _ usage: inout WindowUsage
    ) async throws -> Measured {
        try await clients.waitUntilCurrent(within: LivePlan.startLimit)
        let topic = clients.stores[0].topic
        try await server.noteFrames(of: [topic])
        progress.update(.warmup, elapsed: 0)
        try await Interruption.current.sleep(for: plan.warmup)
        let aloneStart = MonotonicClock().now
        progress.note("measuring the feed alone")
        try await Interruption.current.sleep(for: plan.duration)
        try Interruption.current.check()
        let start = MonotonicClock().now
        let open = start + UInt64(plan.warmup / .nanoseconds(1))
        let recorder = TicketRecorder(
            window: open..<open + UInt64(plan.duration / .nanoseconds(1)),
            delayCount: plan.delays.count, isFollowed: plan.isFollowed)
        let dispatcher = TicketDispatcher(plan, bettors, prices.book, recorder)
        let dispatching = Task { try await BlockingWork.run { dispatcher.run(from: start) } }
        var window: PlatformWindow
        do {
            window = try await follow(recorder, open: open, usage: &usage)
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
        let schedule = try await LiveSchedule(server, [topic], window.times)
        try await server.noteFrames(of: [])
        return Measured(
            window: window, alone: aloneStart..<start, notes: recorder.notes, schedule: schedule,
            topic: topic, prices: prices)
    }

    /// Lets warm-up and window pass, and shows how far it is.
    private func follow(
        _ recorder: TicketRecorder, open: UInt64, usage: inout WindowUsage
    ) async throws -> PlatformWindow {
        let rest = Duration.nanoseconds(Int64(open) - Int64(MonotonicClock().now))
        try await Interruption.current.sleep(for: rest)
        try Interruption.current.check()
        usage.open()
        var window = PlatformWindow(open: open)
        let processorTime = ProcessorTime.current()
        // Before it were two warm-ups, and the feed alone.
        let earlier = plan.warmup * 2 + plan.duration
        var nextSecond = Duration.seconds(1)
        while true {
            let passed = Duration.nanoseconds(Int64(MonotonicClock().now) - Int64(open))
            guard passed < plan.duration, !Interruption.current.isRequested else { break }
            var ended: [LiveInterval] = []
            if passed >= nextSecond {
                if let interval = recorder.takeInterval() {
                    ended = [window.interval(interval, at: passed)]
                }
                while nextSecond <= passed { nextSecond += .seconds(1) }
            }
            progress.update(
                .measuring, elapsed: (earlier + passed) / .seconds(1), intervals: ended)
            try await Interruption.current.sleep(for: min(nextSecond, plan.duration) - passed)
        }
        let now = MonotonicClock().now
        let end = open + UInt64(plan.duration / .nanoseconds(1))
        window.isCutShort = now < end
        window.times = open..<max(min(now, end), open + 1)
        usage.close(seconds: window.seconds)
        window.stolenShare = processorTime.flatMap { start in
            ProcessorTime.current()?.stolenShare(since: start)
        }
        return window
    }
}
