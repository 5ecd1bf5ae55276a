import OddsMeasurement
import Testing

@testable import OddsResults

/// The mix of routes and the conditions of `bench platform`, as people write them.
@Suite struct PlatformMixTests {
    @Test func weightsAreRelative() throws {
        let mix = try PlatformMix("balance = 3, login=1")
        #expect(mix.share(of: .login) == 0.25)
        #expect(mix.share(of: .balance) == 0.75)
        #expect(mix.share(of: .payment) == 0)
        #expect(mix.text == "login=1,balance=3")
        #expect(try PlatformMix(mix.text) == mix)
        #expect(try PlatformMix("status=0.5,login=0").text == "status=0.5")
        #expect(try PlatformMix(PlatformMix.standard.text) == .standard)
    }

    @Test func eachFractionHasARoute() throws {
        let mix = try PlatformMix("login=1,balance=3")
        #expect(mix.route(at: 0) == .login)
        #expect(mix.route(at: 0.249) == .login)
        #expect(mix.route(at: 0.25) == .balance)
        #expect(mix.route(at: 1.0.nextDown) == .balance)
    }

    @Test(arguments: [
        "", "login", "login=", "login=x", "login=-1", "login=0", "login=1,login=2", "logon=1",
        "login=1,", "login=1=2",
    ])
    func whatIsNoMixIsRefused(text: String) {
        #expect(throws: PlatformMix.Refusal.self) { try PlatformMix(text) }
    }

    @Test func misspeltRoutesAreAnswered() {
        let error = #expect(throws: PlatformMix.Refusal.self) { try PlatformMix("ballance=1") }
        #expect(error?.description.contains("did you mean 'balance'") == true)
    }

    private static func run(p99 nanoseconds: UInt64, unsent: Int = 0) -> PlatformRun {
        var times = LatencyHistogram()
        for _ in 0..<1_000 { times.record(nanoseconds) }
        let summary = LatencySummary(times)
        var run = PlatformRun(repetition: 1, lateness: summary)
        var figures = PlatformRouteFigures(
            route: .balance, share: 1, responseTime: summary, serviceTime: summary)
        figures.unsent = unsent
        run.routes = [figures]
        return run
    }

    @Test func conditionsAreOfOneRoute() throws {
        let condition = try PlatformCondition("balance.responseTime.p99>50ms")
        #expect(condition.outcome(for: Self.run(p99: 60_000_000)) == .fails)
        #expect(condition.outcome(for: Self.run(p99: 40_000_000)) == .holds)
        let other = try PlatformCondition("login.responseTime.p99>50ms")
        #expect(other.outcome(for: Self.run(p99: 60_000_000)) == .unknown)
    }

    /// What was not sent would have taken longer, nobody knows how long.
    @Test func aLowerBoundShowsFailureOnly() throws {
        let condition = try PlatformCondition("balance.responseTime.p99>50ms")
        #expect(condition.outcome(for: Self.run(p99: 60_000_000, unsent: 1)) == .fails)
        #expect(condition.outcome(for: Self.run(p99: 40_000_000, unsent: 1)) == .unknown)
    }

    @Test(arguments: [
        "responseTime.p99>50ms", "balance>1", "balance.responseTime.p99", "balance.nothing>1",
        "balance.memory.allocatedBytes>1MiB", "balance.responseTime.p99>50",
    ])
    func whatIsNoConditionIsRefused(text: String) {
        #expect(throws: PlatformCondition.Refusal.self) { try PlatformCondition(text) }
    }
}
