import ArgumentParser

struct HistoryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Keeps figures over commits, and finds where they changed.",
        discussion: """
            Without a subcommand, the options are those of 'bench history show'.

            Example: bench history add run.json && bench history
            """,
        subcommands: [HistoryShowCommand.self, HistoryAddCommand.self],
        defaultSubcommand: HistoryShowCommand.self)
}

/// Where a history is.
struct HistoryFolderOption: ParsableArguments {
    @Option(
        name: .customLong("folder"),
        help: ArgumentHelp("Folder of the history.", valueName: "folder"))
    var path = "Results/history"
}
