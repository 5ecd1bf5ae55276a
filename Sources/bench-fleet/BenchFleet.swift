import ArgumentParser
import OddsExperiments
import OddsNATS
import OddsOptions

/// The commands of `bench` that need NATS; `bench` starts this program.
@main
struct BenchFleet: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measures with more than one machine.",
        version: ReleaseNumber.line(of: "bench"),
        subcommands: [AgentCommand.self, FleetCommand.self])

    @MainActor
    static func main() async {
        do {
            try await Interruption.handlingSignals { run in
                try await start { try await run($0 is any EndsEarly.Type, $1) }
            }
        } catch {
            let words = Array(CommandLine.arguments.dropFirst())
            end(error, as: end(of: error, words), program: "bench")
        }
    }

    /// `nil` for help, which the parser also throws.
    static func end(of error: any Error, _ words: [String]) -> CommandEnd? {
        if let error = error as? NATSError {
            return CommandEnd(
                status: ExitStatus.unavailable.rawValue, message: error.description)
        }
        if let failure = ExperimentFailure(error) {
            return CommandEnd(status: failure.status.rawValue, message: failure.message)
        }
        return CommandEnd(
            parsing: BenchFleet.self, words, error, usageStatus: ExitStatus.usage.rawValue,
            otherStatus: ExitStatus.childDied.rawValue)
    }
}

/// What a coordinator does.
struct FleetCommand: ParsableCommand {
    static let configuration = FleetGroup.configuration([
        FleetRunCommand.self, FleetCollectCommand.self, FleetPlanCommand.self,
    ])
}
