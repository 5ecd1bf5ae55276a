/// The programs that implement the commands of `bench`. `bench` starts the
/// right one, as git does with its commands, so that only the programs in use
/// are built.
package struct Program: Equatable, Sendable {
    /// The name of the executable product.
    package let name: String
    /// The names of its commands; empty for the program with all other commands.
    package let commands: [String]
    /// The folders of the sources that what it does depends on.
    var sources = Program.allSources

    /// What builds need beside the compiler and what SwiftPM fetches.
    package var libraries: [SystemLibrary] = [.zlib, .crypto, .jemalloc]

    /// The same, as far as this build's allocator needs it.
    var neededLibraries: [SystemLibrary] {
        libraries.filter { $0 != .jemalloc || ReleaseBuild.usesJemalloc }
    }

    /// Those of all products.
    package static let allSources = ["Sources", "Generators"]

    /// The commands that need neither network nor TLS.
    package static let core = Program(name: "bench-core", commands: [])

    /// The experiments over sockets.
    package static let live = Program(
        name: "bench-live", commands: ["live", "record", "convert", "game"])

    /// The experiments that ask a platform over HTTP.
    package static let platform = Program(
        name: "bench-platform", commands: ["platform", "betting"],
        libraries: [.zlib, .crypto, .jemalloc, .sqlite])

    /// What runs on more than one machine, over NATS.
    package static let fleet = Program(
        name: "bench-fleet", commands: ["agent", "fleet"],
        libraries: [.zlib, .crypto, .jemalloc, .nats])

    /// The presets in a file, and what else it takes to begin: it reads TOML, for
    /// which others need not wait.
    package static let presets = Program(
        name: "bench-presets", commands: ["presets", "init", "trust"],
        sources: ["bench-presets", "OddsOptions", "OddsLauncher", "OddsConsole"].map {
            "Sources/" + $0
        }, libraries: [.zlib, .crypto])

    /// The server that experiments over sockets start.
    package static let simulator = Program(
        name: "emsim", commands: [], libraries: [.zlib, .crypto, .jemalloc, .sqlite])

    /// The same server as part of a fleet, which needs libnats.
    package static let simulatorFleet = Program(
        name: "emsim-fleet", commands: [], libraries: SystemLibrary.all)

    /// The server of a page of live odds, which an experiment starts.
    package static let game = Program(
        name: "game", commands: [], libraries: [.zlib, .crypto])

    /// The server of metrics that a running measurement starts.
    package static let metrics = Program(
        name: "bench-metrics", commands: [], libraries: [.zlib, .crypto])

    /// All programs that are built on demand.
    package static let all = [
        core, live, platform, fleet, presets, simulator, simulatorFleet, game, metrics,
    ]

    /// The programs with commands, except for `core`.
    package static let others = [live, platform, fleet, presets]

    /// The program of a command line, which is passed without its first word. Help is
    /// for all commands the core's, so that nothing is built for it.
    package static func serving(_ words: [String]) -> Program {
        guard !isAboutCommands(words), let command = words.first else { return core }
        return others.first { $0.commands.contains(command) } ?? core
    }

    /// Whether a command line asks for help, for completions or for the version.
    static func isAboutCommands(_ words: [String]) -> Bool {
        guard let first = words.first else { return false }
        return first == "help" || first.hasPrefix("---")
            || words.contains { word in
                questions.contains { word == $0 || word.hasPrefix("\($0)=") }
            }
    }

    private static let questions = [
        "-h", "--help", "--version", "--generate-completion-script", "--experimental-dump-help",
    ]
}
