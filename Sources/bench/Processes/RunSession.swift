import Foundation
import OddsHarness

/// One run of one strategy: a process that writes frames, a process that
/// measures, and this one, which watches.
struct RunSession {
    let plan: RunPlan
    let progress: ProgressLine

    struct Outcome {
        var result: RunResult
        let trafficDigest: String
    }

    func run() throws -> Outcome {
        let ring = try FrameRingMonitor()
        let feeder = try ChildProcess("feed", plan: plan, mapping: ring.fileDescriptor)
        defer { feeder.stop() }
        let measurer = try ChildProcess("measure", plan: plan, mapping: ring.fileDescriptor)
        defer { measurer.stop() }

        while measurer.isRunning {
            if feeder.hasFailed { ring.markProducerDead() }
            progress.show(ring.progressNanoseconds, of: plan.window)
            usleep(100_000)
        }
        progress.clear()
        let output = measurer.finish()
        if let failure = feeder.failure("writes the frames") { throw failure }
        if let failure = measurer.failure("measures \(plan.strategy.rawValue)") { throw failure }
        guard let result = try? JSONDecoder().decode(RunResult.self, from: output),
            let digest = ring.trafficDigest
        else {
            throw BenchFailure(
                .childDied, "the process that measures \(plan.strategy.rawValue) said nothing")
        }
        return Outcome(result: result, trafficDigest: hexadecimal(digest))
    }
}
