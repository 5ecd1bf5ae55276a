import Foundation
import OddsMeasurement
import OddsResults

/// Measures a machine's noise by pairs of runs of one program.
package struct Calibration {
    let program: GateProgram
    let gatedRuns: GatedRuns
    /// The words of the command, for the result.
    let command: [String]

    package init(program: GateProgram, runs gatedRuns: GatedRuns, command: [String]) {
        self.program = program
        self.gatedRuns = gatedRuns
        self.command = command
    }

    package func measure(pairCount: Int) async throws -> ResultEnvelope<CalibrationResult> {
        let start = Date()
        let processorTime = ProcessorTime.current()
        var session = GateSession(
            baseline: .program(program), candidate: program, runs: gatedRuns,
            title: "calibration")
        do {
            try await session.run(untilPairCount: pairCount)
        } catch let invalidity as GateSession.Invalidity {
            throw ExperimentFailure(.invalid, invalidity.reason)
        }
        let seconds = Date().timeIntervalSince(start)
        return await ResultEnvelope(
            command: command, seed: gatedRuns.seed, trafficDigest: session.trafficDigest,
            environment: .current(since: start, processorTime: processorTime),
            CalibrationResult(
                arguments: gatedRuns.arguments,
                secondsPerPair: seconds / Double(pairCount * gatedRuns.strategies.count),
                noise: noise(session.runs), runs: session.runs))
    }

    /// The noise of the figures that are judged by default.
    private func noise(_ runs: [GateRun]) -> [MetricNoise] {
        gatedRuns.strategies.flatMap { kind in
            let pairs = GatePair.pairs(runs, strategy: kind.text)
            return RegressionLimit.defaults.compactMap {
                NoiseFloor(pairs, strategy: kind.text, metric: $0.metric)?.noise
            }
        }
    }
}
