import ArgumentParser
import Foundation
import OddsConsole
import OddsLauncher
import OddsOptions
import OddsResults

/// Replaces presets by the options that they stand for, adds the defaults of the
/// file, and starts the program of the command; `bench` starts this program.
@main
struct BenchPresets: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Presets, and what else it takes to begin.",
        version: ReleaseNumber.line(of: "bench"),
        subcommands: [PresetsCommand.self, InitCommand.self, TrustCommand.self])

    @MainActor
    static func main() async {
        let words = Array(CommandLine.arguments.dropFirst())
        do {
            if Program.serving(words) == .presets {
                try await start()
            } else {
                try start(words)
            }
        } catch {
            end(error, as: end(of: error, words), program: "bench")
        }
    }

    /// Starts the command with the options of the file.
    private static func start(_ words: [String]) throws -> Never {
        let known = try CommandDescriptions.current()
        let found = try PresetDocument.find()
        let settings = try found.map { try Settings($0, known: known) }
        let expansion = try Expansion(of: words, settings, known: known)
        if let found, !expansion.options.isEmpty {
            try Trust.ofThisProcess().require(expansion.options, of: found)
            let added = expansion.added.map(PresetsText.quoted).joined(separator: " ")
            for line in TextWrap.lines("bench: \(found.name) adds \(added)") {
                StandardError.print(line)
            }
        }
        try Launcher().start(expansion.words)
    }

    /// `nil` for help, which the parser also throws.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - words: The command line, without the program.
    private static func end(of error: any Error, _ words: [String]) -> CommandEnd? {
        switch error {
        case let error as PresetError:
            CommandEnd(status: error.status.rawValue, message: error.description)
        case let error as LaunchError:
            CommandEnd(status: error.status, message: error.description)
        default:
            CommandEnd(
                parsing: BenchPresets.self, words, error,
                usageStatus: PresetError.Status.usage.rawValue,
                otherStatus: PresetError.Status.software.rawValue)
        }
    }
}
