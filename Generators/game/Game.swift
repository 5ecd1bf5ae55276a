import ArgumentParser
import Foundation
import GameServer
import Logging
import ServiceLifecycle

/// Serves a page of live odds.
@main
struct Game: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "game",
        abstract: "Serves a web page of matches whose odds change live.",
        discussion: """
            Once it is ready, prints one line of JSON, {"page":…,"control":…}. Logs go to \
            standard error. SIGTERM and SIGINT end it: pages are told, and may connect again \
            elsewhere.
            """)

    @OptionGroup var options: GameOptions

    func run() async throws {
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        var logger = Logger(label: "game")
        logger.logLevel = options.logLevel
        let server = GameServer(options.gameConfiguration, logger: logger) { urls in
            let line = "{\"page\":\"\(urls.page)\",\"control\":\"\(urls.control)\"}\n"
            FileHandle.standardOutput.write(Data(line.utf8))
        }
        try await ServiceGroup(
            configuration: ServiceGroupConfiguration(
                services: [server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        ).run()
    }
}
