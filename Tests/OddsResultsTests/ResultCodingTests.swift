import Foundation
import OddsFixtures
import OddsMeasurement
import OddsResults
import Testing

@Suite struct ResultCodingTests {
    private var result: ResultEnvelope<RunResults> {
        var run = RunResult.empty
        run.strategy = "delta"
        run.status = .saturated
        run.responseTime.p50 = 1_234
        run.memory.residentBytesPeak = 5_000_000
        var environment = GateRuns.environment
        environment.toolchain = nil
        environment.stolenShare = 0.25
        return ResultEnvelope(
            command: ["bench", "run"], seed: .max, trafficDigest: "00ff",
            environment: environment, RunResults(runs: [run]))
    }

    private func object(_ result: ResultEnvelope<RunResults>) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: result.json()) as? [String: Any])
    }

    @Test func readsBackWhatItWrote() throws {
        #expect(try ResultEnvelope<RunResults>(json: result.json()) == result)
    }

    /// One envelope around every kind of result; what is missing is absent.
    @Test func hasTheFieldsOfTheSchema() throws {
        let object = try object(result)
        #expect(object["schema"] as? String == "oddsbench.result/2")
        #expect(
            Set(object.keys) == [
                "schema", "command", "seed", "trafficDigest", "environment", "result",
            ])
        let environment = try #require(object["environment"] as? [String: Any])
        #expect(environment["toolchain"] == nil)
        let commit = try #require(environment["commit"] as? [String: Any])
        #expect(commit["id"] as? String == "abc" && commit["isClean"] as? Bool == true)
        let content = try #require(object["result"] as? [String: Any])
        let run = try #require((content["runs"] as? [[String: Any]])?.first)
        #expect(
            Set(run.keys) == [
                "strategy", "consumer", "repetition", "status", "offeredRate", "achievedRate",
                "responseTime", "serviceTime", "lateness", "staleness", "jitter", "usage",
                "memory", "unserved", "reads", "checksum", "digest",
            ])
        #expect(run["status"] as? String == "SATURATED")
        let response = try #require(run["responseTime"] as? [String: Any])
        #expect(Set(response.keys) == ["unit", "p50", "count"])
        #expect(response["unit"] as? String == "ns")
        #expect(response["p50"] as? Int == 1_234)
        let memory = try #require(run["memory"] as? [String: Any])
        #expect(Set(memory.keys) == ["residentBytesPeak", "frameBufferBytes"])
        #expect(!String(decoding: try result.json(), as: UTF8.self).contains("null"))
    }

    @Test("Intervals name their method; older ones, which presume independence, name none")
    func intervalsNameTheirMethod() throws {
        var histogram = LatencyHistogram()
        var blocks = LatencyBlocks(windowNanoseconds: 6_400)
        for time in 0..<6_400 {
            histogram.record(UInt64(1_000 + time * 7 % 100))
            blocks.record(UInt64(1_000 + time * 7 % 100), at: Int64(time))
        }
        let new = try #require(LatencySummary(histogram, blocks: blocks).intervals)
        #expect(new.method == .blocks)
        #expect(try #require(new[.p50]).contains(1_049))
        #expect(new[.p9999] == nil)
        let json = try JSONEncoder().encode(new)
        #expect(try JSONDecoder().decode(PercentileIntervals.self, from: json) == new)
        let old = try JSONDecoder().decode(
            PercentileIntervals.self, from: Data(#"{"p50":[10,12]}"#.utf8))
        #expect(old.method == nil)
        #expect(old[.p50] == 10...12)
        #expect(LatencySummary(histogram).intervals == nil)
    }

    /// Gates compare with revisions that wrote no envelope, whose content stood
    /// beside the other fields.
    @Test func resultsWithoutAnEnvelopeAreRead() throws {
        var old = try object(result)
        let content = try #require(old["result"] as? [String: Any])
        old["result"] = nil
        old["runs"] = content["runs"]
        old["schema"] = "oddsbench.result/1"
        var environment = try #require(old["environment"] as? [String: Any])
        environment["commit"] = "abc-dirty"
        old["environment"] = environment
        let read = try ResultEnvelope<RunResults>(
            json: JSONSerialization.data(withJSONObject: old))
        #expect(read.runs == result.runs)
        #expect(read.environment.commit == SourceCommit(id: "abc", isClean: false))
        #expect(read.command == result.command && read.trafficDigest == result.trafficDigest)
    }

    @Test(arguments: ["oddsbench.result/3", "oddsbench.gate/2", "result"])
    func otherSchemasAreRefused(schema: String) throws {
        let json = String(decoding: try result.json(), as: UTF8.self)
            .replacingOccurrences(of: "oddsbench.result/2", with: schema)
        #expect(throws: DecodingError.self) {
            try ResultEnvelope<RunResults>(json: Data(json.utf8))
        }
    }

    @Test func metricsAreThePathsInTheJSON() throws {
        let run = result.runs[0]
        #expect(run["responseTime.p50"] == 1_234)
        #expect(run["memory.residentBytesPeak"] == 5_000_000)
        #expect(run["responseTime.p99"] == nil)
        #expect(run["status"] == nil)
    }

    /// No metric has a path that leads nowhere: each number of a run is in the
    /// registry, and each metric of the registry in a run's JSON.
    @Test func everyNumberOfARunIsAMetric() throws {
        let data = try Data(contentsOf: URL(filePath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Results/published/stages-run.json"))
        let document = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        let content = document["result"] as? [String: Any] ?? document
        let run = try #require((content["runs"] as? [[String: Any]])?.first)
        var numbers: Set<String> = []
        func collect(_ value: Any, _ path: String) {
            if let object = value as? [String: Any] {
                for (key, member) in object {
                    collect(member, path.isEmpty ? key : "\(path).\(key)")
                }
            } else if value is NSNumber {
                numbers.insert(path)
            }
        }
        collect(run, "")
        let other: Set = ["repetition", "timeline.intervalNanoseconds"]
        let known = Set(MetricRegistry.paths)
        #expect(numbers.subtracting(other).subtracting(known).sorted() == [])
        let read = try ResultEnvelope<RunResults>(json: data).runs[0]
        for metric in MetricRegistry.all {
            #expect((metric.value(read) != nil) == numbers.contains(metric.path), "\(metric.path)")
        }
    }
}
