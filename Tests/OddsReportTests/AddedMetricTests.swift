import OddsExperiments
import OddsFixtures
import OddsReport
import OddsResults
import Testing

/// A metric that is only registered, with no change to any other file, has to
/// appear wherever metrics do.
@Suite struct AddedMetricTests {
    private static let path = "figures.tailRatio"
    private static let metric = Metric.computed(
        "tailRatio", .share, "tail ratio", "Median response time divided by its p99"
    ) { run in
        guard let median = run.responseTime.p50, let tail = run.responseTime.p99, tail > 0 else {
            return nil
        }
        return Double(median) / Double(tail)
    }.isHigherBetter(true).compared()

    /// Calls `body` while the metric is registered.
    private func withMetric<Value>(_ body: () throws -> Value) rethrows -> Value {
        try MetricRegistry.$added.withValue([Self.metric], operation: body)
    }

    private func run(p50: UInt64, p99: UInt64) -> RunResult {
        var run = RunResult.empty
        run.strategy = "graph"
        run.responseTime.p50 = p50
        run.responseTime.p99 = p99
        run.computeFigures()
        return run
    }

    private func envelope(_ runs: [RunResult]) -> ResultEnvelope<RunResults> {
        ResultEnvelope(
            command: ["bench", "run"], environment: GateRuns.environment, RunResults(runs: runs))
    }

    @Test func isInTheJSONOfARun() throws {
        try withMetric {
            let json = try envelope([run(p50: 1_000, p99: 10_000)]).json()
            let read = try ResultEnvelope<RunResults>(json: json)
            #expect(read.runs[0].figures == ["tailRatio": 0.1])
            #expect(read.runs[0][Self.path] == 0.1)
        }
        #expect(run(p50: 1_000, p99: 10_000).figures == nil)
    }

    @Test func isAbsentWhereItCannotBeComputed() {
        withMetric {
            #expect(run(p50: 1_000, p99: 0).figures == nil)
        }
    }

    @Test func isARowOfTheTableOfRuns() {
        let runs = withMetric { [1_000, 2_000].map { run(p50: $0, p99: 10_000) } }
        withMetric {
            #expect(RunTable([runs[0]]).rows.contains(["tail ratio", "10.0%"]))
            #expect(RunTable(runs).rows.contains(["tail ratio", "15.0% ±33%"]))
        }
        #expect(!RunTable(runs).rows.contains { $0?.first == "tail ratio" })
    }

    @Test func canBeBounded() throws {
        try withMetric {
            let condition = try FailCondition("\(Self.path)<0.2")
            let run = run(p50: 1_000, p99: 10_000)
            let metric = try #require(MetricRegistry[condition.metric])
            #expect(condition.outcome(for: FigureRange(metric, of: [run])) == .fails)
            #expect(try ServiceObjective("\(Self.path)>0.05").isMet(by: run) == true)
            #expect(
                try RegressionLimit.list("\(Self.path)=5%") == [
                    RegressionLimit(metric: Self.path, share: 0.05)
                ])
            #expect(RegressionLimit.isHigherBetter(Self.path))
        }
        #expect(throws: FailCondition.ParsingError.self) {
            try FailCondition("\(Self.path)<0.2")
        }
        #expect(throws: RegressionLimit.ParsingError.self) {
            try RegressionLimit.list("\(Self.path)=5%")
        }
    }

    @Test func isJudgedByGates() {
        let test = MetricTest(strategy: "graph", metric: Self.path, threshold: 0.05)
        let judge = GateJudge(testCount: 1)
        withMetric {
            let pairs = (1...16).map { number in
                GatePair(
                    baseline: run(p50: 2_000 + number, p99: 10_000),
                    candidate: run(p50: 1_000 + number, p99: 10_000))
            }
            #expect(judge.judge(test, pairs, look: 1).verdict == .regression)
        }
    }

    @Test func isShownByGatesInItsUnit() {
        let judgement = MetricJudgement(
            strategy: "graph", metric: Self.path, verdict: .pass, isExact: false, baseline: 0.1,
            candidate: 0.2, change: nil, threshold: 0.05, sampleCount: 8, reason: nil)
        withMetric {
            #expect(GateFigures(judgement).cells.prefix(2) == ["10.0%", "20.0%"])
        }
        #expect(GateFigures(judgement).cells[0] == "0.100")
    }

    @Test func isCompared() throws {
        try withMetric {
            let first = (0..<6).map { run(p50: 1_000 + 10 * $0, p99: 10_000) }
            let second = (0..<6).map { run(p50: 2_000 + 20 * $0, p99: 10_000) }
            let comparison = try Comparison(.run(envelope(first)), .run(envelope(second)))
            let row = try #require(comparison.rows.first { $0.metric == Self.path })
            #expect(abs((row.ratio ?? 0) - 2) < 1e-9)
            #expect(row.verdict == .better)
        }
    }

    @Test func isInTheDocumentation() {
        withMetric {
            #expect(
                MetricRegistry.markdown.hasSuffix(
                    "| `\(Self.path)` | share | Median response time divided by its p99 |"))
        }
    }
}
