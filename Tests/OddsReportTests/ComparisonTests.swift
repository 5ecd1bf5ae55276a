import OddsResults
import Testing

@testable import OddsReport

@Suite struct ComparisonTests {
    private func comparison(
        _ change: (inout ResultEnvelope<RunResults>) -> Void
    ) throws -> Comparison {
        let first = try Fixtures.run()
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
        #expect(comparison.rows.allSatisfy { $0.ratio == 1 || $0.first == 0 })
        #expect(!comparison.rows.contains { $0.verdict == .better || $0.verdict == .worse })
        #expect(Set(comparison.rows.map(\.subject)) == ["full", "delta", "graph"])
    }

    @Test func aSlowerResultIsWorseAndALowerRateToo() throws {
        let comparison = try comparison { result in
            for index in result.result.runs.indices {
                result.result.runs[index].serviceTime.p50 = result.runs[index].serviceTime.p50! * 3
                result.result.runs[index].achievedRate /= 10
            }
        }
        let service = try row(comparison, "graph", "serviceTime.p50")
        #expect(service.verdict == .worse)
        #expect(abs(try #require(service.ratio) - 3) < 0.01)
        #expect(try #require(service.low) <= 3)
        #expect(try #require(service.high) >= 3)
        #expect(try row(comparison, "graph", "achievedRate").verdict == .worse)
        #expect(try row(comparison, "graph", "responseTime.p50").verdict == .same)
    }

    @Test func singleRunsAreJudgedByTheirPercentilesIntervals() throws {
        let path = "published/growth.json"
        guard case .growth(let first) = try Fixtures.document(path) else {
            Issue.record("no growth")
            return
        }
        let comparison = try Comparison(.growth(first), .growth(first))
        let row = try row(comparison, "full, 25 events", "serviceTime.p50")
        #expect(row.ratio == 1)
        #expect(try #require(row.low) < 1)
        #expect(try #require(row.high) > 1)
    }

    @Test func whatDiffersIsWarnedOf() throws {
        let warnings = try comparison { result in
            result.trafficDigest = "00"
            result.environment.allocator = "system"
            let index = result.command.firstIndex(of: "--rate")!
            result.command[index + 1] = "5000"
            result.result.runs[0].status = .invalid
            result.environment.stolenShare = 0.2
        }.warnings
        for part in [
            "the traffic differs", "--rate differs: 10000 against 5000",
            "the allocator differs: jemalloc 5.3.0 against system",
            "the second has 1 INVALID runs", "the second lost 20.0%",
        ] {
            #expect(warnings.contains { $0.hasPrefix(part) }, "\(part): \(warnings)")
        }
    }

    @Test func differentKindsCannotBeCompared() throws {
        let memory = try Fixtures.document("published/memory.json")
        #expect(throws: Comparison.Failure.differentKinds("run", "memory")) {
            try Comparison(.run(try Fixtures.run()), memory)
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
    }
}
