import Logging
import OddsServer
import OddsSimulator
import OddsTraffic
import Testing

/// One server after the other, so that each has the machine to itself. The
/// limit ends a test that waits in vain; it is long because the time also passes
/// while tests of other suites keep every thread.
@Suite(.serialized, .timeLimit(.minutes(15))) struct ServerTests {}

let liveTopic =
    "/sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/"
    + "default-event-info/10/5"

extension TrafficConfiguration {
    /// A small world in which something happens all the time.
    static var small: TrafficConfiguration {
        var configuration = TrafficConfiguration()
        configuration.events = 12
        configuration.markets = 6
        configuration.rate = 500
        configuration.lifeCycleMilliseconds = 5_000
        return configuration
    }
}

/// Runs a server on a free port for as long as the body takes.
func withServer(
    _ configuration: ServerConfiguration = ServerConfiguration(),
    world: TrafficConfiguration = .small,
    _ body: (EMServer) async throws -> Void
) async throws {
    var logger = Logger(label: "test")
    logger.logLevel = .error
    let server = try await EMServer.start(configuration, logger: logger) { offset in
        try WorldSource(world, versionOffset: offset)
    }
    do {
        try await body(server)
    } catch {
        try await server.stop()
        throw error
    }
    try await server.stop()
}
