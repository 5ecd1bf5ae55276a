import Foundation
import OddsHarness
import OddsResults

/// One run of one strategy: a process that writes frames, a process that
/// measures, and this one, which supervises them.
package struct RunSession: Sendable {
    package let plan: RunPlan
    private let progress: ExperimentProgress
    private let mappingBytes: Int?

    /// - Parameters:
    ///   - plan: The plan of the run.
    ///   - progress: Where its progress is shown.
    ///   - mappingBytes: The size of the frames' mapping; `nil` for one that suits
    ///     the traffic.
    package init(plan: RunPlan, progress: ExperimentProgress, mappingBytes: Int? = nil) {
        self.plan = plan
        self.progress = progress
        self.mappingBytes = mappingBytes
    }

    /// The size of the frames' mapping in bytes, for short runs: a large
    /// mapping can take longer to create than the run itself. An experiment sets it
    /// for the programs that it starts, so it goes before their own sizes.
    package static let mappingVariable = "ODDSBENCH_FRAME_MAPPING_BYTES"

    private static var givenMappingBytes: Int? {
        ProcessInfo.processInfo.environment[mappingVariable].flatMap { Int($0) }
            .map { max($0, mappingBytesMin) }
    }

    private static let mappingBytesMin = 1 << 20

    package struct Outcome {
        package var result: RunResult
        /// `nil` for a run that was ended early: not all of its traffic was generated.
        package let trafficDigest: String?
    }

    /// The run was ended early, and there is nothing of it to keep.
    package struct CutShort: Error {
        package init() {}
    }

    /// - Throws: `CutShort` for a run that was ended before anything was measured,
    ///   besides what the processes throw. One that was ended later is a result, which
    ///   says so, and without a digest of the traffic.
    package func run() async throws -> Outcome {
        var (result, digest) = try await perform("measure", plan: plan, as: RunResult.self)
        // The end was asked for when the window had closed and the traffic had not ended.
        if digest == nil, result.cutShortNanoseconds == nil {
            result.cutShortNanoseconds = plan.window.durationNanoseconds
        }
        guard result.cutShortNanoseconds == nil || result.responseTime.count > 0 else {
            throw CutShort()
        }
        return Outcome(result: result, trafficDigest: digest)
    }

    /// Runs a measuring command on the plan's frames, and returns its output
    /// and the frames' digest.
    ///
    /// - Parameters:
    ///   - command: The hidden subcommand that measures.
    ///   - measuring: Its plan.
    ///   - environment: Variables in addition to this process's own.
    ///   - program: The executable; `nil` for this program's own.
    ///   - wrapper: A program by name that runs it, with its arguments.
    ///   - output: The type of its output.
    /// - Throws: `CutShort` if it was ended early.
    package func run<Output: Decodable>(
        _ command: String, plan measuring: some Encodable, environment: [String: String] = [:],
        program: URL? = nil, under wrapper: [String] = [], as output: Output.Type
    ) async throws -> (output: Output, trafficDigest: String) {
        let (output, digest) = try await perform(
            command, plan: measuring, environment: environment, program: program,
            under: wrapper, as: output)
        guard let digest else { throw CutShort() }
        return (output, digest)
    }

    /// - Returns: The digest is `nil` if the run was ended early.
    private func perform<Output: Decodable>(
        _ command: String, plan measuring: some Encodable, environment: [String: String] = [:],
        program: URL? = nil, under wrapper: [String] = [], as output: Output.Type
    ) async throws -> (output: Output, trafficDigest: String?) {
        let ring = try FrameRingMonitor(byteCount: ringBytes())
        let feeder = try ChildProcess(
            "feed", task: "writes the frames", plan: plan, mapping: ring.fileDescriptor)
        let measurer = try ChildProcess(
            command, task: "measures \(plan.subject)", plan: measuring,
            mapping: ring.fileDescriptor, environment: environment, program: program,
            wrapper: wrapper)
        async let _ = show(ring)
        let json = try await Interruption.current.during({ _ in ring.requestEnd() }) {
            try await Self.output(of: measurer, fedBy: feeder)
        }
        let output = json.flatMap { try? JSONDecoder().decode(output, from: Data($0)) }
        if ring.hasEndedEarly {
            guard let output else { throw CutShort() }
            return (output, nil)
        }
        guard let output, let digest = ring.trafficDigest else {
            throw ExperimentFailure(
                .childDied, "the process that measures \(plan.subject) wrote no result")
        }
        return (output, digest.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
    }

    /// The size of the frames' mapping of this run.
    func ringBytes() throws -> Int {
        try Self.givenMappingBytes ?? mappingBytes ?? plan.traffic.mappingBytes(for: plan.window)
    }

    /// Runs both processes until the measuring one ends, and returns its output.
    /// The first failure ends the other process.
    static func output(
        of measurer: ChildProcess, fedBy feeder: ChildProcess
    ) async throws -> [UInt8]? {
        try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask {
                try await feeder.output()
                return nil
            }
            group.addTask { try await measurer.output() }
            let output = try await group.first { $0 != nil } ?? nil
            group.cancelAll()
            return output
        }
    }

    /// Shows the progress of a ring's reader until the task is cancelled.
    private func show(_ ring: FrameRingMonitor) async {
        var intervalCount = 0
        while !Task.isCancelled {
            let nanoseconds = ring.progressNanoseconds
            let intervals = ring.intervals(from: intervalCount)
            intervalCount = intervals.last.map { $0.number + 1 } ?? intervalCount
            progress.update(
                phase(nanoseconds), elapsed: Double(nanoseconds) / 1e9, intervals: intervals)
            try? await Task.sleep(for: .milliseconds(100))
        }
    }

    private func phase(_ nanoseconds: UInt64) -> LiveSnapshot.Phase {
        nanoseconds == 0
            ? .loading : nanoseconds < plan.window.warmupNanoseconds ? .warmup : .measuring
    }
}
