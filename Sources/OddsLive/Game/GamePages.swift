import Foundation
import NIOCore
import NIOPosix
import OddsClient
import OddsExperiments
import OddsLauncher
import OddsMeasurement
import OddsResults

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The plan of a measurement of many pages.
package struct GamePagesPlan: Sendable {
    package init() {}

    package var pages = 1_000
    /// Updates per second of each page; `nil` for the stream of the exercise, and with a provider.
    package var rate: Int?
    package var matches = 100
    /// Before the window, with all pages open.
    package var warmup = Duration.seconds(2)
    package var duration = Duration.seconds(10)

    /// How long the server is looked at before there is a page.
    static let idleDuration = Duration.seconds(3)
    /// So many pages are opened at once, and so many worlds asked about.
    static let atOnce = 16
    /// How long all that was sent may be on its way, once the streams are paused.
    static let drainLimit = Duration.seconds(60)

    /// The parameters of a request.
    func query(_ world: GameWorldID, rate: Int?) -> String {
        "world=\(world)&matches=\(matches)" + (rate.map { "&rate=\($0)" } ?? "")
    }
}

/// Many pages on one server, without a browser: what they cost it, and how late they get what.
package struct GamePages {
    private let plan: GamePagesPlan
    private let server: GameServer
    private let control: GameControl
    private let page: URL
    private let progress: ExperimentProgress

    package init(
        plan: GamePagesPlan, server: GameServer, progress: ExperimentProgress = .silent
    ) throws {
        guard let page = URL(string: server.addresses.page), page.host != nil else {
            throw ExperimentFailure(
                .usage, "--connect \(server.addresses.page): expected http://HOST:PORT/")
        }
        self.plan = plan
        self.server = server
        self.page = page
        control = try GameControl(server.addresses.control)
        self.progress = progress
    }

    /// Runs it.
    ///
    /// - Parameter repetition: The run's number, from 1.
    /// - Throws: `ExperimentFailure` after a signal, and for a server that fails.
    package func run(repetition: Int = 1) async throws -> GameLoad {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let meter = PageMeter()
        let configuration = URLSessionConfiguration.ephemeral
        // Without it the server makes no world.
        configuration.httpAdditionalHeaders = ["X-Game": "1"]
        configuration.httpMaximumConnectionsPerHost = GamePagesPlan.atOnce * 2
        let session = URLSession(configuration: configuration)
        let clients = (0..<plan.pages).map { _ in
            PageClient(
                .random(), of: page, plan: plan, meter: meter, loop: group.next(),
                session: session)
        }
        let result: Result<GameLoad, any Error>
        do {
            result = .success(
                try await measure(clients, meter, on: group.next(), repetition))
        } catch {
            result = .failure(error)
        }
        for client in clients { await client.leave() }
        session.invalidateAndCancel()
        try? await group.shutdownGracefully()
        return try result.get()
    }

    private func measure(
        _ clients: [PageClient], _ meter: PageMeter, on loop: any EventLoop, _ repetition: Int
    ) async throws -> GameLoad {
        var usage = GameUsage(server: server.process)
        progress.note("measuring the idle server")
        try await Interruption.current.sleep(for: GamePagesPlan.idleDuration)
        usage.endIdle(seconds: GamePagesPlan.idleDuration / .seconds(1))
        try Interruption.current.check()
        let opening = try await open(clients)
        var schedule = try await noteSchedule(clients)
        progress.update(.warmup, elapsed: 0)
        try await Interruption.current.sleep(for: plan.warmup)
        let before = try await worlds(of: clients)
        try Interruption.current.check()

        let processorTime = ProcessorTime.current()
        let jitter = JitterMonitor(cores: CoreAffinity.allowedCores())
        jitter.beginRecording()
        defer { jitter.endRecording() }
        let (start, monotonicStart) = (PageMeter.now, FrameTrace.now)
        let length = Int64(plan.duration / .microseconds(1))
        try await loop.submit { meter.window = start..<start + length }.get()
        usage.open()
        try await pass()
        try Interruption.current.check()
        let seconds = Double(PageMeter.now - start) / 1e6
        usage.close(seconds: seconds)
        let wakeDelay = jitter.finish().wakeDelay
        try await schedule?.close(monotonicStart..<FrameTrace.now)
        let stolenShare = processorTime.flatMap { start in
            ProcessorTime.current()?.stolenShare(since: start)
        }
        progress.note("comparing the pages with the server")
        try await pause(clients)
        let (states, after) = try await settle(clients)
        try await schedule?.end()
        let lateness = zip(before, after).reduce(into: LatencyHistogram()) { sum, worlds in
            sum.merge(worlds.1.lateness.latencies.since(worlds.0.lateness.latencies))
        }
        return try await loop.submit { [plan, usage, schedule] in
            var load = GameLoad(
                pages: plan.pages, rate: plan.rate, repetition: repetition,
                delay: LatencySummary(meter.delay, keepsHistogram: true),
                lateness: LatencySummary(lateness, keepsHistogram: true),
                opening: LatencySummary(opening, keepsHistogram: true))
            load.windowNanoseconds = UInt64(plan.duration / .nanoseconds(1))
            load.updates = meter.updates
            load.messages = meter.messages
            load.messageBytes = meter.messageBytes
            load.server = usage.server
            load.client = usage.client
            load.checks = GamePagesChecks.all(
                states, after, problems: meter.problems, lostStreams: meter.lostStreams)
            let verdict = GamePagesVerdict(
                load, generator: schedule.map { LatencySummary($0.lateness) },
                stolenShare: stolenShare,
                stall: ClientStall.reason(
                    "the program that has the pages", wakeDelay: wakeDelay, in: meter.delay),
                fault: schedule?.fault ?? GameControl.fault(from: before, to: after) ?? Self.fault)
            load.status = verdict.status
            load.reason = verdict.reason
            return load
        }.get()
    }

    /// Opens all pages.
    ///
    /// - Returns: How long each took.
    private func open(_ clients: [PageClient]) async throws -> LatencyHistogram {
        progress.note("opening \(FigureFormat.counted(clients.count, "page"))")
        let times = try await ConcurrentWork.run(
            clients.count, atOnce: GamePagesPlan.atOnce
        ) { number in
            try Interruption.current.check()
            let start = MonotonicClock().now
            do {
                try await clients[number].open()
            } catch {
                // Ctrl-C ends the server, too, which is in the same group.
                try Interruption.current.check()
                throw ExperimentFailure(.childDied, "a page cannot be opened: \(error)")
            }
            return MonotonicClock().now - start
        }
        return times.reduce(into: LatencyHistogram()) { $0.record($1) }
    }

    /// Notes the schedule of a provider's feed from now on; `nil` without one.
    private func noteSchedule(_ clients: [PageClient]) async throws -> GameFeedSchedule? {
        guard let feed = server.feed else { return nil }
        try await feed.pause()
        _ = try await settle(clients)
        let schedule = try await GameFeedSchedule(feed)
        try await feed.resume()
        return schedule
    }

    /// The window, unless a signal comes.
    private func pass() async throws {
        let start = ContinuousClock.now
        while case let elapsed = start.duration(to: .now), elapsed < plan.duration,
            !Interruption.current.isRequested
        {
            progress.update(.measuring, elapsed: (plan.warmup + elapsed) / .seconds(1))
            try await Interruption.current.sleep(for: min(.seconds(1), plan.duration - elapsed))
        }
    }

    private func worlds(of clients: [PageClient]) async throws -> [GameControl.World] {
        try await ConcurrentWork.run(clients.count, atOnce: GamePagesPlan.atOnce) {
            [control] number in try await control.world(clients[number].world)
        }
    }

    private func pause(_ clients: [PageClient]) async throws {
        if let feed = server.feed { return try await feed.pause() }
        _ = try await ConcurrentWork.run(clients.count, atOnce: GamePagesPlan.atOnce) {
            [control] number in try await control.pause(clients[number].world)
        }
    }

    /// Waits, with the streams paused, until each page has what the server has of its world.
    ///
    /// - Returns: What both have; what they have at the end of the limit if that differs.
    private func settle(
        _ clients: [PageClient]
    ) async throws -> (pages: [GamePagesChecks.Page], worlds: [GameControl.World]) {
        let deadline = ContinuousClock.now + GamePagesPlan.drainLimit
        while true {
            let worlds = try await worlds(of: clients)
            let pages = try await ConcurrentWork.run(
                clients.count, atOnce: GamePagesPlan.atOnce
            ) { number in
                let state = try await clients[number].state()
                return GamePagesChecks.Page(received: state.received, digest: state.digest)
            }
            let isSettled = zip(pages, worlds).allSatisfy {
                $0.received == $1.sent && $0.digest == $1.digest
            }
            if isSettled || ContinuousClock.now > deadline { return (pages, worlds) }
            try Interruption.current.check()
            try await Task.sleep(for: GamePlan.pollInterval)
        }
    }

    private static var fault: String? {
        Launcher.isOptimized ? nil : "this is a debug build, whose timings are meaningless"
    }
}
