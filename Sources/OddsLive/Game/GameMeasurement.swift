import OddsClient
import OddsExperiments
import OddsLauncher
import OddsMeasurement
import OddsResults

/// One measurement of one page: a fresh world and a fresh page, the page idle, the page at the
/// rate, and what both ends then have.
package struct GameMeasurement {
    private let plan: GamePlan
    private let server: GameServer
    private let control: GameControl
    private let progress: ExperimentProgress

    package init(
        plan: GamePlan, server: GameServer, progress: ExperimentProgress = .silent
    ) throws {
        self.plan = plan
        self.server = server
        control = try GameControl(server.addresses.control)
        self.progress = progress
    }

    /// Runs it.
    ///
    /// - Parameter repetition: The run's number among those of its plan, from 1.
    /// - Throws: `ExperimentFailure` after a signal, and for a page or a server that fails.
    package func run(in browser: Browser, repetition: Int = 1) async throws -> GameRun {
        do {
            let page = GamePage(page: try await BrowserPage(in: browser))
            do {
                let run = try await measure(page, repetition)
                await page.page.close()
                return run
            } catch {
                await page.page.close()
                throw error
            }
        } catch let error as DevToolsError {
            throw ExperimentFailure(.childDied, error.description)
        }
    }

    private func measure(_ page: GamePage, _ repetition: Int) async throws -> GameRun {
        let world = GameWorldID.random()
        try await page.page.go(
            to: plan.address(
                server.addresses.page, world: world, hasProvider: server.feed != nil))
        try await page.waitUntilLive()
        progress.update(.warmup, elapsed: 0)
        try await Interruption.current.sleep(for: plan.warmup)

        // The page idle, with nothing to receive and nothing lost on the way.
        try await pause(world)
        let before = try await settle(page, world)
        let heapBefore = try await page.heapBytes()
        progress.note("measuring the idle page")
        let idle = GameFrames(try await page.measureIdle(GamePlan.idleDuration))
        try await page.waitUntilLive()
        var run = GameRun(render: plan.render, rate: plan.rate, repetition: repetition, idle: idle)
        run.heapBytesBefore = heapBefore
        if let reason = GameVerdict.idle(idle) {
            try await decide(&run, page, world, reason)
        } else {
            try await measure(&run, page, world, before)
        }
        return run
    }

    /// Ends a run that is INVALID whatever the page would do: only what it received until then
    /// is compared.
    private func decide(
        _ run: inout GameRun, _ page: GamePage, _ world: GameWorldID, _ reason: String
    ) async throws {
        let after = try await settle(page, world)
        run.checks = try await GameChecks.all(
            before: nil, after: after, problems: page.page.takeProblems(),
            rows: rows(page, after.world))
        run.take(GameVerdict(run, fault: reason))
    }

    /// Measures the page at the rate.
    ///
    /// - Parameter before: What both ends had before.
    private func measure(
        _ run: inout GameRun, _ page: GamePage, _ world: GameWorldID, _ before: GameChecks.Ends
    ) async throws {
        var schedule: GameFeedSchedule?
        if let feed = server.feed { schedule = try await GameFeedSchedule(feed) }
        try await resume(world)
        progress.update(
            .warmup, elapsed: (plan.warmup + GamePlan.idleDuration) / .seconds(1))
        try await Interruption.current.sleep(for: plan.warmup)
        try Interruption.current.check()

        let opening = try await control.world(world)
        let sockets = try await page.state().counters.sockets
        let processorTime = ProcessorTime.current()
        let start = FrameTrace.now
        let (windows, isCutShort) = try await measureWindows(page)
        let stolenShare = processorTime.flatMap { start in
            ProcessorTime.current()?.stolenShare(since: start)
        }
        try await schedule?.close(start..<FrameTrace.now)
        let closing = try await control.world(world)
        run.take(windows, isCutShort: isCutShort)
        run.lateness = LatencySummary(
            schedule?.lateness ?? closing.lateness.latencies.since(opening.lateness.latencies),
            keepsHistogram: true)
        run.heapBytesAfter = try await page.heapBytes()

        progress.note("comparing the page with the server")
        try await pause(world)
        let after = try await settle(page, world)
        try await schedule?.end()
        let hasReconnected = after.page.counters.sockets > sockets
        run.checks = try await GameChecks.all(
            before: hasReconnected ? nil : before, after: after,
            problems: page.page.takeProblems(), rows: rows(page, after.world))
        run.take(
            GameVerdict(
                run, hasProvider: server.feed != nil,
                disconnections: closing.closesOfSlowPages - opening.closesOfSlowPages,
                stolenShare: stolenShare,
                fault: schedule?.fault ?? GameControl.fault(from: [opening], to: [closing])
                    ?? Self.fault))
    }

    /// What the browser's pages see of a screen.
    package static var viewport: GameViewport { BrowserPage.viewport }

    /// How long a measurement takes by its schedule.
    package static func seconds(of plan: GamePlan) -> Double {
        plan.leadSeconds + (plan.soak ?? plan.duration) / .seconds(1)
    }

    /// Measures the windows of a soak; else one, and as many more as the percentiles take, up to
    /// a number of them.
    ///
    /// - Returns: The windows, and whether a signal ended them early.
    private func measureWindows(_ page: GamePage) async throws -> (GameWindows, Bool) {
        let start = ContinuousClock.now
        let elapsed = { @Sendable in start.duration(to: .now) }
        let showing = Task { [progress, leadSeconds = plan.leadSeconds] in
            while !Task.isCancelled {
                progress.update(.measuring, elapsed: leadSeconds + elapsed() / .seconds(1))
                try await Task.sleep(for: .seconds(1))
            }
        }
        defer { showing.cancel() }
        var windows = GameWindows()
        repeat {
            do {
                let figures = try await page.measure(plan.duration)
                windows.add(figures)
                guard plan.soak != nil else { continue }
                let end = UInt64(elapsed() / .nanoseconds(1))
                windows.note(figures, at: end, heapBytes: try await page.heapBytes())
            } catch where Interruption.current.isRequested && windows.nanoseconds > 0 {
                return (windows, true)
            }
        } while plan.soak.map { elapsed() < $0 } ?? windows.wantsAnother
        return (windows, false)
    }

    private func pause(_ world: GameWorldID) async throws {
        if let feed = server.feed { try await feed.pause() } else { try await control.pause(world) }
    }

    private func resume(_ world: GameWorldID) async throws {
        if let feed = server.feed {
            try await feed.resume()
        } else {
            try await control.resume(world)
        }
    }

    /// Waits, with the stream paused, until the page has what the server has, and receives no
    /// more.
    ///
    /// - Returns: What both have; what they have at the end of the limit if that differs.
    private func settle(
        _ page: GamePage, _ world: GameWorldID
    ) async throws -> (page: PageState, world: GameControl.World) {
        var last: (page: PageState, world: GameControl.World)?
        let state = try await page.wait(within: GamePlan.equalLimit) { state in
            let world = try await control.world(world)
            let isQuiet = last.map {
                $0.page.counters.received == state.counters.received && $0.world.sent == world.sent
            }
            last = (state, world)
            return isQuiet == true && state.digest == world.digest
        }
        if let last { return (state ?? last.page, last.world) }
        return (try await page.state(), try await control.world(world))
    }

    /// The rows of the document, once they are the server's or time is up.
    private func rows(
        _ page: GamePage, _ world: GameControl.World
    ) async throws -> [GameRow] {
        let deadline = ContinuousClock.now + GamePlan.equalLimit
        while true {
            let rows = try await page.rows()
            if GameRow.digest(rows) == world.digest || ContinuousClock.now > deadline {
                return rows
            }
        }
    }

    /// Why no figure of a run counts, though all checks hold.
    private static var fault: String? {
        Launcher.isOptimized ? nil : "this is a debug build, whose timings are meaningless"
    }
}
