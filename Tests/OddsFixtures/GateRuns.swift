import Foundation
import OddsMeasurement
import OddsResults

/// Runs of a gate with known figures.
package enum GateRuns {
    package static func run(
        p50: Double = 10_000, p99: Double = 100_000, allocations: Double? = 0.5,
        peak: Double = 40_000_000
    ) -> RunResult {
        var run = RunResult.empty
        run.strategy = "graph"
        run.serviceTime.p50 = UInt64(p50)
        run.serviceTime.count = 5_000
        run.responseTime.p99 = UInt64(p99)
        run.allocationsPerUpdate = allocations
        run.memory.residentBytesPeak = Int(peak)
        return run
    }

    /// Pairs whose figures vary as on a noisy machine: each run with a spread
    /// of its own, one pair in ten across a change of the machine's speed.
    package static func pairs(
        _ count: Int, after first: Int = 0, slowdown: Double = 0, deviation: Double = 0.03,
        random: inout SplitMix64
    ) -> [GateRun] {
        (first + 1...first + count).flatMap { number in
            let isTorn = Double.random(in: 0..<1, using: &random) < 0.1
            let isSlowFirst = Bool.random(using: &random)
            return [GateRun.Side.baseline, .candidate].map { side in
                let isSlow = isTorn && (side == .baseline) == isSlowFirst
                func noisy(_ value: Double, _ deviation: Double) -> Double {
                    value * exp(deviation * normal(&random)) * (isSlow ? 2 : 1)
                }
                let factor = side == .candidate ? 1 + slowdown : 1
                let run = run(
                    p50: noisy(10_000 * factor, deviation),
                    p99: noisy(100_000 * factor, 2 * deviation),
                    peak: 40_000_000 * exp(0.003 * normal(&random)))
                return GateRun(side: side, pair: number, run: run)
            }
        }
    }

    /// A standard normal number, by Box and Muller.
    private static func normal(_ random: inout SplitMix64) -> Double {
        let radius = (-2 * log(1 - Double.random(in: 0..<1, using: &random))).squareRoot()
        return radius * cos(2 * .pi * Double.random(in: 0..<1, using: &random))
    }

    package static func calibration(_ runs: [GateRun]) -> CalibrationResult {
        CalibrationResult(arguments: [], secondsPerPair: 1, noise: [], runs: runs)
    }

    package static let environment = EnvironmentDescription(
        machine: .current(), toolchain: "Swift", allocator: "jemalloc 5.3.0",
        buildMode: "release", commit: SourceCommit(id: "abc", isClean: true), stolenShare: nil,
        startedAt: "2026-01-01T00:00:00Z", missing: [])
}
