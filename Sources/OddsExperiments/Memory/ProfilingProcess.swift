import Foundation
import OddsHarness
import OddsReconstruction
import OddsResults

/// The child process that takes one strategy through the phases of a memory
/// run. Its standard input is the mapping with the frames.
package enum ProfilingProcess {
    /// - Parameter plan: The plan from `MemoryExperiment`, as JSON.
    package static func profile(_ plan: Data) throws -> some Encodable {
        // Memory differs as well: unoptimized code copies what others share.
        try Harness.requireOptimized()
        let plan = try JSONDecoder().decode(MemoryPlan.self, from: plan)
        ChildProcess.begin()
        var task = Profiling(plan: plan)
        return try plan.strategy.perform(&task)
    }
}

private struct Profiling: StrategyTask {
    let plan: MemoryPlan

    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) throws -> MemoryProfile {
        var source = try FrameRingReader.inherited(plan.feed)
        let run = MemoryRun(
            consumer: plan.consumer, phaseNanoseconds: plan.phaseNanoseconds,
            idleNanoseconds: plan.idleNanoseconds)
        var unwritten: String?
        let profile = run.profile(strategy, on: &source, heap: Allocator.probe()) { phase in
            guard let path = plan.heapProfilePath(phase) else { return }
            if !HeapProfiling.dump(to: path) { unwritten = path }
        }
        if let unwritten {
            throw ExperimentFailure(
                .cannotWrite, "\(unwritten): jemalloc cannot write the profile")
        }
        return profile
    }
}
