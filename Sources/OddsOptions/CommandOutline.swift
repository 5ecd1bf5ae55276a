import ArgumentParser
import Foundation

/// The names of a program's commands and of their options.
struct CommandOutline {
    private let root: any ParsableCommand.Type
    private let commands: [any ParsableCommand.Type]

    init(of root: any ParsableCommand.Type) {
        self.root = root
        commands = root.configuration.subcommands
    }

    /// The name of the program.
    var program: String { root._commandName }

    /// The commands for people, and not those that only programs start.
    var commandNames: [String] { shownCommands.map { $0._commandName } }

    /// Whether a word is the name of a command, whoever it is for.
    func hasCommand(_ word: String) -> Bool { commands.contains { $0._commandName == word } }

    /// The options of a command as they are written: `--rate`.
    ///
    /// - Parameter command: The command; `nil` for the default, or for the program if that
    ///   has no commands.
    func options(of command: String?) -> [String] {
        let type =
            command.flatMap { name in commands.first { $0._commandName == name } }
            ?? root.configuration.defaultSubcommand ?? root
        return Self.options(of: type)
    }

    /// The commands for people that have an option.
    func commands(with option: String) -> [String] {
        shownCommands.filter { Self.options(of: $0).contains(option) }
            .map { $0._commandName }
    }

    private var shownCommands: [any ParsableCommand.Type] {
        commands.filter { $0.configuration.shouldDisplay }
    }

    private static func options(of command: any ParsableCommand.Type) -> [String] {
        // What --experimental-dump-help prints; in another form, nothing would be known.
        let tool = try? JSONDecoder().decode(
            ToolDescription.self, from: Data(command._dumpHelp().utf8))
        return (tool?.command.arguments ?? []).filter(\.shouldDisplay)
            .flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map { "--" + $0.name }
    }
}

/// The part of the parser's description of a command that says its options' names.
private struct ToolDescription: Decodable {
    struct Command: Decodable {
        let arguments: [Argument]?
    }

    struct Argument: Decodable {
        let names: [Name]?
        let shouldDisplay: Bool
    }

    struct Name: Decodable {
        let kind: String
        let name: String
    }

    let command: Command
}
