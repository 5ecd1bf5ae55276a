import OddsResults

/// The plan of a gate, fixed before its first run.
package struct GatePlan: Sendable {
    package let tests: [MetricTest]
    package let judge: GateJudge
    /// The numbers of pairs after which the gate may stop, ascending.
    package let looks: [Int]
    /// Notes on the thresholds, one line each.
    package let notes: [String]

    /// A requested threshold that is below this machine's noise floor.
    package struct BelowFloor: Error, Equatable, CustomStringConvertible {
        package let strategy: String
        package let limit: RegressionLimit
        /// The floor with the planned number of pairs, as a share.
        package let floor: Double
        /// The number of pairs that would lower the floor to the limit; `nil`
        /// if no number does.
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
    ///   - limits: The limits of all figures.
    ///   - areExplicit: Whether the user asked for these limits. Limits below
    ///     the floor are then refused, and otherwise raised to the floor.
    ///   - floorMin: The smallest floor, whatever the calibration says, except
    ///     for counters that repeat exactly.
    ///   - strategies: The names of the strategies.
    ///   - looks: The numbers of pairs after which the gate may stop.
    ///   - isInterleaved: Whether the sides take turns.
    ///   - calibration: The noise of the machine.
    /// - Throws: `BelowFloor` for an explicit limit below the floor.
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
                // An explicit limit for the counter applies even if it does not
                // repeat exactly.
                let threshold =
                    areExplicit && isCounter ? 0 : max(limit.share, floor)
                if threshold > limit.share {
                    notes.append(
                        """
                        \(strategy) \(limit.metric): \(FigureFormat.percent(limit.share)) is below \
                        the floor, so the threshold is \(FigureFormat.percent(threshold))
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

    /// Judges the runs so far.
    package func judgements(_ runs: [GateRun]) -> [MetricJudgement] {
        var pairs: [String: [GatePair]] = [:]
        for test in tests where pairs[test.strategy] == nil {
            pairs[test.strategy] = GatePair.pairs(runs, strategy: test.strategy)
        }
        return tests.map { judge.judge($0, pairs[$0.strategy] ?? []) }
    }

    /// The looks of a gate that doubles its rounds until it is conclusive; a
    /// round is two pairs.
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
