import ArgumentParser
import Foundation
import OddsExperiments
import OddsLauncher
import OddsOptions

/// The commands of `bench` that need sockets; `bench` starts this program.
@main
struct BenchLive: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measures over sockets.",
        subcommands: [LiveCommand.self, RecordCommand.self])

    @MainActor
    static func main() async {
        do {
            try await Interruption.handlingSignals { run in
                try await start { try await run($0 is any EndsEarly.Type, $1) }
            }
        } catch {
            guard let end = end(of: error) else { exit(withError: error) }
            StandardError.print("bench: \(end.message)")
            Foundation.exit(end.status)
        }
    }

    /// `nil` for help, which the parser also throws.
    private static func end(of error: any Error) -> CommandEnd? {
        if let failure = ExperimentFailure(error) {
            return CommandEnd(status: failure.status.rawValue, message: failure.message)
        }
        return CommandEnd(
            parsing: BenchLive.self, error, usageStatus: ExitStatus.usage.rawValue,
            otherStatus: ExitStatus.childDied.rawValue)
    }
}
