import ArgumentParser
import Foundation
import Logging
import NIOCore
import OddsMeasurement
import OddsServer
import OddsSimulator
import OddsTraffic
import ServiceLifecycle

/// Serves a feed until it is told to stop.
package struct Simulator {
    private let server: ServerOptions
    private let world: WorldOptions
    private let platform: PlatformOptions
    private let sportRadar: SportRadarOptions

    package init(_ options: SimulatorOptions) {
        server = options.server
        world = options.world
        platform = options.platform
        sportRadar = options.sportRadar
    }

    /// Serves until SIGTERM or SIGINT, or until an error.
    ///
    /// - Parameter makeRole: Makes what the simulator is in a fleet; may wait for others. It is
    ///   called once, after all options were checked and before anything listens.
    /// - Throws: `ServingError`; `ValidationError` of options; what `makeRole` throws.
    package func serve(
        as makeRole: (Logger) async throws -> (any FleetRole)? = { _ in nil }
    ) async throws {
        // What may be wrong with options comes first.
        _ = try makeSource(at: .start)
        var options = try server.configuration(speed: world.speed.value.factor)
        sportRadar.apply(to: &options)
        ConsoleLog.bootstrap()
        var logger = Logger(label: "emsim")
        logger.logLevel = server.logLevel
        checkOpenFiles(logger)
        var controlLogger = logger
        controlLogger.logLevel = max(server.logLevel, .warning)
        let setUp =
            platform.platform
            ? try await PlatformSetUp(
                platform.configuration(beside: server, world: world, sportRadar),
                logger: controlLogger)
            : nil
        // A recording is served from its start.
        let position = world.capture == nil ? setUp?.position ?? .start : .start
        options.startNanoseconds = position.nanoseconds
        let role = try await makeRole(logger)
        let emServer: EMServer
        do {
            emServer = try await start(options, role?.feed, at: position, logger)
        } catch {
            await role?.serverHasStopped()
            throw error
        }
        do {
            try await role?.begin(emServer)
        } catch {
            try? await emServer.stop()
            await role?.serverHasStopped()
            throw error
        }
        try await run(emServer, setUp, role, controlLogger)
        try await setUp?.stop()
        await role?.serverWillStop()
        try await emServer.stop()
        await role?.serverHasStopped()
    }

    private func makeSource(
        at position: WorldPosition
    ) throws -> @Sendable (Int64) throws -> any FeedSource {
        try world.makeSource(
            at: position, keepsSettlements: platform.platform, hasContents: sportRadar.isServed)
    }

    private func checkOpenFiles(_ logger: Logger) {
        let openFilesMax = OpenFiles.raiseLimit()
        guard openFilesMax < server.connections else { return }
        logger.warning(
            """
            the system allows \(openFilesMax) open files (ulimit -n), which is less than the \
            \(server.connections) of --connections
            """)
    }

    private func start(
        _ options: ServerConfiguration, _ feed: (any Feed)?, at position: WorldPosition,
        _ logger: Logger
    ) async throws -> EMServer {
        do {
            if let feed {
                return try await EMServer.start(options, logger: logger, feed: feed)
            }
            return try await EMServer.start(
                options, logger: logger, makeSource: makeSource(at: position))
        } catch let error as IOError {
            throw ServingError(
                description: ListeningError(
                    "the feed", host: options.host, port: options.port, error
                ).description)
        }
    }

    /// Runs all services until they are told to end.
    private func run(
        _ emServer: EMServer, _ setUp: PlatformSetUp?, _ role: (any FleetRole)?, _ logger: Logger
    ) async throws {
        let line = StartLine(
            ["ws", "control"] + (setUp == nil ? [] : ["player", "odds"])
                + (sportRadar.isServed ? ["sportradar"] : []))
        await line.add("ws", emServer.url)
        let serving = setUp?.serving(beside: emServer) {
            await line.add("player", $0.player)
            await line.add("odds", $0.odds)
            if !$0.sportRadar.isEmpty { await line.add("sportradar", $0.sportRadar) }
        }
        let contents =
            setUp == nil && sportRadar.isServed
            ? SportRadarSetUp(
                sportRadar.configuration(beside: server), contents: emServer, logger: logger
            ) { await line.add("sportradar", $0) } : nil
        let extensions = [serving?.control, contents?.control, role?.control].compactMap { $0 }
        let control = ControlServer(
            emServer, beside: ControlServer.Extension(merging: extensions)
        ).service { port in
            let authority = ServerConfiguration.authority(
                emServer.configuration.controlHost, port: port)
            await line.add("control", "http://\(authority)")
        }
        let others = [serving?.service, contents?.service, role?.service]
        var configuration = ServiceGroupConfiguration(
            ending: [line, control] + others.compactMap { $0 }, logger: logger)
        configuration.gracefulShutdownSignals = [.sigterm, .sigint]
        if server.stopsAtEndOfInput {
            configuration.services.append(
                .init(
                    service: EndOfInput(),
                    successTerminationBehavior: .gracefullyShutdownGroup))
        }
        do {
            try await ServiceGroup(configuration: configuration).run()
        } catch let error as ListeningError {
            throw ServingError(description: error.description)
        }
    }
}
