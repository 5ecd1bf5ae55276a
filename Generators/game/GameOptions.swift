import ArgumentParser
import Foundation
import GameServer
import Logging
import OddsOptions
import OddsResults

struct GameOptions: ParsableArguments {
    @Option(help: "Address of the page. Control is on loopback always.")
    var host = "127.0.0.1"

    @Option(help: "Port of the page, 0 for any free port.", transform: CountText.option)
    var port = 0

    @Option(help: "Port of control, 0 for any free port.", transform: CountText.option)
    var controlPort = 0

    @Option(help: "Seed of matches, odds and streams (default: a random one, in the log).")
    var seed: UInt64?

    @Option(
        help: "Most messages in any second of a stream that asks for no rate.",
        transform: CountText.option)
    var rateLimit = GameConfiguration().rateLimit

    @Option(
        help: ArgumentHelp(
            "Serve the page's files from this folder, for work on the page.",
            valueName: "folder"))
    var pageFolder: String?

    @Flag(
        name: .customLong("stop-at-end-of-input"),
        help: "Stop at the end of standard input, for use by a parent process.")
    var stopsAtEndOfInput = false

    @Option(help: "Log level: trace, debug, info, notice, warning, error.")
    var logLevel = Logger.Level.notice

    func validate() throws {
        for (name, value, range) in [
            ("port", port, 0...65_535), ("control-port", controlPort, 0...65_535),
            ("rate-limit", rateLimit, 1...GameConfiguration.rateLimitMax),
        ] where !range.contains(value) {
            throw ValidationError(
                "--\(name) \(value): must be between \(range.lowerBound) and \(range.upperBound)")
        }
        if ["0.0.0.0", "::", ""].contains(host) {
            throw ValidationError(
                """
                --host \(host): must be one address, by which browsers name the page; requests \
                by other names are refused
                """)
        }
        if let pageFolder {
            guard FileManager.default.isReadableFile(atPath: pageFolder + "/index.html") else {
                throw ValidationError(
                    "--page-folder \(pageFolder): there is no index.html that can be read")
            }
        }
    }

    var gameConfiguration: GameConfiguration {
        var configuration = GameConfiguration()
        configuration.host = host
        configuration.port = port
        configuration.controlPort = controlPort
        configuration.seed = seed ?? .random(in: .min ... .max)
        configuration.rateLimit = rateLimit
        configuration.pageFolder = pageFolder
        return configuration
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
