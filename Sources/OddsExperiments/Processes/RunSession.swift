import Foundation
import OddsHarness
import OddsLauncher
import OddsResults

/// One run of one strategy: a process that writes frames, a process that
/// measures, and this one, which supervises them.
package struct RunSession {
    package let plan: RunPlan
    private let progress: ProgressLine

    package init(plan: RunPlan, progress: ProgressLine) {
        self.plan = plan
        self.progress = progress
    }

    /// The size of the frames' mapping in bytes, for short runs: a large
    /// mapping can take longer to create than the run itself.
    package static let mappingVariable = "ODDSBENCH_FRAME_MAPPING_BYTES"

    private static var givenMappingBytes: Int? {
        ProcessInfo.processInfo.environment[mappingVariable].flatMap { Int($0) }
            .map { max($0, mappingBytesMin) }
    }

    private static let mappingBytesMin = 1 << 20

    package struct Outcome {
        package var result: RunResult
        package let trafficDigest: String
    }

    package func run() throws -> Outcome {
        let (result, digest) = try run("measure", plan: plan, as: RunResult.self)
        return Outcome(result: result, trafficDigest: digest)
    }

    /// Runs a measuring command on the plan's frames, and returns its output
    /// and the frames' digest.
    ///
    /// - Parameters:
    ///   - command: The hidden subcommand that measures.
    ///   - measuring: Its plan.
    ///   - environment: Variables in addition to this process's own.
    ///   - output: The type of its output.
    package func run<Output: Decodable>(
        _ command: String, plan measuring: some Encodable, environment: [String: String] = [:],
        as output: Output.Type
    ) throws -> (output: Output, trafficDigest: String) {
        let bytes = try Self.givenMappingBytes ?? plan.traffic.mappingBytes(for: plan.window)
        let ring = try FrameRingMonitor(byteCount: bytes)
        let feeder = try ChildProcess("feed", plan: plan, mapping: ring.fileDescriptor)
        defer { feeder.stop() }
        let measurer = try ChildProcess(
            command, plan: measuring, mapping: ring.fileDescriptor, environment: environment)
        defer { measurer.stop() }

        while measurer.isRunning {
            if feeder.hasFailed { ring.markProducerDead() }
            progress.show(state(ring.progressNanoseconds))
            measurer.waitForEnd(milliseconds: 100)
        }
        progress.clear()
        let json = measurer.finish()
        if let failure = feeder.failure("writes the frames") { throw failure }
        if let failure = measurer.failure("measures \(plan.strategy)") { throw failure }
        guard let output = try? JSONDecoder().decode(output, from: json),
            let digest = ring.trafficDigest
        else {
            throw ExperimentFailure(
                .childDied, "the process that measures \(plan.strategy) wrote no result")
        }
        return (output, digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }

    /// The progress of the run, for display.
    private func state(_ nanoseconds: UInt64) -> String {
        let window = plan.window
        let phase = nanoseconds < window.warmupNanoseconds ? "warm-up" : "measuring"
        return String(
            format: "%@ · %.1f of %.1f s", nanoseconds == 0 ? "loading" : phase,
            Double(nanoseconds) / 1e9, Double(window.endNanoseconds) / 1e9)
    }
}
