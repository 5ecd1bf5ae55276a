import Foundation
import OddsFixtures
import OddsResults
import Testing

@testable import OddsExperiments

/// Whole gates between programs that print results written beforehand.
@Suite struct GateRunnerTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// A program that counts so many instructions per update, and whose runs take
    /// so many times as long. Of a cycle of runs all but the last are disturbed.
    private func program(
        _ name: String, instructions: UInt64, p50: Double = 10_000,
        status: RunResult.Status = .ok, cycle: Int = 1, takesTurns: Bool = true
    ) throws -> String {
        var run = GateRuns.run(p50: p50)
        run.status = status
        let runs = ResultEnvelope(
            command: ["bench", "run"], trafficDigest: "d", environment: GateRuns.environment,
            RunResults(runs: [run]))
        let count = CountResult.Count(
            strategy: "graph", frames: 1, updates: 1, instructions: [instructions],
            digest: run.digest)
        let counts = ResultEnvelope(
            command: ["bench", "count"], trafficDigest: "d", environment: GateRuns.environment,
            CountResult(method: .perf, vectorInstructions: "AVX2", counts: [count]))
        let runFile = try folder.file("\(name)-run.json", runs.json())
        run.status = .invalid
        let disturbed = ResultEnvelope(
            command: ["bench", "run"], trafficDigest: "d", environment: GateRuns.environment,
            RunResults(runs: [run]))
        let disturbedFile = try folder.file("\(name)-disturbed.json", disturbed.json())
        let countFile = try folder.file("\(name)-count.json", counts.json())
        let exit = status == .invalid ? 4 : 0
        let script = """
            #!/bin/sh
            if [ "$2" = --help ]; then echo --strategy; exit 0; fi
            if [ "$1" = count ]; then cat '\(countFile)'; exit 0; fi
            case "\(takesTurns ? "" : "$*")" in
            *--turns*) echo "Error: Unknown option '--turns'" >&2; exit 64 ;;
            esac
            echo run >>'\(folder.path(name)).runs'
            count=$(wc -l <'\(folder.path(name)).runs')
            if [ $((count % \(cycle))) != 0 ]; then cat '\(disturbedFile)'; exit 4; fi
            cat '\(runFile)'
            exit \(exit)
            """
        let path = try folder.file(name, script.utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
        return path
    }

    private func gate(
        baseline: String, candidate: String, limits: String, seconds: Double = 3_600
    ) async throws -> GateResult {
        var request = GateRequest(
            baseline: .program(path: baseline),
            runs: GatedRuns(
                strategies: [.graph], arguments: [], provider: "everymatrix", seed: 42,
                arrival: Arrival("constant"), frameMappingBytes: 1 << 20, words: []),
            pairCount: 12, seconds: seconds, limits: try RegressionLimit.list(limits), words: [])
        request.candidateProgram = candidate
        request.areLimitsExplicit = true
        return try await GateRunner(request, start: Date()) { _ in }.result().result
    }

    @Test("a machine too busy for runs takes no regression in instructions back")
    func countedRegressionsStay() async throws {
        let baseline = try program("baseline", instructions: 1_000, status: .invalid)
        let slower = try program("slower", instructions: 1_500, status: .invalid)
        let limits = "instructionsPerUpdate=2%,serviceTime.p50=5%"
        let result = try await gate(baseline: baseline, candidate: slower, limits: limits)
        #expect(result.verdict == .regression)
        #expect(result.notes.contains { $0.contains("not all times are judged") })
        let equal = try program("equal", instructions: 1_000, status: .invalid)
        let same = try await gate(baseline: baseline, candidate: equal, limits: limits)
        #expect(same.verdict == .invalid)
    }

    @Test("a program that cannot take turns runs after the other, and a note says so")
    func noTurns() async throws {
        let older = try program("older", instructions: 1_000, takesTurns: false)
        let newer = try program("newer", instructions: 1_000)
        for (baseline, candidate) in [(older, newer), (newer, older)] {
            let result = try await gate(
                baseline: baseline, candidate: candidate, limits: "serviceTime.p50=5%")
            #expect(result.verdict == .pass)
            #expect(result.design.turnNanoseconds == nil)
            #expect(result.notes.contains { $0.contains("cannot take turns") })
        }
        let result = try await gate(
            baseline: newer, candidate: newer, limits: "serviceTime.p50=5%")
        #expect(result.design.turnNanoseconds == 20_000_000)
    }

    @Test("a program whose output is no result makes the gate invalid, and is named")
    func noResult() async throws {
        let baseline = try program("baseline", instructions: 1_000)
        let broken = try folder.file("broken", Data("#!/bin/sh\necho --strategy\n".utf8))
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: broken)
        let result = try await gate(
            baseline: baseline, candidate: broken, limits: "serviceTime.p50=5%")
        #expect(result.verdict == .invalid)
        #expect(result.reason?.contains("does not write oddsbench.result") == true)
    }

    @Test("a gate on a busy machine goes on until its time is spent")
    func mostRunsAreDisturbed() async throws {
        let baseline = try program("baseline", instructions: 1_000)
        let equal = try program("equal", instructions: 1_000, cycle: 4)
        let result = try await gate(
            baseline: baseline, candidate: equal, limits: "serviceTime.p50=5%")
        #expect(result.verdict == .pass)
        #expect(result.notes.contains { $0.contains("36 pairs were disturbed") })
    }

    @Test("instructions alone need no runs")
    func instructionsAlone() async throws {
        let baseline = try program("baseline", instructions: 1_000)
        let result = try await gate(
            baseline: baseline, candidate: baseline, limits: "instructionsPerUpdate=2%")
        #expect(result.verdict == .pass)
        #expect(result.runs.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: "\(baseline).runs"))
    }

    @Test("a time that is spent before the first pair is named")
    func noTime() async throws {
        let baseline = try program("baseline", instructions: 1_000)
        let result = try await gate(
            baseline: baseline, candidate: baseline, limits: "serviceTime.p50=5%", seconds: 0)
        #expect(result.verdict == .inconclusive)
        #expect(result.judgements.first?.reason?.contains("lengthen --time") == true)
    }

    @Test("programs in one layout of their code promise no rate of false alarms")
    func oneLayout() async throws {
        let baseline = try program("baseline", instructions: 1_000)
        let result = try await gate(
            baseline: baseline, candidate: baseline, limits: "serviceTime.p50=5%")
        #expect(result.verdict == .pass)
        #expect(result.design.falseAlarmProbabilityMax == nil)
    }

    @Test("a figure that is decided stays decided, and a look without new pairs is none")
    func verdictsStay() throws {
        let plan = GatePlan(
            limits: try RegressionLimit.list("serviceTime.p50=5%"), strategies: ["graph"])
        func runs(_ count: Int, ratio: Double) -> [GateRun] {
            (1...count).flatMap { number in
                [
                    GateRun(side: .baseline, pair: number, run: GateRuns.run()),
                    GateRun(
                        side: .candidate, pair: number, run: GateRuns.run(p50: 10_000 * ratio)),
                ]
            }
        }
        var found = GateFindings()
        found.look(at: runs(12, ratio: 1.2), pairCount: 12, plan)
        #expect(found.verdict == .regression)
        found.look(at: runs(12, ratio: 1.2), pairCount: 12, plan)
        #expect(found.looks == [12])
        // Too few for a second look, which spends a smaller part of the rates.
        found.look(at: runs(13, ratio: 1), pairCount: 13, plan)
        #expect(found.looks == [12, 13])
        #expect(found.verdict == .regression)
        #expect(found.judgements.first?.sampleCount == 12)
    }
}
