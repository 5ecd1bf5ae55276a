import ArgumentParser
import GameServer
import Logging

struct GameOptions: ParsableArguments {
    @Option(help: "Address of the page. Control is on loopback always.")
    var host = "127.0.0.1"

    @Option(help: "Port of the page, 0 for any free port.")
    var port = 0

    @Option(help: "Port of control, 0 for any free port.")
    var controlPort = 0

    @Option(help: "Seed of matches, odds and streams (default: another each time).")
    var seed: UInt64?

    @Option(help: "Most messages in any second of a stream that asks for no rate.")
    var rateLimit = GameConfiguration().rateLimit

    @Option(
        help: ArgumentHelp(
            "Serve the page's files from this folder, for work on the page.",
            valueName: "folder"))
    var pageFolder: String?

    @Option(help: "Log level: trace, debug, info, notice, warning, error.")
    var logLevel = Logger.Level.warning

    var gameConfiguration: GameConfiguration {
        var configuration = GameConfiguration()
        configuration.host = host
        configuration.port = port
        configuration.controlPort = controlPort
        configuration.seed = seed ?? .random(in: 0...UInt64.max)
        configuration.rateLimit = rateLimit
        configuration.pageFolder = pageFolder
        return configuration
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
