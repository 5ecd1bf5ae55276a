import OddsResults

/// The plan of a gate, fixed before its first run.
package struct GatePlan: Sendable {
    /// The figures that come from pairs of runs.
    package let tests: [MetricTest]
    /// The requirements on counted instructions, one per strategy; empty if they
    /// are not asked for.
    package let countTests: [MetricTest]
    package let judge: GateJudge

    /// - Parameters:
    ///   - limits: The limits of all figures.
    ///   - strategies: The names of the strategies.
    package init(limits: [RegressionLimit], strategies: [String]) {
        precondition(!limits.isEmpty && !strategies.isEmpty)
        let all = strategies.flatMap { strategy in
            limits.map {
                MetricTest(strategy: strategy, metric: $0.metric, threshold: $0.share)
            }
        }
        tests = all.filter { $0.metric != CountResult.metric }
        countTests = all.filter { $0.metric == CountResult.metric }
        judge = GateJudge(testCount: max(tests.count, 1))
    }

    /// The pairs before the first look, unless told otherwise: an even number, as
    /// the order of the sides alternates.
    package var firstPairCount: Int {
        max(GateLimits.pairCount, (judge.pairCountMin + 1) / 2 * 2)
    }

    /// Judges the runs so far.
    ///
    /// - Parameters:
    ///   - runs: The runs of all strategies.
    ///   - look: The number of the look, from 1.
    package func judgements(_ runs: [GateRun], look: Int) -> [MetricJudgement] {
        var pairs: [String: [GatePair]] = [:]
        for test in tests where pairs[test.strategy] == nil {
            pairs[test.strategy] = GatePair.pairs(runs, strategy: test.strategy)
        }
        return tests.map { judge.judge($0, pairs[$0.strategy] ?? [], look: look) }
    }
}
