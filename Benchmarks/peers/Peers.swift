import ArgumentParser
import Foundation
import OddsOptions
import OddsResults
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
            Compare.self, Micro.self, Providers.self, Serve.self, Worker.self, ChurnWorker.self,
            DumpWorker.self,
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
            let words = Array(CommandLine.arguments.dropFirst())
            end(error, as: end(of: error, words), program: "peers")
        }
    }

    /// `nil` for help, which the parser also throws.
    private static func end(of error: any Error, _ words: [String]) -> CommandEnd? {
        if let failure = PeersFailure(error) {
            return CommandEnd(status: failure.status.rawValue, message: failure.message)
        }
        return CommandEnd(
            parsing: Peers.self, words, error, usageStatus: PeersFailure.Status.usage.rawValue,
            otherStatus: PeersFailure.Status.unexpected.rawValue)
    }

    /// This program's file.
    static var program: URL {
        Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0])
    }

    /// That nothing of a kind has a name, and what there is.
    static func noSuch(_ kind: String, _ name: String, among names: [String]) -> ValidationError {
        ValidationError(
            """
            there is no \(kind) '\(name)'\(NearestName.ending(name, among: names)) \
            There are \(names.joined(separator: ", "))
            """)
    }
}

/// A command that gives figures, or what they are computed from. It refuses to
/// start in a debug build.
protocol MeasuringCommand: ParsableCommand {}
