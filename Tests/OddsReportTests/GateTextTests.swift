import Foundation
import OddsExperiments
import OddsFixtures
import OddsMeasurement
import OddsResults
import Testing

@testable import OddsReport

@Suite struct GateTextTests {
    private func result(
        slowdown: Double, verdict: GateVerdict? = nil, reason: String? = nil
    ) throws -> ResultEnvelope<GateResult> {
        print("seed 9")
        var random = SplitMix64(seed: 9)
        let plan = try GatePlan(
            limits: RegressionLimit.defaults, areExplicit: false, strategies: ["graph"],
            looks: [16], isInterleaved: true,
            calibration: GateRuns.calibration(GateRuns.pairs(40, random: &random)))
        let runs = GateRuns.pairs(16, slowdown: slowdown, random: &random)
        let judgements = reason == nil ? plan.judgements(runs) : []
        return ResultEnvelope(
            command: ["bench", "gate", "--against", "main"], seed: 42, trafficDigest: "d",
            environment: GateRuns.environment,
            GateResult(
                baseline: GateSide(name: "a|b", commit: "0123"),
                candidate: GateSide(name: "this program", commit: nil),
                design: GateDesign(
                    arguments: [], isInterleaved: true, looks: [16],
                    falseAlarmProbabilityMax: 0.005, alarmConfidence: 1 - plan.judge.alarmTail,
                    passConfidence: 1 - plan.judge.passTail, injectedSlowdown: nil),
                verdict: verdict ?? GateJudge.verdict(judgements), reason: reason,
                judgements: judgements, runs: runs))
    }

    @Test func regressionsAreNamedInEveryForm() throws {
        let result = try result(slowdown: 0.4)
        #expect(result.verdict == .regression)
        let table = GateTable.lines(result).joined(separator: "\n")
        let markdown = GateMarkdown.text(result)
        #expect(table.hasSuffix("\nREGRESSION"))
        #expect(markdown.hasPrefix("## ❌ REGRESSION\n"))
        #expect(markdown.contains("Worse: ") && markdown.contains("`graph serviceTime.p50` +"))
        for text in [table, markdown] {
            #expect(text.contains("serviceTime.p50") && text.contains(" µs"))
        }
        let row = try #require(
            markdown.split(separator: "\n").first { $0.hasPrefix("| `graph serviceTime.p50`") })
        #expect(row.hasSuffix("| **REGRESSION** |"))
        #expect(row.split(separator: "|").count == 8)
    }

    /// Names come from outside and are no markup.
    @Test func markupIsEscaped() throws {
        #expect(GateMarkdown.text(try result(slowdown: 0)).contains(#"against a\|b"#))
        #expect(GateMarkdown.escaped("<b>*x*") == #"\<b\>\*x\*"#)
    }

    @Test func invalidGatesSayWhy() throws {
        let result = try result(slowdown: 0, verdict: .invalid, reason: "other traffic")
        #expect(GateTable.lines(result).last == "INVALID: other traffic")
        #expect(GateMarkdown.text(result).contains("**other traffic**"))
    }

    @Test func documentsReadBack() throws {
        let result = try result(slowdown: 0.4)
        let data = try result.json()
        #expect(try ResultEnvelope<GateResult>(json: data) == result)
        let text = String(decoding: data, as: UTF8.self)
        #expect(text.contains(#""schema" : "oddsbench.gate/2""#))
    }

    @Test func keptBaselinesSayWhatDiffers() {
        let runs = (0..<12).map { _ in GateRuns.run() }
        let kept = ResultEnvelope(
            command: [], seed: 42, trafficDigest: "d", environment: GateRuns.environment,
            KeptBaseline(name: "x", arguments: ["--rate", "1"], runs: runs))
        func differences(_ environment: EnvironmentDescription, _ digest: String?) -> [String] {
            kept.differences(
                environment: environment, arguments: ["--rate", "1"], trafficDigest: digest)
        }
        #expect(kept.result.runCount == 12)
        #expect(kept.result.gateRuns.map(\.pair) == Array(1...12))
        #expect(differences(GateRuns.environment, nil).isEmpty)
        #expect(differences(GateRuns.environment, "e") == ["traffic: d then, e now"])
        var other = GateRuns.environment
        other.allocator = "system"
        other.toolchain = nil
        #expect(
            differences(other, nil) == [
                "toolchain: Swift then, unknown now", "allocator: jemalloc 5.3.0 then, system now",
            ])
        // When and from which commit does not matter.
        other = GateRuns.environment
        other.commit = SourceCommit(id: "def", isClean: false)
        other.startedAt = "2027"
        #expect(differences(other, nil).isEmpty)
    }

    @Test func proofsCountWhatTheyShow() throws {
        let equal = try result(slowdown: 0, verdict: .pass)
        let slowed = try result(slowdown: 0.4)
        var proof = GateProof(
            design: equal.design, injectedSlowdown: 0.4, slowedMetric: "serviceTime.p50",
            noise: [], gates: [])
        for _ in 0..<20 {
            proof.gates.append(.init(equal.result, isSlowed: false, seconds: 1))
            proof.gates.append(.init(slowed.result, isSlowed: true, seconds: 2))
        }
        #expect(proof.falseAlarms == GateProof.Rate(count: 0, total: 20))
        #expect(proof.detections == GateProof.Rate(count: 20, total: 20))
        #expect(proof.detections.text == "20 of 20, 100% [83.2%, 100%]")
        let envelope = ResultEnvelope(
            command: ["bench"], environment: GateRuns.environment, proof)
        #expect(GateProofMarkdown.text(envelope).contains("| inconclusive | 0 of 20"))
    }
}
