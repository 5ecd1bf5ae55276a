import ArgumentParser
import Foundation
import OddsHarness
import OddsMeasurement

/// Writes a run's frames into the mapping that it has as its standard input.
/// `bench run` starts it; users have no use for it.
struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "feed", shouldDisplay: false)

    @Argument var plan: String

    func run() throws {
        let plan = try JSONDecoder().decode(RunPlan.self, from: Data(plan.utf8))
        // The measured thread has a core of its own.
        CoreAffinity.pin(to: CoreAssignment(allowed: CoreAffinity.allowedCores()).others)
        ChildProcess.endWithParent()
        var writer = FrameRingWriter(try SharedMapping(fileDescriptor: STDIN_FILENO))
        try plan.traffic.forEachFrame(until: plan.window.endNanoseconds) { frame, ticket in
            while try !writer.append(frame, ticket: ticket) { usleep(500) }
        }
        writer.finish()
    }
}
