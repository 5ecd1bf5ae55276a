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
            65 bad data; 66 no such file; 70 a child process died, or an error of the program; \
            74 cannot write.
            """,
        subcommands: [
            RunCommand.self, SaturateCommand.self, SoakCommand.self, MemoryCommand.self,
            GateCommand.self, BaselineCommand.self, CalibrateCommand.self, GateProofCommand.self,
            ReportCommand.self, CompareCommand.self, LiveCommand.self, SelftestCommand.self,
            ReplayCommand.self, GenerateCommand.self, RecordCommand.self, DoctorCommand.self,
            FeedCommand.self, MeasureCommand.self, ProfileCommand.self,
        ],
        defaultSubcommand: RunCommand.self)

    static func main() {
        do {
            var command = try parseAsRoot()
            if let working = command as? any WorkingCommand {
                try ReleaseBuild.replaceDebugProcess(products: type(of: working).products)
            }
            try command.run()
        } catch {
            let failure = BenchFailure(error) ?? failureUnlessHelp(error)
            StandardError.print("bench: \(failure.message)")
            Foundation.exit(failure.status.rawValue)
        }
    }

    /// Help, which the parser throws too, goes to standard output. What is
    /// neither that nor wrong with the options should not have happened.
    private static func failureUnlessHelp(_ error: any Error) -> BenchFailure {
        switch exitCode(for: error) {
        case .success:
            exit(withError: error)
        case .validationFailure:
            return BenchFailure(.usage, "\(message(for: error)) (see 'bench --help')")
        default:
            let line = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
            return BenchFailure(.childDied, "unexpected error: \(line)")
        }
    }
}

/// A command for which only optimized code is good enough, as it shows figures
/// or works through much data.
protocol WorkingCommand: ParsableCommand {
    /// What has to be built for it.
    static var products: [String] { get }
}

extension WorkingCommand {
    static var products: [String] { ["bench"] }
}
