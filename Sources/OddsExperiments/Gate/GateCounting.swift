import Foundation
import OddsReconstruction
import OddsResults

/// Counts the instructions of both sides and judges them: they repeat so well
/// that some counts decide what takes hundreds of times.
struct GateCounting {
    let baseline: GateProgram
    let candidate: GateProgram
    let runs: GatedRuns
    private var work = GateWork()

    init(baseline: GateProgram, candidate: GateProgram, runs: GatedRuns) {
        self.baseline = baseline
        self.candidate = candidate
        self.runs = runs
    }

    /// Why nothing is compared.
    struct Absence: Error {
        let reason: String
    }

    /// Counts a strategy on both sides, with another layout if it counts again. The sides
    /// run at the same time: what runs beside a program does not change its
    /// instructions, and callgrind takes seconds.
    ///
    /// - Throws: `Absence` if a side cannot count, or if the two counted
    ///   differently; `GateInvalidity` if they did not do equal work.
    mutating func count(_ strategy: StrategyName) async throws -> [GateCount] {
        var counts: [GateCount] = []
        for repetition in 0..<GateLimits.countRepetitions {
            async let old = Self.count(strategy, baseline, runs, layout: repetition)
            async let new = Self.count(strategy, candidate, runs, layout: repetition)
            for (side, program, result) in [
                (GateRun.Side.baseline, baseline, try await old),
                (.candidate, candidate, try await new),
            ] {
                guard let count = result.counts.first, let perUpdate = count.perUpdate.first
                else { throw Absence(reason: "\(program.side.name) counted nothing") }
                try work.check(
                    trafficDigest: result.trafficDigest ?? "", treeDigest: count.digest,
                    of: strategy.text)
                counts.append(
                    GateCount(
                        side: side, strategy: strategy.text, method: result.method,
                        vectorInstructions: result.vectorInstructions,
                        instructionsPerUpdate: perUpdate))
            }
            // Its counts of one program are the same each time.
            if counts.allSatisfy({ $0.method == .callgrind }) { break }
        }
        let ways = Set(counts.map { "\($0.method.rawValue) with \($0.vectorInstructions)" })
        guard ways.count == 1 else {
            throw Absence(reason: "counted differently: \(ways.sorted().joined(separator: ", "))")
        }
        return counts
    }

    private static func count(
        _ strategy: StrategyName, _ program: GateProgram, _ runs: GatedRuns, layout: Int
    ) async throws -> ResultEnvelope<CountResult> {
        do {
            return try await program.count(strategy, runs, layout: layout)
        } catch let refusal as GateProgram.Refusal {
            throw Absence(reason: refusal.message)
        } catch let failure as ExperimentFailure where failure.status == .invalid {
            throw Absence(reason: failure.message)
        }
    }

    /// Judges the counts of one strategy. The interval reaches from the smallest
    /// to the largest ratio between any two counts.
    static func judge(_ test: MetricTest, _ counts: [GateCount]) -> MetricJudgement {
        func values(_ side: GateRun.Side) -> [Double] {
            counts.filter { $0.side == side && $0.strategy == test.strategy }
                .map(\.instructionsPerUpdate)
        }
        var judgement = MetricJudgement(
            strategy: test.strategy, metric: test.metric, verdict: .inconclusive, isExact: false,
            baseline: nil, candidate: nil, change: nil, threshold: test.threshold,
            sampleCount: values(.candidate).count, reason: nil)
        guard let baseline = Spread(values(.baseline)), let candidate = Spread(values(.candidate)),
            baseline.min > 0
        else {
            judgement.reason = "instructions were not counted"
            return judgement
        }
        judgement.baseline = baseline.median
        judgement.candidate = candidate.median
        let change = GateChange(
            value: candidate.median / baseline.median - 1,
            low: candidate.min / baseline.max - 1, high: candidate.max / baseline.min - 1)
        judgement.change = change
        if change.low > test.threshold {
            judgement.verdict = .regression
        } else if change.high > test.threshold {
            judgement.reason = "the counts repeat too badly for this threshold"
        } else {
            judgement.verdict = change.high < -GateLimits.countRepeatability ? .improvement : .pass
        }
        return judgement
    }
}
