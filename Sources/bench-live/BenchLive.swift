import ArgumentParser
import OddsExperiments
import OddsOptions

/// The commands of `bench` that need sockets; `bench` starts this program.
@main
struct BenchLive: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measures over sockets.",
        version: ReleaseNumber.line(of: "bench"),
        subcommands: [
            LiveCommand.self, RecordCommand.self, ConvertCommand.self, GameCommand.self,
        ])

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
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - words: The command line, without the program.
    static func end(of error: any Error, _ words: [String]) -> CommandEnd? {
        if let failure = ExperimentFailure(error) {
            return CommandEnd(status: failure.status.rawValue, message: failure.message)
        }
        return CommandEnd(
            parsing: BenchLive.self, words, error, usageStatus: ExitStatus.usage.rawValue,
            otherStatus: ExitStatus.childDied.rawValue)
    }
}
