import OddsResults
import Testing

@testable import OddsPlatformLoad

/// The schedule is a function of the plan.
@Suite struct RequestScheduleTests {
    private func plan(_ change: (inout PlatformPlan) -> Void = { _ in }) -> PlatformPlan {
        var plan = PlatformPlan()
        plan.players = 50
        plan.rate = 1_000
        plan.warmup = .seconds(1)
        plan.duration = .seconds(9)
        change(&plan)
        return plan
    }

    @Test func sameSeedGivesTheSameRequests() {
        let requests = Array(RequestSchedule(plan()))
        #expect(requests == Array(RequestSchedule(plan())))
        #expect(requests != Array(RequestSchedule(plan { $0.seed = 43 })))
    }

    @Test func requestsAreInOrderAndWithinTheSchedule() {
        let times = RequestSchedule(plan()).map(\.nanoseconds)
        #expect(times == times.sorted())
        #expect(times.allSatisfy { $0 < 10_000_000_000 })
        // 10,000 are due on average; five standard deviations of a Poisson process.
        #expect(abs(times.count - 10_000) < 500)
    }

    @Test func constantArrivalHasEqualIntervals() {
        let times = RequestSchedule(plan { $0.arrival = .constant }).map(\.nanoseconds)
        #expect(times.count == 9_999)
        #expect(zip(times, times.dropFirst()).allSatisfy { $1 - $0 == 1_000_000 })
    }

    @Test func routesHaveTheirSharesAndAllPlayersTakePart() throws {
        let mix = try PlatformMix("login=1,balance=3")
        let requests = Array(RequestSchedule(plan { $0.mix = mix }))
        #expect(Set(requests.map(\.route)) == [.login, .balance])
        let logins = requests.count { $0.route == .login }
        #expect(abs(Double(logins) / Double(requests.count) - 0.25) < 0.025)
        #expect(Set(requests.map(\.player)) == Set(0..<50))
    }

    @Test func stormsAreEvenlyOverTheWindow() {
        let plan = plan { $0.storms = 2 }
        #expect([0, 1].map(plan.start(ofStorm:)) == [.seconds(3), .seconds(6)])
    }
}
