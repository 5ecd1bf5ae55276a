import ArgumentParser
import Foundation

@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measures ways to reconstruct a live odds feed.",
        discussion: """
            Without a subcommand the options are those of 'bench run'.

            Example: bench --strategy delta --rate 20000 --duration 30s

            Exit status: 0 done; 1 a check failed; 3 inconclusive; 4 invalid; 64 wrong usage; \
            65 bad data; 66 no such file; 70 a child process died; 74 cannot write.
            """,
        subcommands: [
            RunCommand.self, ReplayCommand.self, GenerateCommand.self, DoctorCommand.self,
            FeedCommand.self, MeasureCommand.self,
        ],
        defaultSubcommand: RunCommand.self)

    static func main() {
        do {
            var command = try parseAsRoot()
            if command is any WorkingCommand { try ReleaseBuild.replaceDebugProcess() }
            try command.run()
        } catch {
            guard let failure = BenchFailure(error) else { exitAsParserSays(error) }
            StandardError.print("bench: \(failure.message)")
            Foundation.exit(failure.status.rawValue)
        }
    }

    /// Help goes to standard output; what is wrong with the options is one
    /// line.
    private static func exitAsParserSays(_ error: any Error) -> Never {
        guard exitCode(for: error) != .success else { exit(withError: error) }
        StandardError.print("bench: \(message(for: error)) (see 'bench --help')")
        Foundation.exit(exitCode(for: error).rawValue)
    }
}

/// A command for which only optimized code is good enough, as it shows figures
/// or works through much data.
protocol WorkingCommand: ParsableCommand {}
