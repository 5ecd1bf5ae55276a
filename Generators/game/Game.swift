import ArgumentParser
import GameServer
import Logging
import OddsMeasurement
import OddsOptions
import OddsServer
import ServiceLifecycle

/// Serves a page of live odds.
@main
struct Game: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "game",
        abstract: "Serves a web page of matches whose odds change live.",
        discussion: """
            Once it is ready, prints one line of JSON, {"page":…,"control":…}. Logs go to \
            standard error. On SIGTERM or SIGINT it closes the pages' sockets and exits.
            """,
        version: ReleaseNumber.line(of: "game"))

    @OptionGroup var options: GameOptions

    @MainActor
    static func main() async {
        ParentProcess.endWithIt()
        do {
            try await start()
        } catch {
            let words = Array(CommandLine.arguments.dropFirst())
            end(error, as: end(of: error, words), program: "game")
        }
    }

    /// `nil` for help, which the parser also throws.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - words: The command line, without the program.
    static func end(of error: any Error, _ words: [String]) -> CommandEnd? {
        switch error {
        case let error as GameServerError: CommandEnd(status: 1, message: error.description)
        case let error as ListeningError: CommandEnd(status: 1, message: error.description)
        default:
            CommandEnd(
                parsing: Game.self, words, error,
                usageStatus: ExitCode.validationFailure.rawValue, otherStatus: 1)
        }
    }

    func run() async throws {
        ConsoleLog.bootstrap()
        var logger = Logger(label: "game")
        logger.logLevel = options.logLevel
        var configuration = options.gameConfiguration
        let openFilesMax = OpenFiles.raiseLimit()
        if configuration.limitConnections(openFiles: openFilesMax) {
            logger.warning(
                """
                the system allows \(openFilesMax) open files (ulimit -n): connections beyond \
                \(configuration.connectionsMax) wait
                """)
        }
        logger.notice("seed \(configuration.seed)")
        let line = StartLine(["page", "control"])
        let server = GameServer(configuration, logger: logger) { urls in
            await line.add("page", urls.page)
            await line.add("control", urls.control)
        }
        var services = ServiceGroupConfiguration(
            services: [line, server], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
        if options.stopsAtEndOfInput {
            services.services.append(
                .init(
                    service: EndOfInput(),
                    successTerminationBehavior: .gracefullyShutdownGroup))
        }
        try await ServiceGroup(configuration: services).run()
    }
}
