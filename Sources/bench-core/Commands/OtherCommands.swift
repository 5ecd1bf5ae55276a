import ArgumentParser
import OddsLauncher

/// The commands of other programs, for the list of commands and `bench help`.
enum OtherCommands {
    static let all: [any ParsableCommand.Type] = [LiveCommand.self, RecordCommand.self]
}

/// A command that starts another program with its words.
protocol OtherCommand: ParsableCommand {
    var words: [String] { get }
}

extension OtherCommand {
    /// - Precondition: Another program has a command of that name.
    static func entry(_ name: String) -> CommandConfiguration {
        let commands = Program.others.flatMap(\.commands)
        guard let command = commands.first(where: { $0.name == name }) else {
            preconditionFailure("no program has the command \(name)")
        }
        return CommandConfiguration(
            commandName: name, abstract: command.abstract, helpNames: [])
    }

    func run() throws {
        let name = Self.configuration.commandName ?? ""
        try Launcher().start([name] + words)
    }
}

struct LiveCommand: OtherCommand {
    static let configuration: CommandConfiguration = entry("live")

    @Argument(parsing: .captureForPassthrough)
    var words: [String] = []
}

struct RecordCommand: OtherCommand {
    static let configuration: CommandConfiguration = entry("record")

    @Argument(parsing: .captureForPassthrough)
    var words: [String] = []
}
