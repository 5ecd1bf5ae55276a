import ArgumentParser
import Foundation
import OddsExperiments

/// Writes a run's frames. Hidden, because only `bench run` starts it.
struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "feed", shouldDisplay: false)

    @Argument var plan: String

    func run() throws {
        try MeasuringProcess.feed(JSONDecoder().decode(RunPlan.self, from: Data(plan.utf8)))
    }
}
