import Testing

@testable import OddsPlatformLoad

/// The schedule is a function of the plan, fixed before the run.
@Suite struct TicketScheduleTests {
    private func plan(_ change: (inout BettingPlan) -> Void = { _ in }) -> BettingPlan {
        var plan = BettingPlan()
        plan.players = 50
        plan.rate = 1_000
        plan.delays = [.zero, .milliseconds(100), .seconds(1)]
        plan.warmup = .seconds(1)
        plan.duration = .seconds(9)
        change(&plan)
        return plan
    }

    @Test func sameSeedGivesTheSameTickets() {
        let tickets = Array(TicketSchedule(plan()))
        #expect(tickets == Array(TicketSchedule(plan())))
        #expect(tickets != Array(TicketSchedule(plan { $0.seed = 43 })))
    }

    @Test func ticketsAreInOrderAndWithinTheSchedule() {
        let times = TicketSchedule(plan()).map(\.nanoseconds)
        #expect(times == times.sorted())
        #expect(times.allSatisfy { $0 < 10_000_000_000 })
        // 10,000 are due on average; five standard deviations of a Poisson process.
        #expect(abs(times.count - 10_000) < 500)
    }

    @Test func eachTicketHasAKeyOfItsOwn() {
        let keys = TicketSchedule(plan()).map(\.key)
        #expect(Set(keys).count == keys.count)
    }

    @Test func playersAndDelaysTakePartAlike() {
        let tickets = Array(TicketSchedule(plan()))
        #expect(Set(tickets.map(\.player)) == Set(0..<50))
        for delay in 0..<3 {
            let share = Double(tickets.count { $0.delay == delay }) / Double(tickets.count)
            #expect(abs(share - 1 / 3) < 0.03)
        }
    }

    /// Nine of ten are singles, the others have two to four selections; stakes are of 1.00 to
    /// 10.00.
    @Test func selectionsAndStakesAreOfTheirRanges() {
        let tickets = Array(TicketSchedule(plan()))
        #expect(Set(tickets.map(\.selectionCount)) == [1, 2, 3, 4])
        let singles = Double(tickets.count { $0.selectionCount == 1 }) / Double(tickets.count)
        #expect(abs(singles - 0.9) < 0.02)
        #expect(tickets.map(\.cents).min() ?? 0 >= 100 && tickets.map(\.cents).max() ?? 0 <= 1_000)
        #expect(Set(tickets.map(\.cents)).count > 800)
    }
}
