import ArgumentParser
import Foundation
import OddsExperiments
import OddsResults

/// Measures one strategy and writes the result as JSON. Hidden, because only
/// `bench run` starts it.
struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "measure", shouldDisplay: false)

    @Argument var plan: String

    func run() throws {
        let plan = try JSONDecoder().decode(RunPlan.self, from: Data(plan.utf8))
        let result = try MeasuringProcess.measure(plan)
        try ResultOutput(path: nil).write(ResultCoding.encode(result))
    }
}
