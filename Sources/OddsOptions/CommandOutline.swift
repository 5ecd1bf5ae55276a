import ArgumentParser
import Foundation

/// The names of a program's commands and of their options.
struct CommandOutline {
    private let root: any ParsableCommand.Type
    private let commands: [any ParsableCommand.Type]
    /// The name of the program, and of the command in it if this is one with commands of
    /// its own.
    let program: String

    /// - Parameter program: The words that start it; `nil` for its name.
    init(of root: any ParsableCommand.Type, program: String? = nil) {
        self.root = root
        commands = root.configuration.subcommands
        self.program = program ?? root._commandName
    }

    /// The innermost command that has commands of its own and is named by the first words,
    /// with the words after its name.
    func innermost(_ words: [String]) -> (outline: CommandOutline, words: [String]) {
        guard let word = words.first,
            let command = commands.first(where: { $0._commandName == word }),
            !command.configuration.subcommands.isEmpty
        else { return (self, words) }
        return CommandOutline(of: command, program: "\(program) \(word)")
            .innermost(Array(words.dropFirst()))
    }

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
