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

    @Option(help: "Show the matches of this platform in place of the game's own, with --endpoint.")
    var provider: PlatformConfiguration.Provider?

    @Option(
        help: ArgumentHelp(
            """
            The platform: ws://HOST:PORT/v2 of everymatrix' feed, http://HOST:PORT of \
            sportradar's servers, or wss://… and https://….
            """, valueName: "url"))
    var endpoint: String?

    @Option(
        help: ArgumentHelp(
            """
            The sport whose matches sportradar shows, by its code (default: \
            \(PlatformConfiguration.defaultSport)); everymatrix shows those of all.
            """, valueName: "code"))
    var sport: String?

    @Option(help: "Which matches of the platform.")
    var list: PlatformConfiguration.List?

    @Option(
        help: "Number of matches asked of the platform (default: 100).",
        transform: CountText.option)
    var matches: Int?

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
        try validatePlatform()
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

    private func validatePlatform() throws {
        guard let provider else {
            for (name, isGiven) in [
                ("endpoint", endpoint != nil), ("list", list != nil), ("matches", matches != nil),
                ("sport", sport != nil),
            ] where isGiven {
                throw ValidationError(
                    "--\(name) goes with --provider everymatrix or sportradar")
            }
            return
        }
        guard sport == nil || provider == .sportradar else {
            throw ValidationError("--sport goes with --provider sportradar")
        }
        guard sport?.isEmpty != true else { throw ValidationError("--sport must not be empty") }
        guard let endpoint else {
            throw ValidationError("--provider goes with --endpoint, the address of the platform")
        }
        guard PlatformConfiguration.isEndpoint(endpoint, of: provider) else {
            let form =
                switch provider {
                case .everymatrix: "ws://HOST:PORT/v2 or wss://HOST/v2"
                case .sportradar: "http://HOST:PORT or https://HOST, without a path"
                }
            throw ValidationError("--endpoint \(endpoint): must be \(form)")
        }
        let range = PlatformConfiguration.matchesRange
        if let matches, !range.contains(matches) {
            throw ValidationError(
                "--matches \(matches): must be between \(range.lowerBound) and "
                    + "\(range.upperBound)")
        }
    }

    private var platform: PlatformConfiguration? {
        guard let provider, let endpoint else { return nil }
        var platform = PlatformConfiguration(provider, endpoint: endpoint)
        platform.sport = sport ?? platform.sport
        platform.list = list ?? platform.list
        platform.matchesMax = matches ?? platform.matchesMax
        return platform
    }

    var gameConfiguration: GameConfiguration {
        var configuration = GameConfiguration()
        configuration.host = host
        configuration.port = port
        configuration.controlPort = controlPort
        configuration.seed = seed ?? .random(in: .min ... .max)
        configuration.rateLimit = rateLimit
        configuration.platform = platform
        configuration.pageFolder = pageFolder
        return configuration
    }
}

extension PlatformConfiguration.Provider: ExpressibleByArgument {}

extension PlatformConfiguration.List: ExpressibleByArgument {}

extension Logger.Level: @retroactive ExpressibleByArgument {}
