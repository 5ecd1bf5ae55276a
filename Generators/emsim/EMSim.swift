import ArgumentParser
import Foundation
import Logging
import NIOCore
import OddsOptions
import OddsServer
import ServiceLifecycle

/// Serves the EM feed for tests and measurements.
@main
struct EMSim: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emsim",
        abstract: "Serves the EM feed: WAMP over WebSocket, with load and faults.",
        discussion: """
            Once it is ready, prints one line of JSON, {"ws":…,"control":…}, with --platform \
            also "player" and "odds". Logs go to standard error. On SIGTERM or SIGINT it sends \
            GOODBYE to all sessions, waits for the clients for at most --drain-time, closes the \
            connections and exits.
            """)

    @OptionGroup var server: ServerOptions
    @OptionGroup(title: "World") var world: WorldOptions
    @OptionGroup(title: "Platform") var platform: PlatformOptions

    @MainActor
    static func main() async {
        do {
            try await start()
        } catch {
            let words = Array(CommandLine.arguments.dropFirst())
            guard let end = end(of: error, words) else { exit(withError: error) }
            FileHandle.standardError.write(Data((end.text(program: "emsim") + "\n").utf8))
            Foundation.exit(end.status)
        }
    }

    /// `nil` for help, which the parser also throws.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - words: The command line, without the program.
    static func end(of error: any Error, _ words: [String]) -> CommandEnd? {
        switch error {
        case let error as ServingError: CommandEnd(status: 1, message: error.description)
        case let error as CertificateError: CommandEnd(status: 1, message: error.description)
        default:
            CommandEnd(
                parsing: EMSim.self, words, error,
                usageStatus: ExitCode.validationFailure.rawValue, otherStatus: 1)
        }
    }

    func run() async throws {
        // What may be wrong with options comes first.
        _ = try world.makeSource(at: .start, keepsSettlements: false)
        var options = try server.configuration(speed: world.speed)
        LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
        var logger = Logger(label: "emsim")
        logger.logLevel = server.logLevel
        ProcessSetUp.giveMemoryBack()
        let openFilesMax = OpenFiles.raiseLimit()
        if openFilesMax < server.connections {
            logger.warning(
                """
                the system allows \(openFilesMax) open files (ulimit -n), which is less than the \
                \(server.connections) of --connections
                """)
        }
        var controlLogger = logger
        controlLogger.logLevel = max(server.logLevel, .warning)
        let setUp =
            platform.platform
            ? try await PlatformSetUp(
                platform.configuration(beside: server, world: world), logger: controlLogger)
            : nil
        // A recording is served from its start.
        let position = world.capture == nil ? setUp?.position ?? .start : .start
        options.startNanoseconds = position.nanoseconds
        let emServer: EMServer
        do {
            emServer = try await EMServer.start(
                options, logger: logger, makeSource: world.makeSource(
                    at: position, keepsSettlements: platform.platform))
        } catch let error as IOError {
            throw ServingError(
                description: "cannot serve on \(options.host):\(options.port): "
                    + ListeningError.words(for: error))
        }
        let line = StartLine(["ws", "control"] + (platform.platform ? ["player", "odds"] : []))
        await line.add("ws", emServer.url)
        let serving = setUp?.serving(beside: emServer) {
            await line.add("player", $0.player)
            await line.add("odds", $0.odds)
        }
        let control = ControlServer(emServer, beside: serving?.control ?? .init()).service { port in
            let authority = ServerConfiguration.authority(
                emServer.configuration.controlHost, port: port)
            await line.add("control", "http://\(authority)")
        }
        var configuration = ServiceGroupConfiguration(
            services: [control] + (serving.map { [$0.service] } ?? []),
            gracefulShutdownSignals: [.sigterm, .sigint], logger: controlLogger)
        if server.stopsAtEndOfInput {
            configuration.services.append(
                .init(
                    service: EndOfInput(),
                    successTerminationBehavior: .gracefullyShutdownGroup))
        }
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch {
            var places = "control on \(options.controlHost):\(options.controlPort)"
            if platform.platform {
                let beside = platform.configuration(beside: server, world: world)
                places += " or accounts on \(options.host):\(beside.playerPort)"
                places += " or bets on \(options.host):\(beside.oddsPort)"
            }
            throw ServingError(
                description: "cannot serve \(places): " + ListeningError.words(for: error))
        }
        try await setUp?.stop()
        try await emServer.stop()
    }
}

/// The reason why a server with valid options cannot run.
struct ServingError: Error, CustomStringConvertible {
    let description: String
}
