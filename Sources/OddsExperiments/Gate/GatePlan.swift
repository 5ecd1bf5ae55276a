import OddsResults

/// What a gate will judge, fixed before its first run.
package struct GatePlan: Sendable {
    package let tests: [MetricTest]
    package let judge: GateJudge
    /// After how many pairs it looks whether it can tell, ascending.
    package let looks: [Int]
    /// What a reader has to know of the thresholds, a line each.
    package let notes: [String]

    /// A threshold that was asked for and that this machine's noise hides.
    package struct BelowFloor: Error, Equatable, CustomStringConvertible {
        package let strategy: String
        package let limit: RegressionLimit
        /// As a share, with as many pairs as planned.
        package let floor: Double
        /// With how many pairs it could be had; `nil` if with none.
        package let pairCount: Int?

        package var description: String {
            let way =
                pairCount.map { "about --rounds \(($0 + 1) / 2) would make it possible" }
                ?? "no number of rounds makes it possible"
            return """
                \(limit.text) for \(strategy) is below this machine's noise floor of \
                \(FigureFormat.percent(floor)): \(way)
                """
        }
    }

    /// - Parameters:
    ///   - limits: What figures are held to.
    ///   - areExplicit: Whether somebody asked for these limits: those that the
    ///     noise hides are refused then, and raised to the floor otherwise.
    ///   - floorMin: Added to what the calibration says: no limit is held below
    ///     this, but for counters that repeat exactly.
    ///   - isInterleaved: Whether the sides take turns.
    package init(
        limits: [RegressionLimit], areExplicit: Bool, floorMin: Double = 0,
        strategies: [String], looks: [Int], isInterleaved: Bool, calibration: CalibrationResult
    ) throws(BelowFloor) {
        precondition(!looks.isEmpty && !limits.isEmpty && !strategies.isEmpty)
        let judge = GateJudge(
            testCount: limits.count * strategies.count, lookCount: looks.count)
        let pairCount = looks[looks.count - 1]
        precondition(pairCount >= judge.pairCountMin)
        var tests: [MetricTest] = []
        var notes: [String] = []
        for strategy in strategies {
            let pairs = GatePair.pairs(calibration.runs, strategy: strategy)
            for limit in limits {
                let noise = NoiseFloor(pairs, strategy: strategy, metric: limit.metric)
                let repeats = noise?.noise.isExact ?? true
                var floor = noise?.share(pairCount: pairCount, judge: judge) ?? 0
                if !isInterleaved { floor = max(floor, noise?.shareAcrossTime ?? 0) }
                if !repeats { floor = max(floor, floorMin) }
                let isCounter = limit.isExact && limit.metric == RegressionLimit.countedMetric
                if areExplicit, limit.share < floor, !isCounter {
                    throw BelowFloor(
                        strategy: strategy, limit: limit, floor: floor,
                        pairCount: isInterleaved && floor > floorMin
                            ? noise?.pairCount(forFloor: limit.share, judge: judge) : nil)
                }
                // A counter that was asked to repeat exactly is held to that.
                let threshold =
                    areExplicit && isCounter ? 0 : max(limit.share, floor)
                if threshold > limit.share {
                    notes.append(
                        """
                        \(strategy) \(limit.metric): \(FigureFormat.percent(limit.share)) is below \
                        the floor, so that it is held to \(FigureFormat.percent(threshold))
                        """)
                }
                tests.append(
                    MetricTest(
                        strategy: strategy, metric: limit.metric, threshold: threshold,
                        floor: floor))
            }
        }
        self.tests = tests
        self.judge = judge
        self.looks = looks
        self.notes = notes
    }

    /// Judges what was run so far.
    package func judgements(_ runs: [GateRun]) -> [MetricJudgement] {
        var pairs: [String: [GatePair]] = [:]
        for test in tests where pairs[test.strategy] == nil {
            pairs[test.strategy] = GatePair.pairs(runs, strategy: test.strategy)
        }
        return tests.map { judge.judge($0, pairs[$0.strategy] ?? []) }
    }

    /// The looks of a gate that doubles its rounds until it can tell: two pairs
    /// a round.
    package static func looks(rounds: Int, roundsMax: Int) -> [Int] {
        precondition(rounds > 0 && roundsMax >= rounds)
        var looks: [Int] = []
        var next = rounds
        while next < roundsMax {
            looks.append(2 * next)
            next *= 2
        }
        return looks + [2 * roundsMax]
    }
}
