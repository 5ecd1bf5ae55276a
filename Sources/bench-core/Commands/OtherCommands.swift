import ArgumentParser
import OddsLauncher

/// The commands that are programs of their own, as the list of commands and
/// `bench help` show them.
enum OtherCommands {
    static let all: [any ParsableCommand.Type] = [LiveCommand.self, RecordCommand.self]
}

/// A command of another program, to which it hands its words.
protocol OtherCommand: ParsableCommand {
    var words: [String] { get }
}

extension OtherCommand {
    /// - Precondition: A program has a command of that name.
    static func configuration(_ name: String) -> CommandConfiguration {
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
    static let configuration = configuration("live")

    @Argument(parsing: .captureForPassthrough)
    var words: [String] = []
}

struct RecordCommand: OtherCommand {
    static let configuration = configuration("record")

    @Argument(parsing: .captureForPassthrough)
    var words: [String] = []
}
