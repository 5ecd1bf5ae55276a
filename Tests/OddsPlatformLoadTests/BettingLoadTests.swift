import OddsClient
import OddsLive
import OddsReconstruction
import OddsResults
import OddsServer
import OddsSimulator
import OddsTraffic
import PlatformFixture
import ServiceLifecycle
import Testing

@testable import OddsPlatformLoad

/// Whole runs over sockets, against a feed and a platform in this process. Their times say
/// nothing in a debug build, which is what makes them INVALID; what they count does.
@Suite(.serialized, .timeLimit(.minutes(5))) struct BettingLoadTests {
    private static func run(
        faults: FaultPlan? = nil, isLedgerRight: Bool = true, isSilentAtEnd: Bool = false,
        _ change: (inout BettingPlan) -> Void = { _ in }
    ) async throws -> BettingRun {
        var plan = BettingPlan()
        plan.players = 10
        plan.rate = 150
        plan.warmup = .milliseconds(300)
        plan.duration = .seconds(1)
        plan.hasFaults = faults != nil
        change(&plan)
        var traffic = TrafficConfiguration()
        traffic.events = 20
        traffic.markets = 5
        traffic.rate = 400
        var result: BettingRun?
        try await withPlatform(beside: traffic) { [plan] running, feed in
            if let faults { running.faults.set(faults) }
            result = try await withControl(of: feed) { control in
                try await BettingLoad(
                    plan: plan,
                    service: ServedPlatform(
                        running: running, isLedgerRight: isLedgerRight,
                        isSilentAtEnd: isSilentAtEnd),
                    feed: .socket(ClientConfiguration(url: feed.url)),
                    server: try ServerControl(control)
                ).run()
            }
        }
        return try #require(result)
    }

    /// Serves the control of a feed for as long as the body takes.
    private static func withControl<Value: Sendable>(
        of feed: EMServer, _ body: (_ control: String) async throws -> Value
    ) async throws -> Value {
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let services = ServiceGroup(
            configuration: .init(
                services: [ControlServer(feed).service { continuation.yield($0) }],
                logger: feed.logger))
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await services.run() }
            var iterator = ports.makeAsyncIterator()
            let port = try #require(await iterator.next())
            let value = try await body("http://127.0.0.1:\(port)")
            await services.triggerGracefulShutdown()
            try await tasks.waitForAll()
            return value
        }
    }

    private static func count(_ run: BettingRun, _ code: String) -> Int {
        run.tickets.refusals.first { $0.code == code }?.count ?? 0
    }

    @Test func allTicketsAreAnsweredAndAllAddsUp() async throws {
        let run = try await Self.run { $0.delays = [.zero, .milliseconds(500)] }
        #expect(run.failedCheck == nil, "\(run.checks)")
        #expect(run.checks.map(\.name) == ["ledger", "balances", "bets", "requests", "logins"])
        let tickets = run.tickets
        #expect(tickets.due > 0 && tickets.unsent == 0)
        #expect(tickets.answered + tickets.failed == tickets.due)
        #expect(tickets.placed + tickets.refused == tickets.answered)
        #expect(Int(tickets.responseTime.count) == tickets.answered)
        // Those of the warm-up are money, too. On a busy machine all odds may have moved.
        #expect(tickets.answered > 0 && run.money.bets >= tickets.placed)
        let compared = run.curve.reduce(0) { $0 + $1.tickets }
        #expect(compared == tickets.placed + Self.count(run, "906") + Self.count(run, "106"))
        #expect(run.curve.map(\.delayNanoseconds) == [0, 500_000_000])
        #expect(run.curve.reduce(0) { $0 + $1.changed } == Self.count(run, "906"))
        #expect(run.exchanges.allSatisfy { $0.client == $0.server })
        #expect(run.lost.isEmpty)
        for feed in [run.feedAlone, run.feed] {
            #expect(feed.frames > 0 && Int(feed.responseTime.count) == feed.frames)
            // On a busy machine most may still be on their way when the window closes.
            let areAllSeen = feed.achievedRate == feed.offeredRate
            #expect(areAllSeen == (feed.unseenFrames == 0) && feed.unseenFrames < feed.frames)
            #expect(feed.windowNanoseconds == 1_000_000_000)
        }
        // On a busy machine none may be answered before the window closes.
        #expect(tickets.placedRate <= tickets.achievedRate)
        // The state of this platform is in memory.
        let commits = try #require(run.commits)
        #expect(commits.transactions >= commits.commits && commits.commits > 0)
        #expect(commits.synced == 0 && commits.nanoseconds > 0)
        // A debug build is invalid for that alone.
        #expect(run.status == .invalid)
    }

    /// On a busy machine the service may answer no more when all is measured.
    @Test func whatWasMeasuredIsKeptWithoutTheChecks() async throws {
        let run = try await Self.run(isSilentAtEnd: true)
        #expect(run.status == .invalid)
        #expect(
            run.reason
                == "the checks could not be made: the ledger did not answer within 10 seconds")
        #expect(run.checks.isEmpty && run.failedCheck == nil)
        #expect(run.tickets.answered > 0 && run.feed.frames > 0)
    }

    /// Before its first dump a client knew nothing.
    @Test func aTicketOfLongAgoHasNothingToName() async throws {
        let run = try await Self.run { $0.delays = [.seconds(100 * 24 * 3_600)] }
        #expect(run.failedCheck == nil, "\(run.checks)")
        #expect(run.tickets.failures == [.init(error: "noOpenOffer", count: run.tickets.due)])
        #expect(run.tickets.due > 0 && run.money.bets == 0)
    }

    /// Some odds that are as old as the whole run are refused, unless any are taken.
    @Test func oldOddsAreRefused() async throws {
        let delays: [Duration] = [.milliseconds(1_300)]
        let strict = try await Self.run { $0.delays = delays }
        #expect(strict.failedCheck == nil, "\(strict.checks)")
        #expect(Self.count(strict, "906") > 0)
        let lax = try await Self.run {
            $0.delays = delays
            $0.policy = .any
        }
        #expect(lax.failedCheck == nil, "\(lax.checks)")
        #expect(Self.count(lax, "906") == 0 && lax.tickets.placed > 0)
    }

    @Test func eachStrategyReadsTheOdds() async throws {
        for strategy in StrategyName.all {
            let run = try await Self.run { $0.strategy = strategy }
            #expect(run.failedCheck == nil, "\(run.checks)")
            #expect(run.strategy == strategy.text && run.tickets.placed > 0)
        }
    }

    /// Answers are cut off after their effect: each ticket is placed once all the same.
    @Test func lostAnswersPlaceNoTicketTwice() async throws {
        let faults = FaultPlan(rules: [
            FaultRule(.httpCut, probability: 0.3), FaultRule(.httpGarbage, probability: 0.1),
            FaultRule(.httpStatus, probability: 0.1, status: 503),
            FaultRule(.sessionExpiry, probability: 0.05),
            FaultRule(.refuseLogin, probability: 0.1),
        ])
        let run = try await Self.run(faults: faults) { $0.rate = 60 }
        #expect(run.failedCheck == nil, "\(run.checks)")
        #expect(!run.lost.isEmpty)
        #expect(run.money.bets > 0)
    }

    @Test func whatIsNotSentIsCounted() async throws {
        let run = try await Self.run { $0.ticketsMax = 0 }
        #expect(run.failedCheck == nil, "\(run.checks)")
        #expect(run.tickets.due > 0 && run.tickets.unsent == run.tickets.due)
        #expect(run.money.bets == 0)
    }

    @Test func aLedgerThatIsWrongMakesARunInvalid() async throws {
        let run = try await Self.run(isLedgerRight: false)
        #expect(run.status == .invalid)
        #expect(run.failedCheck?.name == "ledger")
        #expect(run.reason?.hasPrefix("ledger: ") == true)
    }
}
