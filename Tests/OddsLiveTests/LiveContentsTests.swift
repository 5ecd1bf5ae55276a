import OddsClient
import OddsExperiments
import OddsLedger
import OddsResults
import OddsSimulator
import OddsTraffic
import PlatformFixture
import Testing

@testable import OddsLive

/// Runs over real sockets of SportRadar's wire, against a server in this process. Bounds on
/// times are one-sided, as in `LiveRunTests`.
@Suite(.serialized, .timeLimit(.minutes(10))) struct LiveContentsTests {
    private static func run(
        _ plan: LivePlan, faults: FaultPlan = FaultPlan(), stamps: Bool = true,
        contents: [SportRadarContent] = []
    ) async throws -> RunResult {
        var world = TrafficConfiguration()
        world.events = 60
        world.markets = 4
        world.rate = 500
        var result: RunResult?
        try await withContents(of: world) {
            $0.stampsFrames = stamps
            $0.faults = faults
        } _: { running in
            let endpoint = try SportRadarEndpoint(running.url)
            do {
                let feed = LiveFeed.contents(LiveContents(endpoint, contents: contents))
                let server = ContentServerInProcess(running: running)
                result = try await LiveRun(plan: plan, feed: feed, server: server).run()
                await endpoint.shutDown()
            } catch {
                await endpoint.shutDown()
                throw error
            }
        }
        return try #require(result)
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
        #expect(run.responseTime.count == UInt64(account.offered.frames))
        return account
    }

    @Test("All that is scheduled counts, on every content, and is seen in time")
    func contents() async throws {
        var plan = Self.plan
        plan.clients = 2
        plan.channels = 2
        let run = try await Self.run(plan)
        let account = try Self.account(run)
        #expect(account.seen.frames > 0)
        #expect(run.serviceTime.count > 0)
        #expect(run.live?.truth == LiveFigures.Truth(channels: 4, differing: 0))
        // SR-N4.
        let socket = try #require(run.live?.counts.socket)
        #expect(socket.socketFramesRejected == 0 && socket.elementsRejected == 0)
        #expect(socket.errorFrames == [:] && socket.changesIgnored == 0)
    }

    @Test("Frames that do not say when they were due have no times, and the run is no OK")
    func unstampedFrames() async throws {
        let run = try await Self.run(Self.plan, stamps: false)
        #expect(run.status == .invalid)
        #expect(run.serviceTime.count == 0)
        #expect(try Self.account(run).seen.frames == 0)
        #expect(try #require(run.reason).contains("start it with --stamp"))
    }

    @Test("What is due while clients are disconnected counts until the content comes whole")
    func storm() async throws {
        var plan = Self.plan
        plan.storms = 1
        plan.duration = .seconds(6)
        let late = FaultPlan(rules: [FaultRule(.lateRefresh, milliseconds: 400)])
        let run = try await Self.run(plan, faults: late)
        #expect(try Self.account(run).superseded.frames > 0)
        #expect(try #require(run.responseTime.max) >= 300_000_000)
        #expect(run.live?.truth?.differing == 0)
        // SR-N4.
        #expect(try #require(run.live?.counts.socket).changesBeforeRefreshed > 0)
    }

    @Test("After chaos every content is the server's, and frames with faults keep their stamps")
    func chaos() async throws {
        var plan = Self.plan
        plan.clients = 3
        plan.hasFaults = true
        plan.duration = .seconds(8)
        plan.quiet = .seconds(3)
        let sport = SportRadarContent.liveEvents(sport: "FBL")
        plan.channels = 2
        let chaos = try #require(FaultPresets.named("chaos"))
        let run = try await Self.run(plan, faults: chaos, contents: [sport, .liveSports])
        #expect(try Self.account(run).seen.frames > 0)
        #expect(run.live?.truth == LiveFigures.Truth(channels: 6, differing: 0))
    }

    @Test("More channels than there are pages of live events are an error that says what to do")
    func tooManyChannels() async throws {
        var plan = Self.plan
        plan.channels = 400
        await #expect {
            _ = try await Self.run(plan)
        } throws: { error in
            let failure = ExperimentFailure(error)
            return failure?.status == .usage && failure?.message.contains("--events") == true
        }
    }
}

/// A server of contents in this process, without its HTTP control.
struct ContentServerInProcess: LiveServer {
    let running: RunningContents

    func pause() async throws { _ = try await running.server.pause() }
    func resume() async throws { _ = try await running.server.resume() }
    func endFaults() async throws { try await running.setFaults(FaultPlan()) }

    func truth(of topic: String) async throws -> TopicTruth {
        TopicTruth(document: try await running.server.truth(ofContent: topic))
    }

    func metrics() async throws -> [String: Int] { [:] }

    func noteFrames(of topics: [String]) async throws {
        try await running.server.noteFrames(of: [], contents: topics)
    }

    func ledgerProgress() async throws -> LedgerProgress {
        try #require(await running.server.ledgerProgress())
    }

    func ledgerFrames(of topic: String) async throws -> [LedgerFrame] {
        try #require(await running.server.ledgerFrames(of: topic))
    }
}
