import Foundation
import OddsHarness
import OddsMeasurement
import OddsReconstruction
import OddsResults

/// The two child processes of a run, which share the frames' mapping as their
/// standard input.
package enum MeasuringProcess {
    /// Measures the plan's strategy on the frames in the mapping.
    package static func measure(_ plan: RunPlan) throws -> RunResult {
        ChildProcess.begin()
        if let program = plan.program {
            return try ProgramMeasurement(plan: plan, measured: program)
                .measure(FrameRingReader.inherited(plan.feed))
        }
        var task = Measurement(plan: plan)
        return plan.leaks
            ? try task.perform(LeakingGraph.self) : try plan.strategy.perform(&task)
    }

    /// Writes the plan's frames into the mapping.
    package static func feed(_ plan: RunPlan) throws {
        // The measured thread has a core to itself.
        CoreAffinity.pin(to: CoreAssignment(allowed: CoreAffinity.allowedCores()).others)
        ChildProcess.begin()
        var writer = FrameRingWriter(try SharedMapping(fileDescriptor: STDIN_FILENO))
        try plan.traffic.forEachFrame(until: plan.window.endNanoseconds) { frame, ticket in
            while try !writer.append(frame, ticket: ticket) { usleep(500) }
        }
        writer.finish()
    }
}

extension FrameRingReader {
    /// The ring on standard input, once it is primed.
    static func inherited(_ feed: FeedChannels) throws -> FrameRingReader {
        let reader = FrameRingReader(
            try SharedMapping(fileDescriptor: STDIN_FILENO), feed: feed)
        reader.waitUntilPrimed()
        return reader
    }
}

private struct Measurement: StrategyTask {
    let plan: RunPlan

    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) throws -> RunResult {
        var source = try FrameRingReader.inherited(plan.feed)
        var measurement = plan.measurement
        measurement.board = source.board
        measurement.turns = try plan.turns.map { try TurnsClock($0) }
        return try Harness.measure(
            strategy, on: &source, plan: measurement, heap: Allocator.probe())
    }
}
