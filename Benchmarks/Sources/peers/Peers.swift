import ArgumentParser

@main
struct Peers: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "peers",
        abstract: "Compares OddsBench with other ways to do the same, side by side.",
        subcommands: [
            Compare.self, Micro.self, Serve.self, DumpWorker.self,
        ],
        defaultSubcommand: Compare.self)
}
