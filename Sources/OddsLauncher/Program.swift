/// The programs that implement the commands of `bench`. `bench` starts the
/// right one, as git does with its commands, so that only the programs in use
/// are built.
package struct Program: Equatable, Sendable {
    /// The name of the executable product.
    package let name: String
    /// The commands with their abstracts, for the list of all commands; empty
    /// for the program with all other commands.
    package let commands: [Command]

    package struct Command: Equatable, Sendable {
        package let name: String
        package let abstract: String
    }

    /// The commands that need neither network nor TLS.
    package static let core = Program(name: "bench-core", commands: [])

    /// The experiments over sockets.
    package static let live = Program(
        name: "bench-live",
        commands: [
            Command(
                name: "live", abstract: "Measures the client library end to end, over sockets."),
            Command(name: "record", abstract: "Records a capture from a live server."),
        ])

    /// The server that experiments over sockets start.
    package static let simulator = Program(name: "emsim", commands: [])

    /// The server of metrics that a running measurement starts.
    package static let metrics = Program(name: "bench-metrics", commands: [])

    /// The programs with commands, except for `core`.
    package static let others = [live]

    /// The program of a command line, which is passed without its first word.
    package static func serving(_ words: some Sequence<String>) -> Program {
        let command = words.first { _ in true }
        return others.first { $0.commands.contains { $0.name == command } } ?? core
    }
}
