import OddsResults
import OddsSimulator
import PlatformFixture
import Testing

@testable import OddsPlatformLoad

/// Whole runs over sockets, against a platform in this process. Their times say nothing in a
/// debug build, which is what makes them INVALID; what they count does.
@Suite(.serialized, .timeLimit(.minutes(5))) struct PlatformLoadTests {
    private static func run(
        faults: FaultPlan? = nil, isLedgerRight: Bool = true, isSilentAtEnd: Bool = false,
        _ change: (inout PlatformPlan) -> Void = { _ in }
    ) async throws -> PlatformRun {
        var plan = PlatformPlan()
        plan.players = 20
        plan.rate = 200
        plan.warmup = .milliseconds(200)
        plan.duration = .seconds(1)
        plan.hasFaults = faults != nil
        change(&plan)
        var result: PlatformRun?
        try await withPlatform { [plan] running in
            if let faults { running.faults.set(faults) }
            let service = ServedPlatform(
                running: running, isLedgerRight: isLedgerRight, isSilentAtEnd: isSilentAtEnd)
            result = try await PlatformLoad(plan: plan, service: service).run()
        }
        return try #require(result)
    }

    private static func answers(_ run: PlatformRun, _ route: ServiceRoute, _ status: Int) -> Int {
        run.exchanges.first { $0.route == route.path && $0.status == status }?.client ?? 0
    }

    @Test func allRoutesAreAskedForAndAllAddsUp() async throws {
        let mix = try PlatformMix("login=1,balance=2,cashier=1,payment=2,status=2")
        let run = try await Self.run { $0.mix = mix }
        #expect(run.failedCheck == nil)
        #expect(run.checks.map(\.name) == [
            "ledger", "balances", "deposits", "requests", "logins", "sessions",
        ])
        #expect(run.routes.map(\.route) == PlatformRoute.allCases)
        for figures in run.routes {
            #expect(figures.due > 0 && figures.answered == figures.due, "\(figures.route)")
            #expect(figures.failures.isEmpty && figures.unsent == 0)
            #expect(Int(figures.responseTime.count) == figures.answered)
        }
        #expect(run.exchanges.allSatisfy { $0.client == $0.server && $0.status == 200 })
        #expect(run.lost.isEmpty)
        #expect(run.money.deposits > 0 && run.money.paid == run.money.credited)
        #expect(run.sessions.refreshes == 0 && run.sessions.refused == 0)
        let logins = try #require(run[.login])
        // Those of the warm-up, too.
        #expect(run.sessions.logins >= logins.answered + 20)
    }

    /// On a busy machine the service may answer no more when all is measured.
    @Test func whatWasMeasuredIsKeptWithoutTheChecks() async throws {
        let run = try await Self.run(isSilentAtEnd: true)
        #expect(run.status == .invalid)
        #expect(
            run.reason
                == "the checks could not be made: the ledger did not answer within 10 seconds")
        #expect(run.checks.isEmpty && run.failedCheck == nil)
        #expect(run.achievedRate > 0 && !run.routes.isEmpty)
    }

    @Test func aStormOfOnePlayerTakesOneLogin() async throws {
        let mix = try PlatformMix("balance=1")
        let run = try await Self.run {
            $0.players = 1
            $0.rate = 1
            $0.mix = mix
            $0.storms = 1
            // All of them carry the ended session before the first one is refused. Not so
            // many that sanitized code, beside other tests, needs longer than a request may.
            $0.stormRequests = 200
        }
        #expect(run.failedCheck == nil)
        #expect(run.sessions.storms == 1 && run.sessions.expired == 1)
        #expect(run.sessions.logins == 1)
        #expect(run.sessions.refreshes == 1)
        #expect(run.sessions.refused > 1)
        #expect(run.sessions.repeated == run.sessions.refused)
        #expect(try #require(run[.balance]).answered >= 200)
        #expect(Self.answers(run, .login, 200) == 2)
    }

    @Test func eachPlayerRenewsAnEndedSessionOnce() async throws {
        let run = try await Self.run { $0.storms = 2 }
        #expect(run.failedCheck == nil)
        #expect(run.sessions.storms == 2 && run.sessions.expired >= 20)
        #expect(run.sessions.refreshes > 0)
        #expect(run.sessions.refreshesOfOnePlayer <= 2)
    }

    /// Answers are cut off after their effect: the money is there once all the same.
    @Test func lostAnswersLoseNoMoney() async throws {
        let faults = FaultPlan(rules: [
            FaultRule(.httpCut, probability: 0.2), FaultRule(.httpGarbage, probability: 0.1),
            FaultRule(.httpStatus, probability: 0.1, status: 503),
            FaultRule(.sessionExpiry, probability: 0.05),
            FaultRule(.refuseLogin, probability: 0.2),
        ])
        let mix = try PlatformMix("login=1,balance=1,payment=8")
        let run = try await Self.run(faults: faults) {
            $0.mix = mix
            $0.rate = 100
        }
        #expect(run.failedCheck == nil, "\(run.checks)")
        #expect(!run.lost.isEmpty)
        #expect(run.money.deposits > 0 && run.money.paid == run.money.credited)
    }

    @Test func whatIsNotSentIsCounted() async throws {
        let run = try await Self.run { $0.requestsMax = 0 }
        #expect(run.failedCheck == nil)
        #expect(run.due > 0 && run.unsent == run.due)
        #expect(run.achievedRate == 0)
    }

    @Test func aLedgerThatIsWrongMakesARunInvalid() async throws {
        let run = try await Self.run(isLedgerRight: false)
        #expect(run.status == .invalid)
        #expect(run.failedCheck?.name == "ledger")
        #expect(run.reason?.hasPrefix("ledger: ") == true)
    }
}
