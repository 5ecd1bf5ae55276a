import ArgumentParser
import OddsExperiments
import OddsOptions

/// The commands of `bench` that ask a platform over HTTP; `bench` starts this program.
@main
struct BenchPlatform: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measures a platform over HTTP.",
        version: ReleaseNumber.line(of: "bench"),
        subcommands: [PlatformCommand.self, BettingCommand.self])

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
            parsing: BenchPlatform.self, words, error, usageStatus: ExitStatus.usage.rawValue,
            otherStatus: ExitStatus.childDied.rawValue)
    }
}
