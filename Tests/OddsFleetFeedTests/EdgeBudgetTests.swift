import OddsFleetFeed
import OddsTestInputs
import Testing

/// What sessions and an edge may ask of a source.
@Suite struct EdgeBudgetTests {
    private static let second: UInt64 = 1_000_000_000

    /// How many of some attempts at one time were granted, and the last refusal.
    private func attempt(
        _ count: Int, _ body: () throws(EdgeBudgets.Refusal) -> Void
    ) -> (granted: Int, refusal: EdgeBudgets.Refusal?) {
        var (granted, last): (Int, EdgeBudgets.Refusal?) = (0, nil)
        for _ in 0..<count {
            do throws(EdgeBudgets.Refusal) {
                try body()
                granted += 1
            } catch {
                last = error
            }
        }
        return (granted, last)
    }

    @Test("A session opens 16 new topics a minute, and is told when it may open the next")
    func sessionTopics() {
        var budgets = EdgeBudgets()
        let first = attempt(256) { () throws(EdgeBudgets.Refusal) in
            try budgets.openTopic(for: 7, now: 5)
        }
        #expect(first.granted == 16 && budgets.refusedTopics == 240)
        #expect(first.refusal?.seconds == 4)
        #expect(first.refusal?.reason == "a session may open 16 new topics a minute")
        let early = attempt(1) { () throws(EdgeBudgets.Refusal) in
            try budgets.openTopic(for: 7, now: 3 * Self.second)
        }
        #expect(early.granted == 0 && early.refusal?.seconds == 1)
        let inTime = attempt(2) { () throws(EdgeBudgets.Refusal) in
            try budgets.openTopic(for: 7, now: 4 * Self.second)
        }
        #expect(inTime.granted == 1)
        let rested = attempt(30) { () throws(EdgeBudgets.Refusal) in
            try budgets.openTopic(for: 7, now: 100 * Self.second)
        }
        #expect(rested.granted == 16)
    }

    @Test("All sessions of an edge open 256 new topics a minute together")
    func edgeTopics() {
        var budgets = EdgeBudgets()
        var client: UInt64 = 0
        let all = attempt(400) { () throws(EdgeBudgets.Refusal) in
            client += 1
            try budgets.openTopic(for: client, now: 0)
        }
        #expect(all.granted == 256)
        #expect(all.refusal?.reason == "an edge may open 256 new topics a minute")
        #expect(all.refusal?.seconds == 1)
        // What was refused costs a session nothing, and a client that is gone has no state.
        let later = attempt(16) { () throws(EdgeBudgets.Refusal) in
            try budgets.openTopic(for: 399, now: 60 * Self.second)
        }
        #expect(later.granted == 16)
        for client in 0...400 as ClosedRange<UInt64> { budgets.forget(client) }
        #expect(budgets.sessionCount == 0)
    }

    @Test("A session gets 32 dumps at once, then one a second; others have their own")
    func dumps() {
        var budgets = EdgeBudgets()
        let first = attempt(256) { () throws(EdgeBudgets.Refusal) in
            try budgets.giveDump(to: 1, now: 0)
        }
        #expect(first.granted == 32 && budgets.refusedDumps == 224)
        #expect(first.refusal?.seconds == 1)
        let next = attempt(5) { () throws(EdgeBudgets.Refusal) in
            try budgets.giveDump(to: 1, now: 2 * Self.second)
        }
        #expect(next.granted == 2)
        let other = attempt(32) { () throws(EdgeBudgets.Refusal) in
            try budgets.giveDump(to: 2, now: 0)
        }
        #expect(other.granted == 32 && budgets.refusedTopics == 0)
    }

    @Test("In no stretch of time more is granted than a burst and the pace", arguments: [61, 62])
    func pace(seed: UInt64) {
        print("seed \(seed)")
        var random = SplitMix64(seed: seed)
        var budget = RateBudget(burst: 16, interval: 100)
        var granted: [UInt64] = []
        var now: UInt64 = 0
        for _ in 0..<20_000 {
            now += UInt64(random.below(random.chance(2) ? 3_000 : 60))
            let wait = budget.wait(now: now)
            if wait > 0 {
                // Not a nanosecond earlier.
                #expect(budget.wait(now: now + wait - 1) == 1)
                #expect(budget.wait(now: now + wait) == 0)
                continue
            }
            budget.take(now: now)
            granted.append(now)
        }
        for count in [17, 40, 200] {
            for (start, end) in zip(granted, granted.dropFirst(count - 1)) {
                #expect(UInt64(count - 16) * 100 <= end - start)
            }
        }
        #expect(granted.count > 2_000)
    }
}
