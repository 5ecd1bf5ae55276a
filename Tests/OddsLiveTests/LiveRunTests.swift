import Logging
import NIOCore
import OddsClient
import OddsExperiments
import OddsLedger
import OddsResults
import OddsSimulator
import OddsTraffic
import Testing

@testable import OddsLive
@testable import OddsServer

/// Runs over real sockets, against a server in this process. Bounds on times
/// are one-sided: what was made to take a time must not be reported as less.
@Suite(.serialized, .timeLimit(.minutes(10))) struct LiveRunTests {
    private static func run(
        _ plan: LivePlan, faults: FaultPlan = FaultPlan(), claimsVersion: String? = nil,
        stamps: Bool = true,
        whenItOpens: @escaping @Sendable (EMServer) async throws -> Void = { _ in }
    ) async throws -> RunResult {
        var world = TrafficConfiguration()
        world.events = 12
        world.markets = 6
        world.rate = 500
        var configuration = ServerConfiguration()
        configuration.stampsFrames = stamps
        configuration.faults = faults
        var logger = Logger(label: "test")
        logger.logLevel = .error
        let server = try await EMServer.start(configuration, logger: logger) { [world] offset in
            try WorldSource(world, versionOffset: offset)
        }
        let (opening, opened) = AsyncStream.makeStream(of: Void.self)
        do {
            var outputs = LiveOutputs()
            outputs.receive = { if $0.phase == .measuring { opened.finish() } }
            let progress = ExperimentProgress(command: "live", line: nil, outputs: outputs)
            progress.begin(.init(position: "live", strategy: "graph", scheduledSeconds: 1))
            let run = LiveRun(
                plan: plan, feed: .socket(ClientConfiguration(url: server.url)),
                server: ServerInProcess(server, claimsVersion: claimsVersion),
                progress: progress)
            async let accident: Void = {
                for await _ in opening {}
                try await whenItOpens(server)
            }()
            let result = try await run.run()
            try await accident
            try await server.stop()
            return result
        } catch {
            try await server.stop()
            throw error
        }
    }

    private static var plan: LivePlan {
        var plan = LivePlan()
        plan.warmup = .milliseconds(200)
        plan.duration = .seconds(2)
        return plan
    }

    private static func account(_ run: RunResult) throws -> LiveFigures.Account {
        let account = try #require(run.live?.account)
        let parts = [account.seen, account.superseded, account.unseen]
        #expect(parts.reduce(0) { $0 + $1.frames } == account.offered.frames)
        #expect(parts.reduce(0) { $0 + $1.records } == account.offered.records)
        #expect(run.unserved.updates == account.unseen.records)
        #expect(run.responseTime.count == UInt64(account.offered.frames))
        return account
    }

    @Test("All that is scheduled counts, on every channel")
    func channels() async throws {
        var plan = Self.plan
        plan.clients = 2
        plan.channels = 2
        let run = try await Self.run(plan)
        #expect(try Self.account(run).offered.frames > 0)
        // A debug build is invalid for that alone.
        #expect(run.status == .invalid)
        #expect(run.live?.truth == LiveFigures.Truth(channels: 4, differing: 0))
    }

    @Test("Frames that do not say when they were due have no times, and the run is no OK")
    func unstampedFrames() async throws {
        let run = try await Self.run(Self.plan, stamps: false)
        #expect(run.status == .invalid)
        #expect(run.serviceTime.count == 0)
        #expect(try #require(run.reason).contains("start it with --stamp"))
    }

    @Test("An interruption closes the window early")
    func interruption() async throws {
        let interruption = Interruption { _ in }
        var plan = Self.plan
        plan.duration = .seconds(60)
        let run = try await Interruption.$current.withValue(interruption) { [plan] in
            try await interruption.during({ _ in }) {
                try await Self.run(plan) { _ in interruption.request(2) }
            }
        }
        let measured = try #require(run.cutShortNanoseconds)
        #expect(measured < 60_000_000_000)
        #expect(run.live?.truth == LiveFigures.Truth(channels: 1, differing: 0))
    }

    @Test("A channel that does not become consistent differs, and the window is kept")
    func neverConsistent() async throws {
        var plan = Self.plan
        plan.channels = 2
        plan.consistencyLimit = .zero
        let run = try await Self.run(plan, claimsVersion: "none")
        #expect(try Self.account(run).offered.frames > 0)
        #expect(run.status == .invalid)
        let truth = try #require(run.live?.truth)
        #expect(truth.differing == 2)
        #expect(try #require(truth.reason).contains("did not have version none"))
        #expect(run.reason == truth.failure)
    }

    @Test("What is due while clients are disconnected counts until the new dump")
    func storm() async throws {
        var plan = Self.plan
        plan.storms = 1
        // Sanitized clients need seconds to come back, and are to do so within the window.
        plan.duration = .seconds(6)
        let late = FaultPlan(rules: [FaultRule(.lateDump, milliseconds: 400)])
        let run = try await Self.run(plan, faults: late)
        let account = try Self.account(run)
        #expect(account.superseded.frames > 0)
        #expect(try #require(run.responseTime.max) >= 300_000_000)
        #expect(try #require(run.live?.timeToConsistent?.max) >= 300_000_000)
    }

    @Test("A generator that stops within the window is late by as much, and so is what it offers")
    func frozenGenerator() async throws {
        let run = try await Self.run(Self.plan) { server in
            try await server.world(for: "a test").loop.submit {
                let end = NIODeadline.now() + .milliseconds(400)
                while NIODeadline.now() < end {}
            }.get()
        }
        let account = try Self.account(run)
        #expect(account.offered.frames > 0)
        #expect(try #require(run.live?.generatorLateness?.max) >= 300_000_000)
        #expect(try #require(run.responseTime.max) >= 300_000_000)
    }

    @Test("A connection that stalls is the response time's, and not the generator's")
    func stalledConnection() async throws {
        let stall = FaultRule(.stall, everySeconds: 0.3, milliseconds: 300)
        let run = try await Self.run(Self.plan, faults: FaultPlan(rules: [stall]))
        _ = try Self.account(run)
        #expect(try #require(run.live?.undelayedResponseTime?.max) >= 100_000_000)
    }
}

/// A server in this process, without its HTTP control.
struct ServerInProcess: LiveServer {
    let server: EMServer

    /// What it says that the version of each topic is, in place of the truth.
    let claimsVersion: String?

    init(_ server: EMServer, claimsVersion: String?) {
        self.server = server
        self.claimsVersion = claimsVersion
    }

    func pause() async throws { _ = try await server.pause() }
    func resume() async throws { _ = try await server.resume() }
    func endFaults() async throws { try await server.setFaults(FaultPlan()) }

    func truth(of topic: String) async throws -> TopicTruth {
        let truth = TopicTruth(document: try await server.truth(of: topic))
        return claimsVersion.map { TopicTruth(state: truth.state, version: $0) } ?? truth
    }

    func metrics() async throws -> [String: Int] {
        ["emsim_records_due_total": server.metrics.value(of: .recordsDue)]
    }

    func noteFrames(of topics: [String]) async throws {
        try await server.noteFrames(of: topics)
    }

    func ledgerProgress() async throws -> LedgerProgress {
        try #require(await server.ledgerProgress())
    }

    func ledgerFrames(of topic: String) async throws -> [LedgerFrame] {
        try #require(await server.ledgerFrames(of: topic))
    }
}
