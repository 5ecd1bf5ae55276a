import Testing

@testable import PeerBenchmarks

/// A goal is decided by the interval of what was measured, where it has one.
@Suite struct GoalTests {
    /// Processes of ours and of one other, whose costs are multiples of ours.
    private func compared(
        _ task: String, _ workload: String, _ implementation: String, _ role: Role,
        _ ratios: [Double]
    ) -> [PeerResult] {
        func series(_ name: String, _ role: Role, _ cost: Double) -> Series {
            Series(
                task: task, workload: workload, implementation: name, omissions: "", role: role,
                nanosecondsPerRecord: [cost], frames: 1, records: 1, bytes: 1)
        }
        return PeerResult.lines(
            ratios.map { [series("ours", .ours, 10), series(implementation, role, 10 * $0)] })
    }

    /// Six processes of an even spread around a ratio.
    private func spread(_ ratio: Double) -> [Double] {
        [0.8, 0.9, 1, 1, 1 / 0.9, 1 / 0.8].map { $0 * ratio }
    }

    private func simdjson(_ ratios: [Double]) throws -> Goal {
        let lines = compared("apply", "odds", SimdjsonApply.name, .rival, ratios)
        return try #require(Goal.all(tasks: lines, styles: [], growth: [], churn: []).first)
    }

    @Test("A ratio is met or missed only if its whole interval is")
    func ratiosByTheirInterval() throws {
        #expect(try simdjson(spread(4)).outcome == .met)
        #expect(try simdjson(spread(1.5)).outcome == .missed)
        // The point estimates are on either side, and tell nothing.
        #expect(try simdjson(spread(2.3)).outcome == .open)
        #expect(try simdjson(spread(2.1)).outcome == .open)
    }

    @Test("More is promised of decoding where simdjson has no AVX-512")
    func decodingByTheKernelsOfSimdjson() throws {
        let lines = compared("decode", "odds", SimdjsonDecode.name, .rival, spread(3))
        #expect(PeerComparison.worstFirst(lines, simdjson: "icelake").first?.goal == 2.6)
        #expect(PeerComparison.worstFirst(lines, simdjson: "haswell").first?.goal == 3.5)
    }

    @Test("Without an interval a ratio is open, however large")
    func fewProcessesLeaveItOpen() throws {
        let goal = try simdjson([9, 9, 9, 9, 9])
        #expect(goal.outcome == .open && goal.measuredLow == nil)
        #expect(abs(goal.measured - 9) < 1e-9)
    }

    @Test("The goals and the comparisons say the same of the same ratio")
    func goalsAgreeWithComparisons() throws {
        for ratio in [1.5, 2.1, 2.3, 4] {
            let lines = compared("apply", "odds", SimdjsonApply.name, .rival, spread(ratio))
            #expect(try simdjson(spread(ratio)).outcome
                == PeerComparison.worstFirst(lines, simdjson: "icelake").first?.outcome)
        }
    }

    @Test("A style's throughput has the inverse interval, and the worst outcome counts")
    func stylesByTheirInterval() throws {
        func goal(_ styles: [(String, [Double])]) throws -> Goal {
            let all = styles.flatMap { name, ratios in
                compared("apply", "odds", name, .variant, ratios).filter { $0.role == .variant }
            }
            return try #require(
                Goal.all(tasks: [], styles: all, growth: [], churn: []).first)
        }
        #expect(try goal([("a", spread(1.2))]).outcome == .met)
        #expect(try goal([("a", spread(3))]).outcome == .missed)
        let open = try goal([("a", spread(1.6))])
        #expect(open.outcome == .open)
        let low = try #require(open.measuredLow)
        let high = try #require(open.measuredHigh)
        #expect(low < 0.6 && high > 0.6 && low < open.measured && open.measured < high)
        // The steady one costs more, and is met; the other one may not be.
        let worst = try goal([
            ("steady", Array(repeating: 1.65, count: 6)), ("wild", spread(1.6)),
        ])
        #expect(worst.outcome == .open && worst.name.hasSuffix("(apply, wild)"))
    }

    @Test("The growth of the largest state is decided by its interval")
    func growthByItsInterval() throws {
        func outcome(_ factors: [Double]) throws -> GoalOutcome {
            let sizes = [GrowthTable.sizes[0].name, GrowthTable.sizes[3].name]
            let results = zip(sizes, [Array(repeating: 1, count: factors.count), factors])
                .flatMap { size, costs in
                    PeerResult.lines(
                        costs.map { cost in
                            [
                                Series(
                                    task: "growth", workload: size, implementation: "ours",
                                    omissions: "", role: .ours, nanosecondsPerRecord: [cost],
                                    frames: 1, records: 1, bytes: 1)
                            ]
                        })
                }
            let goals = Goal.all(
                tasks: [], styles: [], growth: GrowthLine.lines(results), churn: [])
            return try #require(goals.first).outcome
        }
        #expect(try outcome(spread(1.5)) == .met)
        #expect(try outcome(spread(2.3)) == .open)
        #expect(try outcome(spread(9)) == .missed)
        #expect(try outcome([2, 2]) == .open)
    }
}
