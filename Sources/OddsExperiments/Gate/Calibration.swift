import Foundation
import OddsHarness
import OddsMeasurement

/// The measuring of a machine's noise: pairs of runs of one program.
struct Calibration {
    let program: GateProgram
    let options: GatedRunOptions
    /// The words of the command that asked for it.
    let command: [String]

    func measure(pairCount: Int) throws -> CalibrationResult {
        let start = Date()
        let processorTime = ProcessorTime.current()
        var session = GateSession(
            baseline: .program(program), candidate: program, options: options,
            title: "calibration")
        do {
            try session.run(untilPairCount: pairCount)
        } catch let invalidity as GateSession.Invalidity {
            throw BenchFailure(.invalid, invalidity.reason)
        }
        let seconds = Date().timeIntervalSince(start)
        return CalibrationResult(
            command: command, seed: options.seed, trafficDigest: session.trafficDigest ?? "",
            environment: .current(since: start, processorTime: processorTime),
            arguments: options.arguments,
            secondsPerPair: seconds / Double(pairCount * options.strategy.kinds.count),
            noise: try noise(session.runs), runs: session.runs)
    }

    /// Of the figures that are judged by default.
    private func noise(_ runs: [GateRun]) throws -> [MetricNoise] {
        try options.strategy.kinds.flatMap { kind in
            let pairs = try GatePair.pairs(runs, strategy: kind.rawValue)
            return RegressionLimit.defaults.compactMap {
                NoiseFloor(pairs, strategy: kind.rawValue, metric: $0.metric)?.noise
            }
        }
    }
}
