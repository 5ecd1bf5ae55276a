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
        let plan = GatePlan(
            limits: RegressionLimit.defaults.filter { $0.metric != CountResult.metric },
            strategies: ["graph"])
        let runs = GateRuns.pairs(16, slowdown: slowdown, random: &random)
        let judgements = reason == nil ? plan.judgements(runs, look: 1) : []
        return ResultEnvelope(
            command: ["bench", "gate", "--against", "main"], seed: 42, trafficDigest: "d",
            environment: GateRuns.environment,
            GateResult(
                baseline: GateSide(name: "a|b", commit: "0123"),
                candidate: GateSide(name: "this program", commit: nil),
                design: GateDesign(
                    arguments: [], isInterleaved: true, looks: [16], seconds: 60, layouts: 8,
                    falseAlarmProbabilityMax: 0.005,
                    alarmConfidence: 1 - plan.judge.alarmTail(look: 1),
                    passConfidence: 1 - plan.judge.passTail(look: 1), injection: nil),
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
        #expect(table.contains("\nservice p50 ") && table.contains(" µs"))
        #expect(markdown.contains("serviceTime.p50") && markdown.contains(" µs"))
        let row = try #require(
            markdown.split(separator: "\n").first { $0.hasPrefix("| `graph serviceTime.p50`") })
        #expect(row.hasSuffix("| **REGRESSION** |"))
        #expect(row.split(separator: "|").count == 7)
    }

    /// Names come from outside and are no markup.
    @Test func markupIsEscaped() throws {
        #expect(GateMarkdown.text(try result(slowdown: 0)).contains(#"against a\|b"#))
        #expect(GateMarkdown.escaped("<b>*x*") == #"\<b\>\*x\*"#)
    }

    @Test("a gate without runs claims nothing about them")
    func gatesWithoutRuns() throws {
        var result = try result(slowdown: 0)
        result.result.runs = []
        let design = GateTable.lines(result)[1]
        #expect(design == "no pairs of runs, each side in 8 layouts of its code")
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
        #expect(text.contains(#""schema" : "oddsbench.gate/3""#))
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
        // What came in through others counts; unknown versions differ from nothing.
        other.packages = ["swift-nio": "2.1.0"]
        #expect(differences(other, nil).isEmpty)
        #expect(
            PackageDifferences.lines(
                ["a": "1.0", "b": "2.0", "c": "3.0"], ["a": "1.0", "b": "2.1", "d": "1.0"])
                == ["b: 2.0 then, 2.1 now", "c: 3.0 then, none now", "d: none then, 1.0 now"])
    }

    @Test func proofsCountWhatTheyShow() throws {
        let equal = try result(slowdown: 0, verdict: .pass)
        let slowed = try result(slowdown: 0.4)
        var proof = GateProof(
            design: equal.design,
            arms: [
                .init(injection: nil, gateCount: 40),
                .init(injection: .init(.all, share: 0.4), gateCount: 20),
            ], gates: [])
        while let arm = proof.nextArm {
            proof.gates.append(
                .init(arm == 0 ? equal.result : slowed.result, arm: arm, seconds: 1))
        }
        #expect(proof.gates.count == 60)
        // The arms take turns, so that a proof that was stopped shows all of them.
        #expect(proof.gates.prefix(6).map(\.arm).sorted() == [0, 0, 0, 0, 1, 1])
        let p50 = GateProof.Figure(strategy: "graph", metric: "serviceTime.p50")
        #expect(proof.rate(arm: 0, p50, .regression) == GateProof.Rate(count: 0, total: 40))
        #expect(proof.rate(arm: 1, p50, .regression) == GateProof.Rate(count: 20, total: 20))
        #expect(proof.rate(arm: 1, .regression).text == "20 of 20 [83.2%, 100%]")
        let envelope = ResultEnvelope(
            command: ["bench"], environment: GateRuns.environment, proof)
        let text = GateProofMarkdown.text(envelope)
        #expect(text.contains("| REGRESSION | 0 of 40"))
        #expect(text.contains("equal sides: serviceTime.p50 REGRESSION at most 1 of 200"))
        #expect(try ResultEnvelope<GateProof>(json: envelope.json()) == envelope)
    }

    @Test("a proof without arms is read: it had equal and slowed gates")
    func oldProofs() throws {
        let gates = [
            GateProof.Gate(try result(slowdown: 0, verdict: .pass).result, arm: 0, seconds: 1),
            GateProof.Gate(try result(slowdown: 0.4).result, arm: 1, seconds: 2),
        ]
        let new = GateProof(
            design: try result(slowdown: 0).design,
            arms: [
                .init(injection: nil, gateCount: 1),
                .init(injection: .init(.all, share: 0.4), gateCount: 1),
            ], gates: gates)
        let json = try ResultCoding.encode(new)
        var old = try #require(try JSONSerialization.jsonObject(with: json) as? [String: Any])
        old["arms"] = nil
        old["injectedSlowdown"] = 0.4
        var oldGates = try #require(old["gates"] as? [[String: Any]])
        for index in oldGates.indices {
            oldGates[index]["arm"] = nil
            oldGates[index]["isSlowed"] = index == 1
        }
        old["gates"] = oldGates
        let read = try JSONDecoder().decode(
            GateProof.self, from: JSONSerialization.data(withJSONObject: old))
        #expect(read == new)
    }

    @Test("a goal that is missed is said to be")
    func missedGoals() throws {
        let alarm = try result(slowdown: 0.4)
        let design = alarm.design
        let equal = try result(slowdown: 0, verdict: .pass)
        let gates = (0..<200).map {
            GateProof.Gate($0 < 2 ? alarm.result : equal.result, arm: 0, seconds: 1)
        }
        let proof = GateProof(
            design: design, arms: [.init(injection: nil, gateCount: 200)], gates: gates)
        let p50 = try #require(proof.goals.first { $0.text.contains("serviceTime.p50") })
        #expect(p50.rate.count == 2 && p50.outcome == .missed)
    }

    @Test("a proof that was stopped has shown nothing yet")
    func openGoals() throws {
        let slowed = try result(slowdown: 0.4)
        let equal = try result(slowdown: 0, verdict: .pass)
        let arms: [GateProof.Arm] = [
            .init(injection: nil, gateCount: 200),
            .init(injection: .init(.all, share: 0.4), gateCount: 100),
        ]
        func outcomes(equal count: Int, found: Int) -> Set<GateProof.Goal.Outcome> {
            let gates = (0..<count).map { _ in GateProof.Gate(equal.result, arm: 0, seconds: 1) }
                + (0..<found).map { _ in GateProof.Gate(slowed.result, arm: 1, seconds: 1) }
            let proof = GateProof(design: equal.design, arms: arms, gates: gates)
            return Set(proof.goals.map(\.outcome))
        }
        #expect(outcomes(equal: 1, found: 0) == [.open])
        #expect(outcomes(equal: 199, found: 99) == [.open])
        #expect(outcomes(equal: 200, found: 100) == [.met])
    }
}
