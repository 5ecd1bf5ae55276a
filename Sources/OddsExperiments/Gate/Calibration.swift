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
        let processorTime = ProcessorTime.current()
        // As in a gate, the two sides have different layouts.
        let layouts = try await GateLayouts(baseline: program, candidate: program, seed: 1)
        defer { layouts?.remove() }
        var (baseline, candidate) = (program, program)
        baseline.layouts = layouts?.baseline ?? []
        candidate.layouts = layouts?.candidate ?? []
        var session = GateSession(
            baseline: .program(baseline), candidate: candidate, runs: gatedRuns,
            judged: Self.metrics, title: "calibration",
            progress: ExperimentProgress(command: "calibrate"))
        let start = Date()
        do {
            try await session.run(untilPairCount: pairCount)
        } catch let invalidity as GateInvalidity {
            throw ExperimentFailure(.invalid, invalidity.reason)
        }
        let done = session.pairCount
        if let signal = Interruption.current.signal, done == 0 {
            throw ExperimentFailure(interruptedBy: signal)
        }
        let seconds = Date().timeIntervalSince(start)
        var result = await ResultEnvelope(
            command: command, provider: gatedRuns.provider, seed: gatedRuns.seed,
            arrival: gatedRuns.arrival, trafficDigest: session.trafficDigest,
            environment: .current(since: start, processorTime: processorTime),
            CalibrationResult(
                arguments: gatedRuns.arguments,
                secondsPerPair: seconds / Double(done * gatedRuns.strategies.count),
                noise: noise(session.runs), runs: session.runs))
        if done < pairCount {
            result.cutShort = Interruption.current.signal.map {
                "\(SignalName.text($0)) after \(done) of \(pairCount) pairs"
            }
        }
        return result
    }

    /// The figures that are judged by default, but the one that is counted.
    private static let metrics = RegressionLimit.defaults.map(\.metric)
        .filter { $0 != CountResult.metric }

    private func noise(_ runs: [GateRun]) -> [MetricNoise] {
        gatedRuns.strategies.flatMap { kind in
            let pairs = GatePair.pairs(runs, strategy: kind.text)
            return Self.metrics.compactMap {
                PairNoise(pairs, strategy: kind.text, metric: $0)?.noise
            }
        }
    }
}
