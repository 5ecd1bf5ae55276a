import ArgumentParser
import Foundation
import PeerBenchmarks

@main
struct Peers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peers",
        abstract: "Compares OddsBench with other ways to do the same, side by side.",
        discussion: """
            Without a subcommand the options are those of 'peers compare'.

            Example: peers --task decode --task apply --processes 12

            Exit status: 0 done; 1 results are not equal, or memory is not flat; 4 not \
            optimized; 64 wrong usage; 65 bad data; 66 no such file; 70 a child process died, \
            or an error of the program; 74 cannot write.
            """,
        subcommands: [
            Compare.self, Micro.self, Serve.self, Worker.self, ChurnWorker.self, DumpWorker.self,
        ],
        defaultSubcommand: Compare.self)

    @MainActor
    static func main() async {
        do {
            var command = try parseAsRoot()
            if command is any MeasuringCommand { try Optimization.require() }
            if var command = command as? any AsyncParsableCommand {
                try await command.run()
            } else {
                try command.run()
            }
        } catch {
            let failure = PeersFailure(error) ?? failureUnlessHelp(error)
            StandardError.print("peers: \(failure.message)")
            Foundation.exit(failure.status.rawValue)
        }
    }

    /// Help, which the parser throws too, goes to standard output.
    private static func failureUnlessHelp(_ error: any Error) -> PeersFailure {
        switch exitCode(for: error) {
        case .success:
            exit(withError: error)
        case .validationFailure:
            return PeersFailure(.usage, "\(message(for: error)) (see 'peers --help')")
        default:
            let line = "\(error)".split(whereSeparator: \.isNewline).joined(separator: " ")
            return PeersFailure(.unexpected, "unexpected error: \(line)")
        }
    }
}

/// A command that gives figures, or what they are computed from. It refuses to
/// start in a debug build.
protocol MeasuringCommand: ParsableCommand {}
