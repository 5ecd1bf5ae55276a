import Foundation
import OddsCapture
import OddsHarness
import OddsReconstruction
import OddsResults
import OddsTraffic

/// Takes strategies through the phases of a memory run, each in its own
/// process, on one allocator or on two.
package struct MemoryExperiment {
    package var strategies: [StrategyName]
    package var traffic: TrafficConfiguration
    package var provider: FeedProvider
    package var consumer: ConsumerKind
    /// The length of the steady phase, and that of the churn phase.
    package var phaseNanoseconds: UInt64
    package var idleNanoseconds: UInt64
    package var allocator: AllocatorChoice
    /// The folder for heap profiles; `nil` for no profiles.
    package var heapProfileFolder: String?
    /// Formats the table next to each heap profile.
    package var heapTable: @Sendable (FoldedStacks) -> String
    private let progress: ExperimentProgress

    package init(
        strategies: [StrategyName], traffic: TrafficConfiguration, provider: FeedProvider,
        consumer: ConsumerKind, phaseNanoseconds: UInt64, idleNanoseconds: UInt64,
        allocator: AllocatorChoice, heapProfileFolder: String?,
        heapTable: @escaping @Sendable (FoldedStacks) -> String,
        progress: ExperimentProgress = .silent
    ) {
        self.progress = progress
        self.strategies = strategies
        self.traffic = traffic
        self.provider = provider
        self.consumer = consumer
        self.phaseNanoseconds = phaseNanoseconds
        self.idleNanoseconds = idleNanoseconds
        self.allocator = allocator
        self.heapProfileFolder = heapProfileFolder
        self.heapTable = heapTable
    }

    /// The hidden command of the process that runs the phases.
    package static let command = "profile"

    package struct Outcome {
        package var result: MemoryResult
        package var trafficDigest: String
        /// Why not all profiles were made; `nil` if all were.
        package var cutShort: String?
    }

    /// An interruption ends the profile that goes on, which is not kept, and leaves
    /// out heap profiles.
    ///
    /// - Throws: `ExperimentFailure` after an interruption before there is a profile,
    ///   besides what processes throw.
    package func run() async throws -> Outcome {
        try makeHeapProfileFolder()
        let allocators = try self.allocators()
        let planned = strategies.count * allocators.count
        var profiles: [MemoryProfile] = []
        var digest = ""
        defer { progress.clear() }
        do {
            for strategy in strategies {
                for (choice, environment) in allocators {
                    try begin(strategy, choice.rawValue, profiles.count + 1, of: planned)
                    let result = try await session(strategy).run(
                        Self.command, plan: plan(for: strategy), environment: environment,
                        as: MemoryProfile.self)
                    progress.end(figure: nil)
                    profiles.append(result.output)
                    digest = result.trafficDigest
                }
            }
        } catch is RunSession.CutShort {}
        if let signal = Interruption.current.signal {
            guard !profiles.isEmpty else { throw ExperimentFailure(interruptedBy: signal) }
        }
        try check(profiles)
        let missing = try await writeHeapProfiles()
        let cutShort = Interruption.current.signal.map {
            "\(SignalName.text($0)) after \(profiles.count) of \(planned) profiles"
        }
        return Outcome(
            result: MemoryResult(profiles: profiles, missing: missing), trafficDigest: digest,
            cutShort: cutShort)
    }

    private func begin(
        _ strategy: StrategyName, _ allocator: String, _ number: Int, of count: Int
    ) throws {
        guard !Interruption.current.isRequested else { throw RunSession.CutShort() }
        // Frames are served as fast as possible: only the idle phase has a known length.
        let seconds = Double(2 * phaseNanoseconds + idleNanoseconds) / 1e9
        var step = ExperimentProgress.Step(
            position: "profile \(number) of \(count)", strategy: "\(strategy) on \(allocator)",
            scheduledSeconds: seconds)
        step.later = .init(count: count - number, seconds: Double(count - number) * seconds)
        progress.begin(step)
    }

    /// The allocators to run on, each with the environment that selects it.
    private func allocators() throws -> [(AllocatorChoice, [String: String])] {
        let wanted: [AllocatorChoice] =
            allocator == .system && Allocator.isJemalloc ? [.jemalloc, .system] : [allocator]
        return try wanted.map { choice in
            guard let environment = choice.environment else {
                throw ExperimentFailure(
                    .usage,
                    choice == .jemalloc
                        ? "--allocator jemalloc: built without jemalloc (BENCH_NO_JEMALLOC=1)"
                        : "--allocator system: a program built with jemalloc can avoid it only"
                            + " on Linux; build with BENCH_NO_JEMALLOC=1")
            }
            return (choice, environment)
        }
    }

    private func session(_ strategy: StrategyName) -> RunSession {
        var churn = traffic
        churn.scenario = "churn"
        return RunSession(
            plan: RunPlan(
                strategy: strategy, consumer: consumer, warmupNanoseconds: 0,
                durationNanoseconds: 2 * phaseNanoseconds,
                traffic: .phases(
                    steady: traffic, churn: churn, phaseNanoseconds: phaseNanoseconds,
                    on: provider),
                feed: FeedChannels(generatedOn: provider)),
            progress: progress)
    }

    private func plan(for strategy: StrategyName, heapProfiles: String? = nil) -> MemoryPlan {
        MemoryPlan(
            strategy: strategy, consumer: consumer, phaseNanoseconds: phaseNanoseconds,
            idleNanoseconds: idleNanoseconds, feed: FeedChannels(generatedOn: provider),
            heapProfileFolder: heapProfiles)
    }

    /// - Throws: `ExperimentFailure` if strategies read different values, as
    ///   their figures would not be comparable.
    private func check(_ profiles: [MemoryProfile]) throws {
        guard let other = profiles.first(where: { $0.checksum != profiles[0].checksum }) else {
            return
        }
        throw ExperimentFailure(
            .checkFailed,
            """
            \(profiles[0].strategy) and \(other.strategy) read different values: checksum \
            \(profiles[0].checksum) against \(other.checksum)
            """)
    }

    /// Before anything is measured, so that nothing is measured in vain.
    private func makeHeapProfileFolder() throws {
        guard let folder = heapProfileFolder else { return }
        guard (try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)) != nil,
            FileManager.default.isWritableFile(atPath: folder)
        else {
            throw ExperimentFailure(
                .cannotWrite,
                "\(folder): is no folder that can be written to; give another with --heap-profile")
        }
    }

    /// Writes heap profiles, in separate runs because sampling distorts the
    /// measurements. Returns why there are none.
    private func writeHeapProfiles() async throws -> [String] {
        guard let folder = heapProfileFolder else { return [] }
        if let reason = await HeapProfileReport.missingReason { return [reason] }
        for (index, strategy) in strategies.enumerated() {
            let plan = plan(for: strategy, heapProfiles: folder)
            do {
                try begin(strategy, "jemalloc's profiler", index + 1, of: strategies.count)
                _ = try await session(strategy).run(
                    Self.command, plan: plan, environment: HeapProfiling.environment,
                    as: MemoryProfile.self)
            } catch is RunSession.CutShort {
                return ["not all heap profiles were written: the command was ended early"]
            }
            progress.note("symbols of \(strategy)'s heap profiles")
            try await HeapProfileReport(program: ChildProcess.ownProgram(), table: heapTable)
                .write(MemoryPhase.allCases.compactMap(plan.heapProfilePath))
            progress.end(figure: nil)
        }
        return []
    }
}
