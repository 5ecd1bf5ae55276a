import ArgumentParser
import Foundation
import OddsHarness
import OddsReconstruction

/// Takes one strategy through the phases of a memory run, on the frames in the
/// mapping that it has as its standard input, and writes the figures as JSON.
/// `bench memory` starts it; users have no use for it.
struct ProfileCommand: WorkingCommand {
    static let configuration = CommandConfiguration(commandName: "profile", shouldDisplay: false)

    @Argument var plan: String

    func run() throws {
        let plan = try JSONDecoder().decode(MemoryPlan.self, from: Data(plan.utf8))
        ChildProcess.endWithParent()
        var task = Profiling(plan: plan)
        try Report(path: nil).write(ResultCoding.encode(plan.strategy.perform(&task)))
    }
}

private struct Profiling: StrategyTask {
    let plan: MemoryPlan

    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) throws -> MemoryProfile {
        var source = FrameRingReader(
            try SharedMapping(fileDescriptor: STDIN_FILENO), channelNames: plan.channelNames)
        source.waitUntilPrimed()
        let run = MemoryRun(
            consumer: plan.consumer, phaseNanoseconds: plan.phaseNanoseconds,
            idleNanoseconds: plan.idleNanoseconds)
        var unwritten: String?
        let profile = run.profile(strategy, on: &source, heap: Allocator.probe()) { phase in
            guard let path = plan.heapProfilePath(phase) else { return }
            if !HeapProfiling.dump(to: path) { unwritten = path }
        }
        guard !source.hasFailed else { throw HarnessError.producerDied }
        if let unwritten {
            throw BenchFailure(.cannotWrite, "\(unwritten): jemalloc cannot write the profile")
        }
        return profile
    }
}
