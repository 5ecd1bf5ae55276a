import ArgumentParser
import Foundation
import OddsHarness
import OddsMeasurement
import OddsReconstruction

/// Measures one strategy on the frames in the mapping that it has as its
/// standard input, and writes the result as JSON. `bench run` starts it; users
/// have no use for it.
struct MeasureCommand: WorkingCommand {
    static let configuration = CommandConfiguration(commandName: "measure", shouldDisplay: false)

    @Argument var plan: String

    func run() throws {
        let plan = try JSONDecoder().decode(RunPlan.self, from: Data(plan.utf8))
        ChildProcess.endWithParent()
        var task = Measurement(plan: plan)
        let result =
            try plan.leaks
            ? task.perform(LeakingGraph.self) : plan.strategy.perform(&task)
        try Report(path: nil).write(ResultCoding.encode(result))
    }
}

private struct Measurement: StrategyTask {
    let plan: RunPlan

    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) throws -> RunResult {
        var source = FrameRingReader(
            try SharedMapping(fileDescriptor: STDIN_FILENO), channelNames: plan.channelNames)
        source.waitUntilPrimed()
        let result = try Harness.measure(
            strategy, on: &source, plan: plan.measurement, heap: Allocator.probe())
        guard !source.hasFailed else { throw HarnessError.producerDied }
        return result
    }
}
