/// The programs that `bench` consists of. It starts the one that has the
/// command, as git does with its commands, so that nobody builds more than the
/// commands in use take.
package struct Program: Equatable, Sendable {
    /// Of the executable product.
    package let name: String
    /// The commands with what they do, for the list of all commands; empty for
    /// the program that has all others.
    package let commands: [Command]

    package struct Command: Equatable, Sendable {
        package let name: String
        package let abstract: String
    }

    /// What needs neither network nor TLS.
    package static let core = Program(name: "bench-core", commands: [])

    /// The experiments over sockets.
    package static let live = Program(
        name: "bench-live",
        commands: [
            Command(
                name: "live", abstract: "Measures the client library end to end, over sockets."),
            Command(name: "record", abstract: "Makes a capture from a live server."),
        ])

    /// The server that experiments over sockets start.
    package static let simulator = Program(name: "emsim", commands: [])

    /// Those with commands, but for `core`.
    package static let others = [live]

    /// The program that has the command of a command line without its first
    /// word.
    package static func serving(_ words: some Sequence<String>) -> Program {
        let command = words.first { _ in true }
        return others.first { $0.commands.contains { $0.name == command } } ?? core
    }
}
