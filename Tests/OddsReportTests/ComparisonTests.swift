import OddsFixtures
import OddsMeasurement
import OddsResults
import Testing

@testable import OddsReport

@Suite struct ComparisonTests {
    /// Three equal runs of each strategy on an undisturbed machine, of which `full`
    /// is saturated.
    private static func runs() throws -> ResultEnvelope<RunResults> {
        var result = try Fixtures.run()
        result.environment.stolenShare = 0
        result.result.runs = StrategyRuns(result.runs).strategies.flatMap { strategy in
            (1...3).map { repetition in
                var run = strategy.runs[0]
                run.repetition = repetition
                run.harness = nil
                if run.strategy == "full" {
                    run.status = .saturated
                    run.unserved = .init(frames: 50_000, updates: 90_000)
                    run.responseTime.p50 = 5_310_000_000
                } else {
                    run.status = .ok
                    run.unserved = .init(frames: 0, updates: 0)
                }
                return run
            }
        }
        return result
    }

    private func comparison(
        _ change: (inout ResultEnvelope<RunResults>) -> Void
    ) throws -> Comparison {
        let first = try Self.runs()
        var second = first
        change(&second)
        return try Comparison(.run(first), .run(second))
    }

    private func row(_ comparison: Comparison, _ strategy: String, _ metric: String) throws
        -> Comparison.Row
    {
        try #require(comparison.rows.first { $0.subject == strategy && $0.metric == metric })
    }

    @Test func aResultIsTheSameAsItself() throws {
        let comparison = try comparison { _ in }
        #expect(comparison.warnings.isEmpty)
        #expect(comparison.rows.allSatisfy { $0.ratio == 1 || $0.ratio == nil })
        #expect(comparison.rows.contains { $0.ratio == 1 })
        #expect(Set(comparison.rows.map(\.subject)) == ["full", "delta", "graph"])
    }

    @Test("Fewer than six runs on a side get ratios, no verdict, and what is missing")
    func fewRunsHaveNoVerdict() throws {
        let comparison = try comparison { result in
            for index in result.result.runs.indices {
                result.result.runs[index].serviceTime.p50 = result.runs[index].serviceTime.p50! * 3
            }
        }
        let service = try row(comparison, "graph", "serviceTime.p50")
        #expect(abs(try #require(service.ratio) - 3) < 0.01)
        #expect(comparison.rows.allSatisfy { $0.verdict == nil && $0.low == nil && $0.high == nil })
        #expect(
            comparison.notes.contains(
                "no verdict on full; delta; graph: 3 valid runs on each side; a verdict needs 6 on "
                    + "each side (--repeat 6)"), "\(comparison.notes)")
    }

    @Test("The latencies of a SATURATED run have no ratio, and its service times have one")
    func latenciesOfASaturatedRunHaveNoRatio() throws {
        let comparison = try comparison { _ in }
        for metric in ["responseTime.p50", "staleness.p99"] {
            #expect(try row(comparison, "full", metric).ratio == nil)
            #expect(try row(comparison, "graph", metric).ratio == 1)
        }
        #expect(try row(comparison, "full", "serviceTime.p50").ratio == 1)
        let full = try #require(comparison.subjects.first { $0.name == "full" })
        #expect(full.first == .init(runCount: 3, invalidCount: 0, status: "SATURATED"))
        #expect(comparison.notes.contains { $0.hasPrefix("no ratio of response time") })
        let lines = ComparisonTable.lines(comparison, names: ("a", "b"))
        #expect(lines.contains { $0.contains("≥ 5.31 s") && $0.hasSuffix("n/a") })
    }

    @Test("INVALID runs are left out of the figures, and counted")
    func invalidRunsAreLeftOut() throws {
        let comparison = try comparison { result in
            let index = result.runs.firstIndex { $0.strategy == "graph" }!
            result.result.runs[index].status = .invalid
            result.result.runs[index].serviceTime.p50 = 1 << 40
        }
        #expect(try row(comparison, "graph", "serviceTime.p50").ratio! < 1.2)
        let graph = try #require(comparison.subjects.first { $0.name == "graph" })
        #expect(graph.second == .init(runCount: 2, invalidCount: 1, status: "OK"))
        #expect(comparison.notes.contains("graph: 1 INVALID run of B left out"))
        let counts = "graph: 3 valid runs in A, 2 valid runs in B"
        #expect(comparison.notes.contains { $0.contains(counts) })
    }

    @Test("A result with only INVALID runs has no figures, and the notes say why")
    func nothingIsLeftOfInvalidRuns() throws {
        let comparison = try comparison { result in
            for index in result.runs.indices { result.result.runs[index].status = .invalid }
        }
        #expect(comparison.rows.isEmpty)
        #expect(comparison.notes.contains("graph: 3 INVALID runs of B left out"))
        let lines = ComparisonTable.lines(comparison, names: ("a", "b"))
        #expect(lines.contains { $0.hasPrefix("  status") && $0.hasSuffix("INVALID") })
    }

    /// Runs of equal or unequal programs, whose figures share the run's noise in
    /// part, as those of one process do.
    private func simulated(
        slowdown: Double = 1, _ random: inout SplitMix64
    ) throws -> ResultDocument {
        var result = try Self.runs()
        let patterns = StrategyRuns(result.runs).strategies.map { $0.runs[0] }
        result.result.runs = patterns.flatMap { pattern in
            (1...FigureChange.runsMin).map { repetition in
                var run = pattern
                run.repetition = repetition
                let shared = RunNoise.factor(&random)
                func noisy(_ value: inout UInt64?) {
                    value = value.map {
                        UInt64(Double($0) * slowdown * shared * RunNoise.factor(&random))
                    }
                }
                for path in [
                    \RunResult.responseTime, \.serviceTime, \.staleness!,
                ] {
                    noisy(&run[keyPath: path].p50)
                    noisy(&run[keyPath: path].p90)
                    noisy(&run[keyPath: path].p99)
                    noisy(&run[keyPath: path].p999)
                    noisy(&run[keyPath: path].max)
                }
                run.memory.residentBytesPeak = run.memory.residentBytesPeak.map {
                    Int(Double($0) * RunNoise.factor(&random))
                }
                return run
            }
        }
        return .run(result)
    }

    @Test("Of 100 comparisons of equal programs, at most 5 call any figure better or worse")
    func equalProgramsAreSeldomCalledDifferent() throws {
        var random = SplitMix64(seed: 31)
        var wrong = 0
        for _ in 0..<100 {
            let comparison = try Comparison(simulated(&random), simulated(&random))
            #expect(comparison.intervalCount > 25)
            if comparison.rows.contains(where: { $0.verdict == .better || $0.verdict == .worse }) {
                wrong += 1
            }
        }
        #expect(wrong <= 5, "\(wrong) of 100")
    }

    @Test("A program that is slower by half is called worse, and the other way round better")
    func slowerProgramsAreCalledWorse() throws {
        var random = SplitMix64(seed: 32)
        let first = try simulated(&random)
        let second = try simulated(slowdown: 1.5, &random)
        let comparison = try Comparison(first, second)
        let service = try row(comparison, "graph", "serviceTime.p50")
        #expect(service.verdict == .worse)
        #expect(try #require(service.low) > 1 && service.high! < 2.2)
        #expect(try row(comparison, "graph", "allocationsPerUpdate").verdict == .same)
        #expect(try row(comparison, "full", "responseTime.p50").verdict == nil)
        let back = try Comparison(second, first)
        #expect(try row(back, "graph", "serviceTime.p50").verdict == .better)
        let lines = ComparisonTable.lines(comparison, names: ("a", "b"))
        #expect(lines.contains { $0.hasSuffix("WORSE") })
        #expect(lines.filter { $0.count > 80 } == [])
        #expect(lines.joined(separator: " ").contains("hold together with 95% confidence"))
        #expect(!lines.contains { $0.contains("no verdict") })
    }

    @Test("A figure whose base is 0 has a difference, an interval and a verdict")
    func aRegressionFromZeroIsTold() throws {
        func stale(_ nanoseconds: UInt64) throws -> ResultDocument {
            var result = try Self.runs()
            let graph = try #require(result.runs.first { $0.strategy == "graph" })
            result.result.runs = (0..<UInt64(FigureChange.runsMin)).map { repetition in
                var run = graph
                run.repetition = Int(repetition) + 1
                run.staleness?.p50 = nanoseconds == 0 ? 0 : nanoseconds + repetition
                return run
            }
            return .run(result)
        }
        let comparison = try Comparison(stale(0), stale(5_000))
        let row = try row(comparison, "graph", "staleness.p50")
        #expect(row.ratio == nil && row.difference == 5_002.5 && row.verdict == .worse)
        #expect(try #require(row.low) > 4_990 && row.high! < 5_010)
        let same = try Comparison(stale(0), stale(0))
        #expect(try self.row(same, "graph", "staleness.p50").verdict == .same)
        let back = try Comparison(stale(5_000), stale(0))
        #expect(try self.row(back, "graph", "staleness.p50").verdict == .better)
        let lines = ComparisonTable.lines(comparison, names: ("a", "b"))
        #expect(lines.contains { $0.contains("+5.00 µs") && $0.hasSuffix("WORSE") }, "\(lines)")
        let json = String(decoding: try ResultCoding.encode(comparison), as: UTF8.self)
        #expect(json.contains("\"difference\" : 5002.5") || json.contains("\"difference\":5002.5"))
        #expect(
            comparison.notes.contains {
                $0.hasPrefix("graph: the difference, as no ratio is of a value of 0, of stale")
            }, "\(comparison.notes)")
    }

    /// A result of `bench count` with so many values.
    private func counted(_ count: Int, _ instructions: UInt64) -> ResultDocument {
        .count(
            ResultEnvelope(
                command: ["bench", "count"], environment: GateRuns.environment,
                CountResult(
                    method: .perf, vectorInstructions: "AVX2",
                    counts: [
                        CountResult.Count(
                            strategy: "graph", frames: 10, updates: 10,
                            instructions: (0..<count).map { instructions + UInt64($0) },
                            digest: "")
                    ])))
    }

    @Test("Counts of six processes have verdicts, and fewer have a note")
    func countsAreCompared() throws {
        let six = try Comparison(counted(6, 100_000), counted(6, 120_000))
        #expect(six.rows.map(\.verdict) == [.worse])
        #expect(six.notes.isEmpty, "\(six.notes)")
        let few = try Comparison(counted(6, 100_000), counted(1, 120_000))
        #expect(few.rows.map(\.verdict) == [nil])
        #expect(
            few.notes == [
                "no verdict on graph: 6 values in A, 1 value in B; a verdict needs 6 on each side "
                    + "(--repeat 6)"
            ])
    }

    @Test("Figures that may be the harness's own delay are left out, and the notes say so")
    func upperBoundsAreLeftOut() throws {
        var result = try Self.runs()
        for index in result.runs.indices where result.runs[index].strategy == "graph" {
            var run = result.runs[index]
            run.unserved.frames = index % 2
            run.responseTime.p99 = 9_000_000
            run.harness = HarnessFigures(
                undelayedResponseTime: LatencyHistogram(),
                undelayedServiceTime: LatencyHistogram(), delayedShare: 0, serviceLostShare: 0)
            run.harness?.undelayedResponseTime.p99 = 1_000_000
            result.result.runs[index] = run
        }
        let comparison = try Comparison(.run(result), .run(result))
        #expect(
            !comparison.rows.contains { $0.subject == "graph" && $0.metric == "responseTime.p99" })
        #expect(
            comparison.notes.contains(
                "graph: responseTime.p99 left out: more than a tenth may be the harness's own "
                    + "delay, an upper bound (≤)"), "\(comparison.notes)")
    }

    @Test func whatDiffersIsWarnedOf() throws {
        let warnings = try comparison { result in
            result.provider = "sportradar"
            result.trafficDigest = "00"
            result.environment.allocator = "system"
            let index = result.command.firstIndex(of: "--rate")!
            result.command[index + 1] = "5000"
            result.result.runs[0].status = .invalid
            result.environment.stolenShare = 0.2
        }.warnings
        for part in [
            "the provider differs: everymatrix against sportradar", "the traffic differs",
            "--rate differs: 10000 against 5000",
            "the allocator differs: jemalloc 5.3.0 against system",
            "the second has 1 INVALID run", "the second lost 20.0%",
        ] {
            #expect(warnings.contains { $0.hasPrefix(part) }, "\(part): \(warnings)")
        }
    }

    @Test func differentKindsCannotBeCompared() throws {
        let memory = try Fixtures.document("published/memory.json")
        #expect(throws: Comparison.Failure.differentKinds("run", "memory")) {
            try Comparison(.run(try Self.runs()), memory)
        }
        let test = try Fixtures.document("published/selftest.json")
        #expect(throws: Comparison.Failure.nothingToCompare) { try Comparison(test, test) }
    }

    @Test(arguments: ["published/saturation.json", "published/memory.json", "peers/peers.json"])
    func otherKindsAreCompared(path: String) throws {
        let document = try Fixtures.document(path)
        let lines = ComparisonTable.lines(
            try Comparison(document, document), names: ("a", "b"))
        #expect(lines.contains { $0.contains("×1.00") })
        #expect(lines.contains { $0.contains("result has one value per figure") })
    }
}
