import Foundation
import OddsLauncher

/// The options of a command, as the parser itself describes them.
struct CommandDescription: Equatable {
    struct Option: Equatable {
        /// Without the dashes.
        let name: String
        let takesValue: Bool
        let isRepeating: Bool
    }

    let name: String
    /// Whether users may call it.
    let isShown: Bool
    /// The options by each of their long names, older spellings included.
    let options: [String: Option]
}

/// All commands of `bench`, and which one is meant without a name.
struct CommandDescriptions {
    let commands: [String: CommandDescription]
    let defaultCommand: String

    /// Asks the program that has all commands.
    ///
    /// - Throws: `LaunchError`, or `PresetError` if it gives no answer.
    static func current() throws -> Self {
        let process = Process()
        process.executableURL = try Launcher().executable(.core)
        process.arguments = ["--experimental-dump-help"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        let json = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        do {
            return try Self(json: json)
        } catch {
            throw PresetError(
                .software, "\(Program.core.name) does not describe its options: \(error)")
        }
    }

    /// - Parameter json: What `--experimental-dump-help` writes.
    init(json: Data) throws {
        let root = try JSONDecoder().decode(Dump.self, from: json).command
        let commands = (root.subcommands ?? []).map(CommandDescription.init)
        self.commands = Dictionary(commands.map { ($0.name, $0) }) { first, _ in first }
        defaultCommand = root.defaultSubcommand ?? ""
    }

    /// The names for messages, in order.
    var shownNames: [String] { commands.values.filter(\.isShown).map(\.name).sorted() }
}

/// The part of the parser's description that is used here.
private struct Dump: Decodable {
    struct Command: Decodable {
        let commandName: String
        let shouldDisplay: Bool?
        let defaultSubcommand: String?
        let subcommands: [Command]?
        let arguments: [Argument]?
    }

    struct Argument: Decodable {
        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let kind: String
        let isRepeating: Bool
        let names: [Name]?
        let preferredName: Name?
    }

    let command: Command
}

extension CommandDescription {
    fileprivate init(_ command: Dump.Command) {
        name = command.commandName
        isShown = command.shouldDisplay ?? true
        var options: [String: Option] = [:]
        for argument in command.arguments ?? [] where argument.kind != "positional" {
            let option = Option(
                name: argument.preferredName?.name ?? "", takesValue: argument.kind == "option",
                isRepeating: argument.isRepeating)
            for name in argument.names ?? [] where name.kind == "long" {
                options[name.name] = option
            }
        }
        self.options = options
    }
}
