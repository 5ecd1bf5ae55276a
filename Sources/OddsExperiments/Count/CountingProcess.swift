import Foundation
import OddsHarness
import OddsMeasurement
import OddsReconstruction

/// The plan of a counting run, which its process receives as JSON.
struct CountingPlan: Codable {
    var run: RunPlan
    var method: InstructionCounter.Method
}

/// The child process that counts the instructions of one strategy. Its standard
/// input is the mapping with the frames.
package enum CountingProcess {
    /// - Parameter plan: The plan from `CountExperiment`, as JSON.
    /// - Throws: `HarnessError.unoptimized` in a debug build, before anything
    ///   else.
    package static func count(_ plan: Data) throws -> some Encodable {
        // Unoptimized code is mostly instructions that the optimizer removes.
        try Harness.requireOptimized()
        let plan = try JSONDecoder().decode(CountingPlan.self, from: plan)
        ChildProcess.begin()
        var task = Counting(plan: plan)
        return try plan.run.strategy.perform(&task)
    }
}

private struct Counting: StrategyTask {
    let plan: CountingPlan

    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) throws -> CountedWork {
        var source = try FrameRingReader.inherited(plan.run.feed)
        return CountingRun(
            window: plan.run.window, consumer: plan.run.consumer, method: plan.method
        ).count(strategy, on: &source)
    }
}
