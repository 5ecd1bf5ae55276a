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
        let (result, digest) = try run("measure", plan: plan, as: RunResult.self)
        return Outcome(result: result, trafficDigest: digest)
    }

    /// Runs another measuring command on the plan's frames, and returns what
    /// it wrote and the frames' digest.
    ///
    /// - Parameter environment: Added to this process's own.
    func run<Output: Decodable>(
        _ command: String, plan measuring: some Encodable, environment: [String: String] = [:],
        as output: Output.Type
    ) throws -> (output: Output, trafficDigest: String) {
        let ring = try FrameRingMonitor(
            byteCount: try plan.traffic.mappingBytes(for: plan.window))
        let feeder = try ChildProcess("feed", plan: plan, mapping: ring.fileDescriptor)
        defer { feeder.stop() }
        let measurer = try ChildProcess(
            command, plan: measuring, mapping: ring.fileDescriptor, environment: environment)
        defer { measurer.stop() }

        while measurer.isRunning {
            if feeder.hasFailed { ring.markProducerDead() }
            progress.show(ring.progressNanoseconds, of: plan.window)
            measurer.waitForEnd(milliseconds: 100)
        }
        progress.clear()
        let json = measurer.finish()
        if let failure = feeder.failure("writes the frames") { throw failure }
        if let failure = measurer.failure("measures \(plan.strategy.rawValue)") { throw failure }
        guard let output = try? JSONDecoder().decode(output, from: json),
            let digest = ring.trafficDigest
        else {
            throw BenchFailure(
                .childDied, "the process that measures \(plan.strategy.rawValue) said nothing")
        }
        return (output, hexadecimal(digest))
    }
}
