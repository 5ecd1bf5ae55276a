package import Logging
package import OddsPlatformServer
package import OddsServer
package import OddsSimulator
package import OddsTraffic
import ServiceLifecycle

/// A world that is served as contents of SportRadar's wire, on a free port.
package struct RunningContents: Sendable {
    package let server: EMServer
    package let faults: PlatformFaults
    /// The base URL of the socket and of the requests.
    package let url: String

    package var port: Int { url.split(separator: ":").last.flatMap { Int($0) } ?? 0 }

    /// Replaces all faults.
    package func setFaults(_ plan: FaultPlan) async throws {
        faults.set(plan)
        try await server.setFaults(plan)
    }
}

/// Serves the contents of a world for as long as the body takes, without a platform.
///
/// - Parameter configure: Changes the configuration of the feed's server.
package func withContents(
    of world: TrafficConfiguration, _ configure: (inout ServerConfiguration) -> Void = { _ in },
    _ body: (RunningContents) async throws -> Void
) async throws {
    var logger = Logger(label: "test")
    logger.logLevel = .critical
    var configuration = ServerConfiguration()
    configuration.servesContents = true
    configure(&configuration)
    let server = try await EMServer.start(configuration, logger: logger) {
        try WorldSource(world, versionOffset: $0)
    }
    do {
        try await withContents(of: server, logger, body)
    } catch {
        try await server.stop()
        throw error
    }
    try await server.stop()
}

private func withContents(
    of server: EMServer, _ logger: Logger, _ body: (RunningContents) async throws -> Void
) async throws {
    let faults = PlatformFaults(server.metrics)
    faults.set(server.configuration.faults)
    var configuration = PlatformConfiguration()
    configuration.sportRadarPort = 0
    let service = SportRadarServer(
        configuration, contents: server, faults: faults, logger: logger)
    let (started, continuation) = AsyncStream.makeStream(of: String.self)
    let services = ServiceGroup(
        configuration: .init(
            services: [service.service { continuation.yield($0) }], logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer { continuation.finish() }
            try await services.run()
        }
        for await url in started {
            try await body(RunningContents(server: server, faults: faults, url: url))
            break
        }
        await services.triggerGracefulShutdown()
        try await tasks.waitForAll()
    }
}
