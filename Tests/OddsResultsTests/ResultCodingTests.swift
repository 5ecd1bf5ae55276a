import Foundation
import OddsMeasurement
import Testing

@testable import OddsHarness

@Suite struct ResultCodingTests {
    private var result: BenchmarkResult {
        var run = RunResult.empty
        run.strategy = "delta"
        run.status = .saturated
        run.responseTime.p50 = 1_234
        run.memory.residentBytesPeak = 5_000_000
        return BenchmarkResult(
            command: ["bench", "run"], seed: .max, trafficDigest: "00ff",
            environment: EnvironmentDescription(
                machine: .current(), toolchain: nil, allocator: "system", buildMode: "release",
                commit: nil, stolenShare: 0.25, startedAt: "2026-01-01T00:00:00Z",
                missing: ["heap"]),
            runs: [run])
    }

    @Test func readsBackWhatItWrote() throws {
        #expect(try BenchmarkResult(json: result.json()) == result)
    }

    @Test func hasTheFieldsOfTheSchema() throws {
        let json = try JSONSerialization.jsonObject(with: result.json())
        let object = try #require(json as? [String: Any])
        #expect(object["schema"] as? String == "oddsbench.result/1")
        #expect(
            Set(object.keys) == [
                "schema", "command", "seed", "trafficDigest", "environment", "runs",
            ])
        let run = try #require((object["runs"] as? [[String: Any]])?.first)
        #expect(
            Set(run.keys) == [
                "strategy", "consumer", "repetition", "status", "offeredRate", "achievedRate",
                "responseTime", "serviceTime", "lateness", "staleness",
                "jitter", "usage", "stages", "memory", "allocationsPerUpdate", "unserved",
                "reads", "checksum", "digest",
            ])
        #expect(run["status"] as? String == "SATURATED")
        #expect(run["allocationsPerUpdate"] is NSNull)
        let response = try #require(run["responseTime"] as? [String: Any])
        #expect(
            Set(response.keys) == [
                "unit", "p50", "p90", "p99", "p999", "p9999", "max", "count", "intervals",
            ])
        #expect(response["unit"] as? String == "ns")
        #expect(response["p50"] as? Int == 1_234)
        #expect(response["p9999"] is NSNull)
        let memory = try #require(run["memory"] as? [String: Any])
        #expect(
            Set(memory.keys) == [
                "residentBytesBefore", "residentBytesPeak", "residentBytesAfter",
                "allocatedBytes", "activeBytes", "frameBufferBytes",
            ])
        #expect(memory["allocatedBytes"] is NSNull)
    }

    @Test func otherSchemasAreRefused() throws {
        let json = String(decoding: try result.json(), as: UTF8.self)
            .replacingOccurrences(of: "oddsbench.result/1", with: "oddsbench.result/2")
        #expect(throws: DecodingError.self) { try BenchmarkResult(json: Data(json.utf8)) }
    }

    @Test func metricsAreThePathsInTheJSON() throws {
        let metrics = try Metrics(result.runs[0])
        #expect(metrics["responseTime.p50"] == 1_234)
        #expect(metrics["memory.residentBytesPeak"] == 5_000_000)
        #expect(metrics["responseTime.p99"] == nil)
        #expect(metrics["status"] == nil)
    }
}
