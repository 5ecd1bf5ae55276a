import ArgumentParser
import Foundation
import OddsExperiments
import OddsResults

/// Takes one strategy through the phases of a memory run, and writes the
/// figures as JSON. Hidden, because only `bench memory` starts it.
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: MemoryExperiment.command, shouldDisplay: false)

    @Argument var plan: String

    func run() throws {
        let profile = try ProfilingProcess.profile(Data(plan.utf8))
        try ResultOutput(path: nil).write(ResultCoding.encode(profile))
    }
}
